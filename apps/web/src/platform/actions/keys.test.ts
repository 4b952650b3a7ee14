import { afterEach, expect, test, vi } from 'vitest';
import { listenToKeys, readPress, type KeyListener } from './keys.ts';

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
  // A Devanagari keyboard. The physical key of the Latin T types another letter on it.
  ['t', { key: 'ू', code: 'KeyT' }, false],
  [null, { key: 'Shift', code: 'ShiftLeft', shiftKey: true }, false],
])('reads %s from the event %o', (press, event, isMac) => {
  expect(readPress({ ...NOTHING, ...event }, isMac)).toBe(press);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Opens a page with a key listener. `ran` contains the shortcuts that were run. */
function openPage(listener: Pick<KeyListener, 'shortcuts'> & Partial<KeyListener>) {
  const target = new EventTarget();
  vi.stubGlobal('window', target);
  vi.stubGlobal('document', { querySelector: () => null, activeElement: null });
  vi.stubGlobal('Element', Event);
  const ran: string[] = [];
  const run = (shortcut: string) => void ran.push(shortcut);
  const stop = listenToKeys({ isEverywhere: () => false, whenMore: () => null, run, ...listener }, false);
  const press = (key: string, at = performance.now()) => {
    const event = new Event('keydown', { cancelable: true });
    const values = { ...NOTHING, key, code: `Key${key.toUpperCase()}`, isComposing: false, timeStamp: at };
    for (const [name, value] of Object.entries(values)) Object.defineProperty(event, name, { value });
    target.dispatchEvent(event);
  };
  return { ran, press, click: () => target.dispatchEvent(new Event('pointerdown')), stop };
}

/**
 * Presses keys at the given times, in milliseconds, on a page with these shortcuts.
 * @returns the shortcuts that were run
 */
function pressAt(shortcuts: readonly string[], presses: readonly (readonly [key: string, at: number])[]) {
  const { ran, press, stop } = openPage({ shortcuts: () => shortcuts });
  for (const [key, at] of presses) press(key, at);
  stop();
  return ran;
}

test('accepts the second key of a sequence within 1.5 seconds', () => {
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
  // After the timeout, the key runs its own shortcut.
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

test('cancels the sequence on another key and runs the shortcut of that key', () => {
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

/** Opens a page on which 'p', 'g t' and 't' become active when `come` is called. */
function openLatePage() {
  let known = ['c'];
  let settle = (): void => undefined;
  let more: Promise<void> | null = new Promise((resolve) => {
    settle = resolve;
  });
  const page = openPage({ shortcuts: () => known, whenMore: () => more });
  const come = async () => {
    known = ['c', 'p', 'g t', 't'];
    more = null;
    settle();
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { ...page, come };
}

test('queues keys until the code that handles the first of them is loaded', async () => {
  const { ran, press, come, stop } = openLatePage();
  for (const key of ['p', 'c', 'g', 't']) press(key);
  expect(ran).toEqual([]);
  await come();
  expect(ran).toEqual(['p', 'c', 'g t']);
  press('p');
  expect(ran).toEqual(['p', 'c', 'g t', 'p']);
  stop();
});

test('does not queue keys that are already handled or have no effect', async () => {
  const { ran, press, come, stop } = openLatePage();
  press('Tab');
  press('c');
  expect(ran).toEqual(['c']);
  await come();
  expect(ran).toEqual(['c']);
  stop();
});

test('clears the queue on a pointer press or after five seconds', async () => {
  const { ran, press, click, come, stop } = openLatePage();
  press('p');
  click();
  await come();
  expect(ran).toEqual([]);
  stop();

  vi.useFakeTimers();
  const late = openLatePage();
  late.press('p');
  vi.advanceTimersByTime(5001);
  vi.useRealTimers();
  await late.come();
  expect(late.ran).toEqual([]);
  late.stop();
});
