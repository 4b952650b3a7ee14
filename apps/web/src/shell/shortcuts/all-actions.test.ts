import { expect, test } from 'vitest';
import { boardKeys } from '#features/tasks/index.ts';
import { ALL_ACTIONS } from './all-actions.ts';

const shortcuts = ALL_ACTIONS.flatMap((action) => action.shortcuts ?? []);

/** Returns the values that occur more than once. */
function findDoubles(values: readonly string[]): string[] {
  return values.filter((value, at) => values.indexOf(value) !== at);
}

test('defines no duplicate action ids or titles', () => {
  expect(findDoubles(ALL_ACTIONS.map(({ id }) => id))).toEqual([]);
  expect(findDoubles(ALL_ACTIONS.map(({ title }) => title.id))).toEqual([]);
});

test('defines no duplicate shortcuts and no shortcut that is a prefix of another', () => {
  expect(findDoubles(shortcuts)).toEqual([]);
  const begun = shortcuts.filter((one) => shortcuts.some((other) => other.startsWith(`${one} `)));
  expect(begun).toEqual([]);
});

test('defines no shortcut that conflicts with the keys of a card', () => {
  const onCard = boardKeys.flatMap(({ keys }) => keys);
  expect(onCard.filter((key) => shortcuts.some((shortcut) => shortcut.split(' ')[0] === key))).toEqual([]);
});

test('defines shortcuts in the notation of key events', () => {
  for (const shortcut of shortcuts) {
    expect(shortcut).toMatch(
      /^(?:(?:mod\+)?(?:alt\+)?(?:shift\+)?(?:[a-z0-9?/[,.]|delete|backspace)( [a-z])?)$/,
    );
  }
});
