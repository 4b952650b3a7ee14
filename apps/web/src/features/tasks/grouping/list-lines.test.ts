import { expect, it } from 'vitest';
import { findSectionStarts, keyOfLine, makeLines, type Line } from './list-lines.ts';
import { UNDIVIDED, type TaskGroup } from './task-group.ts';

const group = (key: string): TaskGroup => ({ key, name: key.toUpperCase(), icon: null, enter: null });
const [a, b, x, y] = [group('a'), group('b'), group('x'), group('y')];
const asText = (line: Line) => {
  if (line.kind === 'task') return line.id;
  return `${line.kind} ${line.group.key}${'subGroup' in line ? line.subGroup.key : ''}${'count' in line ? ` ${line.count}` : ''}`;
};
const lay = (content: Partial<Parameters<typeof makeLines>[0]>) =>
  makeLines({
    groups: [a, b],
    subGroups: UNDIVIDED,
    slots: ['a', 'b'],
    lists: [['t1', 't2'], []],
    withOlder: new Set(),
    isEmptyShown: false,
    ...content,
  });

it('omits empty headings unless they are requested or may have older tasks', () => {
  expect(lay({}).map(asText)).toEqual(['group a 2', 't1', 't2']);
  expect(lay({ isEmptyShown: true }).map(asText)).toEqual(['group a 2', 't1', 't2', 'group b 0']);
  expect(
    lay({ withOlder: new Set(['b']) })
      .map(asText)
      .slice(3),
  ).toEqual(['group b 0', 'older b']);
});

it('counts a task once if several sub-groups of a heading contain it', () => {
  const lines = lay({
    subGroups: [x, y],
    slots: ['a/x', 'a/y', 'b/x', 'b/y'],
    lists: [['t1', 't2'], ['t1'], [], ['t3']],
  });
  expect(lines.map(asText)).toEqual([
    'group a 2',
    'subGroup ax 2',
    't1',
    't2',
    'subGroup ay 1',
    't1',
    'group b 1',
    'subGroup by 1',
    't3',
  ]);
  expect(new Set(lines.map(keyOfLine)).size).toBe(lines.length);
});

it('returns the index of the section start for each line', () => {
  const lines = lay({ lists: [['t1', 't2'], ['t3']], withOlder: new Set(['a']) });
  expect(lines.map(asText)).toEqual(['group a 2', 't1', 't2', 'older a', 'group b 1', 't3']);
  expect(findSectionStarts(lines)).toEqual([0, 1, 1, 3, 4, 5]);
});

it('omits the heading if tasks are not grouped', () => {
  const all: TaskGroup = { ...group(''), name: '' };
  expect(lay({ groups: [all], slots: [''], lists: [['t1']] }).map(asText)).toEqual(['t1']);
});
