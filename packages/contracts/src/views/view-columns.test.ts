import { expect, test } from 'vitest';
import { clampWidth, parseColumns, printColumns } from './view-columns-values.ts';

test('parses column lists, with the title always first', () => {
  const text = 'title-300,due,status-120';
  expect(printColumns(parseColumns(text) ?? [])).toBe(text);
  expect(printColumns(parseColumns('due,title-200') ?? [])).toBe('title-200,due');
  expect(printColumns(parseColumns('due') ?? [])).toBe('title,due');
});

test('rejects invalid column lists', () => {
  for (const text of ['', 'cube', 'due,due', 'due-x', 'due-12-3', 'due,', `due${' '.repeat(2000)}`])
    expect(parseColumns(text)).toBeNull();
});

test('clamps widths to the allowed range', () => {
  expect(clampWidth(1)).toBe(72);
  expect(clampWidth(5000)).toBe(900);
  expect(parseColumns('due-1')?.[1]).toEqual({ field: 'due', width: 72 });
});
