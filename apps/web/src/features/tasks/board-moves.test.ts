import { describe, expect, it } from 'vitest';
import { findDrop, findNeighbour, findStep, type BoardColumnIds } from './board-moves.ts';

const columns: BoardColumnIds[] = [
  { statusId: 'todo', ids: ['a', 'b', 'c'] },
  { statusId: 'doing', ids: [] },
  { statusId: 'done', ids: ['x'] },
];

/** The column as it reads after the move: the index counts among the other cards. */
function apply(taskId: string, place: { statusId: string; index: number } | null): string | undefined {
  if (place === null) return undefined;
  const others =
    columns.find((column) => column.statusId === place.statusId)?.ids.filter((id) => id !== taskId) ?? [];
  return others.toSpliced(place.index, 0, taskId).join('');
}

describe('dropping a card', () => {
  it.each([
    ['a', 'c', 'bottom', 'bca'],
    ['a', 'c', 'top', 'bac'],
    ['c', 'a', 'top', 'cab'],
    ['c', 'a', 'bottom', 'acb'],
    ['b', 'x', 'top', 'bx'],
    ['b', 'x', 'bottom', 'xb'],
  ] as const)('%s onto %s (%s) gives %s', (taskId, targetId, edge, after) => {
    expect(apply(taskId, findDrop(columns, taskId, targetId, edge))).toBe(after);
  });

  it.each([
    ['a', 'a', 'top'],
    ['a', 'b', 'top'],
    ['b', 'a', 'bottom'],
  ] as const)('%s onto %s (%s) leaves it where it is', (taskId, targetId, edge) => {
    expect(findDrop(columns, taskId, targetId, edge)).toBeNull();
  });
});

describe('arrow keys', () => {
  it('go through a column and stop at its ends', () => {
    expect(findNeighbour(columns, 'a', 'down')?.taskId).toBe('b');
    expect(findNeighbour(columns, 'a', 'up')).toBeNull();
    expect(findNeighbour(columns, 'c', 'down')).toBeNull();
  });
  it('pass over empty columns and keep to what is there', () => {
    expect(findNeighbour(columns, 'c', 'right')).toEqual({ statusId: 'done', index: 0, taskId: 'x' });
    expect(findNeighbour(columns, 'x', 'right')).toBeNull();
    expect(findNeighbour(columns, 'x', 'left')?.taskId).toBe('a');
  });
  it('with Alt carry the card along, into empty columns too', () => {
    expect(apply('a', findStep(columns, 'a', 'down'))).toBe('bac');
    expect(apply('b', findStep(columns, 'b', 'up'))).toBe('bac');
    expect(findStep(columns, 'a', 'up')).toBeNull();
    expect(findStep(columns, 'c', 'down')).toBeNull();
    expect(findStep(columns, 'a', 'right')).toEqual({ statusId: 'doing', index: 0 });
    expect(findStep(columns, 'a', 'left')).toBeNull();
  });
});
