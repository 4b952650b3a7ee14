import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { areShortcutsClashing, explainNoShortcut, mergeShortcuts } from './shortcut-values.ts';

test('accepts one or two keys, and rejects keys reserved for browsers and text editing', () => {
  for (const keys of ['c', '?', 'ö', 'mod+k', 'mod+alt+shift+k', 'g t', 'shift+g x', 'delete', 'alt+x'])
    expect(explainNoShortcut(keys), keys).toBeNull();
  for (const keys of [
    '',
    'C',
    'enter',
    'escape',
    ' ',
    'a b c',
    'mod+g t',
    'arrowup',
    'ctrl+k',
    'cc',
    '+',
    '\u0000',
  ])
    expect(explainNoShortcut(keys), keys).toBe('form');
  for (const keys of ['mod+c', 'mod+v', 'mod+z', 'mod+shift+z'])
    expect(explainNoShortcut(keys)).toBe('typing');
  for (const keys of ['mod+t', 'mod+w', 'mod+shift+n', 'mod+1', 'mod+l', 'alt+d'])
    expect(explainNoShortcut(keys)).toBe('browser');
});

test('reports a conflict if shortcuts are equal or one is a prefix of the other', () => {
  expect(areShortcutsClashing('g', 'g t')).toBe(true);
  expect(areShortcutsClashing('g t', 'g')).toBe(true);
  expect(areShortcutsClashing('g t', 'g x')).toBe(false);
  expect(areShortcutsClashing('mod+k', 'mod+k')).toBe(true);
});

const acts = fc.constantFrom('a.a', 'a.b', 'a.c', 'a.d');
const keys = fc.constantFrom('', 'c', 'g', 'g t', 'g x', 'mod+k');
/** Changes that the server accepts: no two actions have conflicting shortcuts. */
const changes = fc.dictionary(acts, fc.option(keys, { nil: null })).filter((one) => !hasDoubles(one));

function hasDoubles(map: Readonly<Record<string, string | null>>): boolean {
  const chosen = Object.values(map).filter((one) => one !== null && one !== '');
  return chosen.some((one, at) =>
    chosen.slice(0, at).some((other) => areShortcutsClashing(one ?? '', other ?? '')),
  );
}

test('applies the last choice and unassigns its keys from all other actions', () => {
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 8 }), (steps) => {
      let own = {};
      for (const step of steps) {
        own = mergeShortcuts(own, step);
        expect(hasDoubles(own)).toBe(false);
        for (const [act, chosen] of Object.entries(step))
          expect(own).toEqual(
            chosen === null
              ? expect.not.objectContaining({ [act]: expect.anything() })
              : expect.objectContaining({ [act]: chosen }),
          );
      }
    }),
  );
});
