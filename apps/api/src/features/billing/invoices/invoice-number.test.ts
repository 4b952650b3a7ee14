import { describe, expect, it } from 'vitest';
import { financialYearAt, seriesAt, writeNumber } from './invoice-number.ts';

describe('financialYearAt', () => {
  it.each([
    ['2026-11-25T10:00:00Z', '2627'],
    // 31 March, 23:59:59 and 1 April, 00:00 in India.
    ['2027-03-31T18:29:59.999Z', '2627'],
    ['2027-03-31T18:30:00Z', '2728'],
    ['2027-03-31T23:59:59Z', '2728'],
    ['2026-12-31T18:30:00Z', '2627'],
    ['2099-06-01T00:00:00Z', '9900'],
  ])('maps %s to the financial year %s', (instant, year) => {
    expect(financialYearAt(new Date(instant))).toBe(year);
  });
});

describe('writeNumber', () => {
  const at = new Date('2026-11-25T10:00:00Z');

  it.each([
    ['invoice', false, 1, 'INV2627-000001'],
    ['credit_note', false, 42, 'CN2627-000042'],
    ['invoice', true, 999_999, 'T-INV2627-999999'],
    ['invoice', false, 12_345_678, 'INV2627-12345678'],
  ] as const)('formats a number of type %s (sandbox: %s): %i becomes %s', (kind, isSandbox, n, number) => {
    expect(writeNumber(seriesAt(at, isSandbox), kind, n)).toBe(number);
    expect(number.length).toBeLessThanOrEqual(16);
  });
});
