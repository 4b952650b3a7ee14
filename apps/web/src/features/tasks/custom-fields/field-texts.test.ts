import { i18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { formatValue, inOrder, readNumber, readTyped, writeTyped } from './field-texts.ts';

const of = (type: Parameters<typeof readTyped>[0]['type']) => ({ type, options: [] });

test('parses signs, group separators, currencies and Devanagari digits and rejects malformed numbers', () => {
  for (const [text, number] of [
    ['12', 12],
    ['-1,25,000.50', -125000.5],
    ['₹ 1,200', 1200],
    ['12.5 %', 12.5],
    ['१२.५', 12.5],
    ['.5', 0.5],
    ['1 000', 1000],
    ['12,5', 12.5],
    ['-0,75 %', -0.75],
    ['12,500', 12500],
    ['12,34,567', 1234567],
    ['1.234.567,5', 1234567.5],
  ] as const)
    expect(readNumber(text), text).toBe(number);
  for (const text of ['', 'twelve', '1.2.3', '--1', '1e5', '%', '1,2,3', '12,5.5'])
    expect(readNumber(text), text).toBe(null);
});

test('parses and formats numbers in the notation of the active locale', () => {
  const numbers = (locale: string, texts: string[]) => {
    i18n.loadAndActivate({ locale, messages: {} });
    return texts.map(readNumber);
  };
  try {
    const texts = ['12,5', '1.234,5', '1.200', '12.5', '1.25', '-0,75 €', '1,25,000.50', '1,234.56'];
    expect(numbers('es', texts)).toEqual([12.5, 1234.5, 1200, 12.5, 1.25, -0.75, 125000.5, 1234.56]);
    expect(numbers('fr', ['1\u202f234,5', '12,5 %', '1.200', '1,'])).toEqual([1234.5, 12.5, 1.2, 1]);
    expect(writeTyped(12.5)).toBe('12,5');
    expect(readNumber(writeTyped(1.125))).toBe(1.125);
    expect(numbers('ar', ['١٢٫٥', '١٬٢٠٠', '1,200.5'])).toEqual([12.5, 1200, 1200.5]);
    expect(writeTyped(12.5)).toBe('12.5');
  } finally {
    i18n.loadAndActivate({ locale: 'en', messages: {} });
  }
});

test('normalizes text and URLs and reports invalid numbers and URLs', () => {
  expect(readTyped(of('text'), '  a   b ')).toEqual({ value: 'a b' });
  expect(readTyped(of('text'), '   ')).toEqual({ value: null });
  expect(readTyped(of('money'), '99 crore')).toEqual({ fault: 'number' });
  expect(readTyped(of('url'), 'example.com/a?b=c')).toEqual({ value: 'https://example.com/a?b=c' });
  expect(readTyped(of('url'), 'ada@example.com')).toEqual({ value: 'mailto:ada@example.com' });
  expect(readTyped(of('url'), 'javascript:alert(1)')).toEqual({ fault: 'url' });
});

test('formats amounts, percentages and selected options in the order of the field’s options', () => {
  const names = { person: () => 'Ada', task: (id: string) => id, removedOption: 'Gone', yes: 'Yes' };
  const options = [
    { id: 'o2', name: 'Large', color: 'sky' as const },
    { id: 'o1', name: 'Small', color: 'sky' as const },
  ];
  const field = { id: 'f', name: 'F', options, currency: 'INR', position: 'a0', formula: null, result: null };
  expect(formatValue({ ...field, type: 'money' }, 125000, names)).toBe('₹1,25,000');
  expect(formatValue({ ...field, type: 'percent' }, 12.5, names)).toBe('12.5%');
  expect(formatValue({ ...field, type: 'multiSelect' }, ['o1', 'o2', 'o9'], names)).toBe(
    'Large, Small and Gone',
  );
  expect(inOrder(field, ['o9', 'o1', 'o2'])).toEqual(['o2', 'o1', 'o9']);
});
