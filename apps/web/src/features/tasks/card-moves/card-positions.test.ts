import { describe, expect, it } from 'vitest';
import {
  findDrop,
  findInNextLane,
  findNeighbour,
  findCardPosition,
  findStep,
  type BoardColumnIds,
  type CardPosition,
} from './card-positions.ts';

/** `b` is in two columns, like a task with two assignees on a board grouped by assignee. */
const columns: BoardColumnIds[] = [
  { slot: 'todo', ids: ['a', 'b', 'c'] },
  { slot: 'doing', ids: [] },
  { slot: 'done', ids: ['x', 'b'] },
];

const at = (taskId: string, slot?: string): CardPosition =>
  findCardPosition(columns, taskId, slot) as CardPosition;

/** Returns the column after the move. The position's index excludes the moved card. */
function apply(taskId: string, position: CardPosition | null): string | undefined {
  if (position === null) return undefined;
  const others =
    columns.find((column) => column.slot === position.slot)?.ids.filter((id) => id !== taskId) ?? [];
  return others.toSpliced(position.index, 0, taskId).join('');
}

it('finds a card in the given column if several columns contain it', () => {
  expect([
    at('b'),
    at('b', 'done'),
    findCardPosition(columns, 'a', 'done'),
    findCardPosition(columns, 'z'),
  ]).toEqual([{ slot: 'todo', index: 1 }, { slot: 'done', index: 1 }, null, null]);
});

describe('dropping a card', () => {
  it.each([
    ['a', 'c', 'bottom', 'bca'],
    ['a', 'c', 'top', 'bac'],
    ['c', 'a', 'top', 'cab'],
    ['c', 'a', 'bottom', 'acb'],
    ['a', 'x', 'top', 'axb'],
    ['a', 'x', 'bottom', 'xab'],
  ] as const)(
    'moves %s next to %s at the %s edge, resulting in the order %s',
    (taskId, targetId, edge, after) => {
      expect(apply(taskId, findDrop(at(taskId), at(targetId), edge))).toBe(after);
    },
  );

  it.each([
    ['a', 'a', 'top'],
    ['a', 'b', 'top'],
    ['b', 'a', 'bottom'],
  ] as const)('leaves %s in place when it is dropped onto %s (%s edge)', (taskId, targetId, edge) => {
    expect(findDrop(at(taskId), at(targetId), edge)).toBeNull();
  });
});

describe('arrow-key navigation', () => {
  it('moves through a column and stops at its ends', () => {
    expect(findNeighbour(columns, at('a'), 'down')?.taskId).toBe('b');
    expect(findNeighbour(columns, at('a'), 'up')).toBeNull();
    expect(findNeighbour(columns, at('c'), 'down')).toBeNull();
  });
  it('skips empty columns and clamps to the last card of a column', () => {
    expect(findNeighbour(columns, at('c'), 'right')).toEqual({ slot: 'done', index: 1, taskId: 'b' });
    expect(findNeighbour(columns, at('x'), 'right')).toBeNull();
    expect(findNeighbour(columns, at('x'), 'left')?.taskId).toBe('a');
  });
  it('continues in the next lane that has a card in the same column', () => {
    const lanes = [
      [{ slot: 'one todo', ids: ['a', 'b'] }],
      [{ slot: 'two todo', ids: [] }],
      [{ slot: 'three todo', ids: ['c', 'd'] }],
    ];
    expect([
      findInNextLane(lanes, 'one todo', 'down'),
      findInNextLane(lanes, 'three todo', 'up'),
      findInNextLane(lanes, 'one todo', 'up'),
      findInNextLane(lanes, 'one todo', 'right'),
    ]).toEqual([
      { slot: 'three todo', index: 0, taskId: 'c' },
      { slot: 'one todo', index: 1, taskId: 'b' },
      null,
      null,
    ]);
  });
  it('moves the card with Alt, even into an empty column', () => {
    expect(apply('a', findStep(columns, at('a'), 'down'))).toBe('bac');
    expect(apply('b', findStep(columns, at('b'), 'up'))).toBe('bac');
    expect(findStep(columns, at('a'), 'up')).toBeNull();
    expect(findStep(columns, at('c'), 'down')).toBeNull();
    expect(findStep(columns, at('a'), 'right')).toEqual({ slot: 'doing', index: 0 });
    expect(findStep(columns, at('a'), 'left')).toBeNull();
  });
});
