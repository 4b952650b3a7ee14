import { afterEach, expect, test, vi } from 'vitest';
import { listenToKeys, readPress } from './keys.ts';

const NOTHING = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test.each([
  ['c', { key: 'c', code: 'KeyC' }, false],
  ['c', { key: 'C', code: 'KeyC' }, false],
  ['shift+c', { key: 'C', code: 'KeyC', shiftKey: true }, false],
  ['?', { key: '?', code: 'Slash', shiftKey: true }, false],
  ['mod+k', { key: 'k', code: 'KeyK', ctrlKey: true }, false],
  ['mod+k', { key: 'k', code: 'KeyK', metaKey: true }, true],
  ['other+k', { key: 'k', code: 'KeyK', ctrlKey: true }, true],
  ['mod+shift+z', { key: 'Z', code: 'KeyZ', ctrlKey: true, shiftKey: true }, false],
  ['alt+arrowup', { key: 'ArrowUp', code: 'ArrowUp', altKey: true }, false],
  // A Devanagari keyboard: the key that bears T in latin.
  ['t', { key: 'ू', code: 'KeyT' }, false],
  [null, { key: 'Shift', code: 'ShiftLeft', shiftKey: true }, false],
])('%s', (press, event, isMac) => {
  expect(readPress({ ...NOTHING, ...event }, isMac)).toBe(press);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Presses keys at these milliseconds on a page that knows some shortcuts; gives what was run. */
function pressAt(shortcuts: readonly string[], presses: readonly (readonly [key: string, at: number])[]) {
  const target = new EventTarget();
  vi.stubGlobal('window', target);
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('Element', Event);
  const ran: string[] = [];
  const listener = { shortcuts: () => shortcuts, isEverywhere: () => false };
  const stop = listenToKeys({ ...listener, run: (shortcut) => ran.push(shortcut) }, false);
  for (const [key, at] of presses) {
    const event = new Event('keydown', { cancelable: true });
    const press = { ...NOTHING, key, code: `Key${key.toUpperCase()}`, isComposing: false, timeStamp: at };
    for (const [name, value] of Object.entries(press)) Object.defineProperty(event, name, { value });
    target.dispatchEvent(event);
  }
  stop();
  return ran;
}

test('the second key of two may take a second and a half', () => {
  const shortcuts = ['g t', 'g x', 't'];
  expect(
    pressAt(shortcuts, [
      ['g', 0],
      ['x', 1500],
    ]),
  ).toEqual(['g x']);
  expect(
    pressAt(shortcuts, [
      ['g', 0],
      ['x', 1501],
    ]),
  ).toEqual([]);
  // Late, it does what it does alone.
  expect(
    pressAt(shortcuts, [
      ['g', 0],
      ['t', 1400],
    ]),
  ).toEqual(['g t']);
  expect(
    pressAt(shortcuts, [
      ['g', 0],
      ['t', 1600],
    ]),
  ).toEqual(['t']);
});

test('a key that belongs to no two ends the wait', () => {
  expect(
    pressAt(
      ['g t', 'c'],
      [
        ['g', 0],
        ['c', 100],
        ['t', 200],
      ],
    ),
  ).toEqual(['c']);
});
