// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { focusWhenDrawn, holdFocus } from './focus-when-drawn.ts';

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const button = (name: string) => document.querySelector<HTMLElement>(`#${name}`) as HTMLElement;

beforeEach(() => {
  document.body.innerHTML =
    '<button id="one"></button><button id="two"></button><button id="three"></button>';
});

it('gives the focus to what is drawn by the next frame', async () => {
  button('one').focus();
  focusWhenDrawn(() => button('two'));
  expect(document.activeElement).toBe(button('one'));
  await frame();
  expect(document.activeElement).toBe(button('two'));
});

it('leaves people where they have gone by then', async () => {
  button('one').focus();
  focusWhenDrawn(() => button('two'));
  button('three').focus();
  await frame();
  expect(document.activeElement).toBe(button('three'));
});

it('takes the focus from what only holds it since its place went', async () => {
  button('one').focus();
  focusWhenDrawn(() => button('two'));
  button('one').remove();
  holdFocus(button('three'));
  await frame();
  expect(document.activeElement).toBe(button('two'));
});

it('counts the last of several', async () => {
  focusWhenDrawn(() => button('two'));
  focusWhenDrawn(() => button('three'));
  await frame();
  expect(document.activeElement).toBe(button('three'));
});
