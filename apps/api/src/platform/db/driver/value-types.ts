import { types } from 'pg';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMP = 1114;
const TEXT_ARRAY = 1009;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;

// count(*) and our sequence numbers are int8 and far below 2^53. Throw an error rather than returning an inexact number.
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number.`);
  return value;
}

// The package's types list the type ids as a closed set, which lacks array types.
const getBuiltInParser = types.getTypeParser as (
  typeId: number,
  format: 'text' | 'binary',
) => (value: string) => unknown;

const parseTextArray = getBuiltInParser(TEXT_ARRAY, 'text') as (text: string) => (string | null)[];

function parseInt8Array(text: string): (number | null)[] {
  return parseTextArray(text).map((item) => (item === null ? null : parseInt8(item)));
}

const OWN_PARSERS = new Map<number, (text: string) => unknown>([
  [INT8, parseInt8],
  [INT8_ARRAY, parseInt8Array],
  // A day has no time zone, but pg would convert it to a Date at local midnight.
  [DATE, (text) => text],
  [DATE_ARRAY, parseTextArray],
  [TIMESTAMP, (text) => text],
]);

/**
 * Defines how column values are returned: timestamptz as Date, days as `2026-11-20`, int8 as number, numeric as text, bytea
 * as Buffer.
 */
export const valueTypes = {
  getTypeParser(typeId: number, format: 'text' | 'binary' = 'text'): (value: string) => unknown {
    const own = format === 'text' ? OWN_PARSERS.get(typeId) : undefined;
    return own ?? getBuiltInParser(typeId, format);
  },
};
