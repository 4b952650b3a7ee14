// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { focusAfterRender, focusAsFallback, focusWhenMounted } from './focus-after-render.ts';

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const button = (name: string) => document.querySelector<HTMLElement>(`#${name}`) as HTMLElement;

beforeEach(() => {
  document.body.innerHTML =
    '<button id="one"></button><button id="two"></button><button id="three"></button>';
});

it('focuses the element in the next frame', async () => {
  button('one').focus();
  focusAfterRender(() => button('two'));
  expect(document.activeElement).toBe(button('one'));
  await frame();
  expect(document.activeElement).toBe(button('two'));
});

it('keeps focus on an element that the user focuses before the next frame', async () => {
  button('one').focus();
  focusAfterRender(() => button('two'));
  button('three').focus();
  await frame();
  expect(document.activeElement).toBe(button('three'));
});

it('overrides a fallback focus', async () => {
  button('one').focus();
  focusAfterRender(() => button('two'));
  button('one').remove();
  focusAsFallback(button('three'));
  await frame();
  expect(document.activeElement).toBe(button('two'));
});

it('applies only the last of several calls', async () => {
  focusAfterRender(() => button('two'));
  focusAfterRender(() => button('three'));
  await frame();
  expect(document.activeElement).toBe(button('three'));
});

it('focuses an element as soon as it is mounted, unless another one is requested', async () => {
  focusWhenMounted(() => button('two'));
  expect(document.activeElement).toBe(button('two'));
  focusWhenMounted(() => document.querySelector<HTMLElement>('#late'));
  await frame();
  document.body.insertAdjacentHTML('beforeend', '<button id="late"></button>');
  await frame();
  expect(document.activeElement).toBe(button('late'));
  focusWhenMounted(() => document.querySelector<HTMLElement>('#later'));
  focusWhenMounted(() => button('one'));
  document.body.insertAdjacentHTML('beforeend', '<button id="later"></button>');
  await frame();
  expect(document.activeElement).toBe(button('one'));
});
