import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  areShortcutsClashing,
  explainNoShortcut,
  mergeShortcuts,
} from '@hearth/contracts/account/shortcut-values';
import { ALL_ACTIONS } from './all-actions.ts';
import { resolveKeys } from './resolve-keys.ts';

test('removes default shortcuts that conflict with custom ones', () => {
  const acts = [
    { id: 'a.one', shortcuts: ['c'] },
    { id: 'a.two', shortcuts: ['g t', 'mod+y'] },
    { id: 'a.three' },
  ];
  expect(resolveKeys(acts, {})).toEqual({});
  expect(resolveKeys(acts, { 'a.three': 'c' })).toEqual({ 'a.one': [], 'a.three': ['c'] });
  expect(resolveKeys(acts, { 'a.three': 'g' })).toEqual({ 'a.two': ['mod+y'], 'a.three': ['g'] });
  expect(resolveKeys(acts, { 'a.one': '', 'b.gone': 'g t' })).toEqual({ 'a.one': [] });
});

test('never assigns a key to two actions, for any custom shortcuts', () => {
  const keys = fc.constantFrom(
    ...ALL_ACTIONS.flatMap(({ shortcuts }) => shortcuts ?? []),
    'g',
    'v',
    'q',
    '',
    null,
  );
  const change = fc.tuple(fc.constantFrom(...ALL_ACTIONS.map(({ id }) => id)), keys);
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      const own = changes.reduce((before, [act, chosen]) => mergeShortcuts(before, { [act]: chosen }), {});
      const byAct = resolveKeys(ALL_ACTIONS, own);
      const all = ALL_ACTIONS.flatMap(({ id, shortcuts }) => byAct[id] ?? shortcuts ?? []);
      const doubles = all.filter((one, at) =>
        all.slice(at + 1).some((other) => areShortcutsClashing(one, other)),
      );
      expect(doubles).toEqual([]);
    }),
  );
});

test('uses reserved keys only for the default select-all, delete, undo and redo shortcuts', () => {
  // The default shortcuts. They include keys that no custom shortcut may use.
  const given = ALL_ACTIONS.flatMap(({ shortcuts }) => shortcuts ?? []);
  const odd = given.filter((keys) => explainNoShortcut(keys) !== null);
  expect(odd.toSorted()).toEqual(['mod+a', 'mod+backspace', 'mod+shift+z', 'mod+y', 'mod+z']);
});
