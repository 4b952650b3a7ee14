import { expect, it } from 'vitest';
import { watchPresses } from './whole-press.ts';

const turn = () => new Promise((resolve) => setTimeout(resolve));

it.each([
  ['pointerdown', 'pointerup'],
  ['pointerdown', 'pointercancel'],
  ['keydown', 'keyup'],
  ['keydown', 'blur'],
])('resolves after a whole press from %s to %s', async (begin, end) => {
  const page = new EventTarget();
  const whenReleased = watchPresses(page);
  expect(whenReleased()).toBeNull();
  page.dispatchEvent(new Event(begin));
  const released = whenReleased();
  let isOver = false;
  void released?.then(() => (isOver = true));
  await turn();
  expect(isOver).toBe(false);
  page.dispatchEvent(new Event(end));
  // The press lasts until the next task because the click is dispatched in this one.
  expect(whenReleased()).toBe(released);
  await released;
  expect(whenReleased()).toBeNull();
});
