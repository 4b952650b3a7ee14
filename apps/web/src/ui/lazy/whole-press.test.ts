import { expect, it } from 'vitest';
import { watchPresses } from './whole-press.ts';

const turn = () => new Promise((resolve) => setTimeout(resolve));

it.each([
  ['pointerdown', 'pointerup'],
  ['pointerdown', 'pointercancel'],
  ['keydown', 'keyup'],
  ['keydown', 'blur'],
])('a press from %s to %s is whole before it counts as over', async (begin, end) => {
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
  // What hears the click in this turn still meets the button of before.
  expect(whenReleased()).toBe(released);
  await released;
  expect(whenReleased()).toBeNull();
});
