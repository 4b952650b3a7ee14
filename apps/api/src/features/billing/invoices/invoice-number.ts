import type { Invoice } from '@hearth/contracts/billing/invoices';
import { dayAt } from '#platform/day-in-zone.ts';

export const INDIA = 'Asia/Kolkata';

const LETTERS = { invoice: 'INV', credit_note: 'CN' } as const;

/** Returns the Indian financial year (April to March), such as `2627`. */
export function financialYearAt(instant: Date): string {
  const day = dayAt(instant, INDIA);
  const year = Number(day.slice(0, 4)) - (day.slice(5, 7) < '04' ? 1 : 0);
  const twoDigits = (of: number) => String(of % 100).padStart(2, '0');
  return `${twoDigits(year)}${twoDigits(year + 1)}`;
}

/**
 * Returns the series in which an invoice is numbered. The sandbox has its own series: test payments must not leave gaps in the real one.
 */
export function seriesAt(instant: Date, isSandbox: boolean): string {
  return `${isSandbox ? 'T-' : ''}${financialYearAt(instant)}`;
}

/** Formats an invoice number such as `INV2627-000001`, which may have at most 16 characters (Rule 46 of the CGST Rules). */
export function writeNumber(series: string, kind: Invoice['kind'], n: number): string {
  const [, prefix = '', year = ''] = /^(T-)?(\d{4})$/.exec(series) ?? [];
  return `${prefix}${LETTERS[kind]}${year}-${String(n).padStart(6, '0')}`;
}
