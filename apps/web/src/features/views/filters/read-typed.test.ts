import { expect, it } from 'vitest';
import { readTyped } from './read-typed.ts';

it.each([
  ['due', '2026-12-24', '2026-12-24'],
  ['due', '2026-12-01 – 2026-12-24', '2026-12-01..2026-12-24'],
  ['due', '..2026-12-24', '..2026-12-24'],
  ['due', '12', 'next12'],
  ['due', 'Last 5', 'last5'],
  ['due', 'soon', null],
  ['created', '2026-13-01', null],
  ['updated', '7', 'next7'],
  ['updated', 'last 7', 'last7'],
  ['blocked', 'yes', null],
  ['estimate', '4', '4'],
  ['estimate', '3 - 8', '3..8'],
  ['estimate', '3 to 8', '3..8'],
  ['estimate', 'large', null],
  ['title', ' Hello, you ', 'Hello, you'],
  ['title', '  ', null],
  ['status', 'Done', null],
] as const)('parses %s filter value %j as %s', (field, typed, value) => {
  expect(readTyped(field, typed)).toBe(value);
});
