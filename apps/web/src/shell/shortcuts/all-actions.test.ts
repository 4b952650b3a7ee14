import { expect, test } from 'vitest';
import { ALL_ACTIONS, BOARD_KEYS } from './all-actions.ts';

const shortcuts = ALL_ACTIONS.flatMap((action) => action.shortcuts ?? []);

/** What occurs more than once. */
function findDoubles(values: readonly string[]): string[] {
  return values.filter((value, at) => values.indexOf(value) !== at);
}

test('every action is defined once', () => {
  expect(findDoubles(ALL_ACTIONS.map(({ id }) => id))).toEqual([]);
  expect(findDoubles(ALL_ACTIONS.map(({ title }) => title.id))).toEqual([]);
});

test('every shortcut does one thing, and none is the beginning of another', () => {
  expect(findDoubles(shortcuts)).toEqual([]);
  const begun = shortcuts.filter((one) => shortcuts.some((other) => other.startsWith(`${one} `)));
  expect(begun).toEqual([]);
});

test('what a key does on a card does not hide a shortcut', () => {
  const onCard = BOARD_KEYS.flatMap(({ keys }) => keys);
  expect(onCard.filter((key) => shortcuts.some((shortcut) => shortcut.split(' ')[0] === key))).toEqual([]);
});

test('shortcuts are written as presses are read', () => {
  for (const shortcut of shortcuts) {
    expect(shortcut).toMatch(
      /^(?:(?:mod\+)?(?:alt\+)?(?:shift\+)?(?:[a-z0-9?/[,.]|delete|backspace)( [a-z])?)$/,
    );
  }
});
