import { expect, test } from 'vitest';
import { clampWidth, parseColumns, printColumns } from './view-columns-values.ts';

test('columns come back from their text, the title first whatever it says', () => {
  const text = 'title-300,due,status-120';
  expect(printColumns(parseColumns(text) ?? [])).toBe(text);
  expect(printColumns(parseColumns('due,title-200') ?? [])).toBe('title-200,due');
  expect(printColumns(parseColumns('due') ?? [])).toBe('title,due');
});

test('what names no columns is passed over', () => {
  for (const text of ['', 'cube', 'due,due', 'due-x', 'due-12-3', 'due,', `due${' '.repeat(2000)}`])
    expect(parseColumns(text)).toBeNull();
});

test('a width stays within what can be used', () => {
  expect(clampWidth(1)).toBe(72);
  expect(clampWidth(5000)).toBe(900);
  expect(parseColumns('due-1')?.[1]).toEqual({ field: 'due', width: 72 });
});
