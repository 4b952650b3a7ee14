import { expect, it } from 'vitest';
import { fitCrop, moveCrop, START_CROP } from './crop.ts';

const WIDE = { width: 400, height: 200 };

it('starts at the centre of the image and fits its shorter side', () => {
  expect(fitCrop(START_CROP, WIDE, 100)).toEqual({ width: 200, height: 100, x: -50, y: 0 });
});

it('pans along the longer side only up to the edges', () => {
  const left = moveCrop(START_CROP, WIDE, { x: 5, y: 5 });
  expect(fitCrop(left, WIDE, 100)).toMatchObject({ x: 0, y: 0 });
  const right = moveCrop(START_CROP, WIDE, { x: -0.25, y: 0 });
  expect(fitCrop(right, WIDE, 100).x).toBe(-75);
  expect(fitCrop(moveCrop(right, WIDE, { x: -9, y: 0 }), WIDE, 100).x).toBe(-100);
});

it('keeps the square filled when the image is zoomed out again', () => {
  const near = moveCrop({ ...START_CROP, zoom: 4 }, WIDE, { x: 9, y: 9 });
  const far = moveCrop({ ...near, zoom: 1 }, WIDE, { x: 0, y: 0 });
  const shown = fitCrop(far, WIDE, 100);
  expect(shown.x).toBeLessThanOrEqual(0);
  expect(shown.x + shown.width).toBeGreaterThanOrEqual(100);
  expect(shown.y).toBe(0);
});
