import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { TaskTree, type Part, type RollUp } from './task-tree-values.ts';
import { STATUS_CATEGORIES } from './task-values.ts';

const IDS = 'abcdefghij'.split('');

const change = fc.record({
  id: fc.constantFrom(...IDS),
  part: fc.option(
    fc.record({
      parentId: fc.constantFrom(...IDS),
      category: fc.constantFrom(...STATUS_CATEGORIES),
      estimate: fc.option(fc.nat(9)),
    }),
    { nil: undefined, freq: 4 },
  ),
});

/** Reference implementation of the roll-up: scans all tasks for each task. */
function countNaively(parts: Map<string, Part>, id: string): RollUp | undefined {
  const isBelow = (one: string | undefined): boolean =>
    one !== undefined && (parts.get(one)?.parentId === id || isBelow(parts.get(one)?.parentId));
  if (![...parts.values()].some(({ parentId }) => parentId === id)) return undefined;
  const counted = [...parts].filter(([one, { category }]) => isBelow(one) && category !== 'cancelled');
  const estimates = counted.map(([, { estimate }]) => estimate).filter((estimate) => estimate !== null);
  return {
    done: counted.filter(([, { category }]) => category === 'completed').length,
    total: counted.length,
    estimate: estimates.length === 0 ? null : estimates.reduce((sum, one) => sum + one, 0),
  };
}

function isInCircle(parts: Map<string, Part>, start: string): boolean {
  const seen = new Set<string>();
  for (let id: string | undefined = start; id !== undefined; id = parts.get(id)?.parentId) {
    if (seen.has(id)) return true;
    seen.add(id);
  }
  return false;
}

it('matches a naive reference implementation after random changes, and reports affected tasks', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 60 }), (changes) => {
      const tree = new TaskTree();
      const parts = new Map<string, Part>();
      for (const { id, part } of changes) {
        const before = new Map(IDS.map((one) => [one, tree.rollUpOf(one)]));
        if (part === undefined) parts.delete(id);
        else parts.set(id, part);
        const changed = tree.set(id, part);
        for (const one of IDS) if (tree.rollUpOf(one) !== before.get(one)) expect(changed).toContain(one);
        if (IDS.some((one) => isInCircle(parts, one))) continue;
        for (const one of IDS) expect(tree.rollUpOf(one)).toEqual(countNaively(parts, one));
      }
      const whole = new TaskTree();
      whole.replace(parts);
      if (IDS.some((one) => isInCircle(parts, one))) return;
      for (const one of IDS) expect(whole.rollUpOf(one)).toEqual(tree.rollUpOf(one));
    }),
    { numRuns: 400 },
  );
});

it('lists ancestors and counts levels, and terminates on cycles', () => {
  const tree = new TaskTree();
  const part = (parentId: string): Part => ({ parentId, category: 'started', estimate: 2 });
  tree.set('b', part('a'));
  tree.set('c', part('b'));
  tree.set('d', part('c'));
  expect(tree.ancestorsOf('d')).toEqual(['c', 'b', 'a']);
  expect([tree.levelsBelow('a'), tree.levelsBelow('c'), tree.levelsBelow('d')]).toEqual([3, 1, 0]);
  expect(tree.rollUpOf('a')).toEqual({ done: 0, total: 3, estimate: 6 });
  tree.set('a', part('d'));
  expect(tree.ancestorsOf('d').length).toBeGreaterThan(3);
  expect(tree.levelsBelow('a')).toBeGreaterThan(3);
});
