import { expect, it } from 'vitest';
import { readTyped } from './read-typed.ts';

it.each([
  ['due', '2026-12-24', '2026-12-24'],
  ['due', '2026-12-01 – 2026-12-24', '2026-12-01..2026-12-24'],
  ['due', '..2026-12-24', '..2026-12-24'],
  ['due', '12', 'next12'],
  ['due', 'Last 5', 'last5'],
  ['due', 'tomorrow', '2026-12-01'],
  ['due', '20 Dec', '2026-12-20'],
  ['due', '24/12/2026', '2026-12-24'],
  ['due', '1 dec to 24 dec', '2026-12-01..2026-12-24'],
  ['due', '24 dec – 1 dec', null],
  ['due', 'this month', '2026-11-01..2026-11-30'],
  ['due', 'कल', '2026-12-01'],
  ['closed', 'yesterday', '2026-11-29'],
  ['updated', 'last 2 weeks', 'last14'],
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
  expect(readTyped(field, typed, '2026-11-30')).toBe(value);
});
