import { foldWord } from '#core/fold.ts';
import { addDays, weekdayOf } from '#core/days.ts';
import { addMonths, findDay } from './quick-days.ts';

/** The largest counts of the phrases 'in 31 days', 'in 12 weeks' and 'in 24 months'. */
const COUNTS = { day: 31, week: 12, month: 24 } as const;

type DatePart = 'day' | 'month' | 'year';

/** The words of a language, from `Intl`, folded as in `foldText`. */
interface LocalWords {
  /** Month numbers by name. */
  months: ReadonlyMap<string, number>;
  /** Weekdays by name, 1 Monday … 7 Sunday. */
  weekdays: ReadonlyMap<string, number>;
  /** Relative days: 'tomorrow', 'in 2 weeks'. */
  near: ReadonlyMap<string, (today: string) => string>;
  /** Words between the parts of a date, such as 'de' in Spanish. */
  fillers: ReadonlySet<string>;
  /** The order of the parts of a numeric date. */
  order: readonly DatePart[];
}

const cache = new Map<string, LocalWords>();

/**
 * Parses a day as it is written in a language: '24 déc. 2026', 'jeudi', 'mañana', 'dans 2 semaines', and in numbers in the order of the language.
 * Returns null for other texts. A day without a year is the next one from today on.
 * @param tag the BCP 47 tag
 */
export function readLocalDay(text: string, today: string, tag: string): string | null {
  const words = readWords(tag);
  const folded = foldText(text);
  const near = words.near.get(folded);
  if (near !== undefined) return near(today);
  const weekday = words.weekdays.get(folded);
  if (weekday !== undefined) return addDays(today, (weekday - weekdayOf(today) + 7) % 7);
  return readDate(folded, today, words);
}

function readDate(folded: string, today: string, words: LocalWords): string | null {
  const tokens = folded
    .split(/[\s./,،-]+/)
    .filter((token) => token !== '' && !words.fillers.has(token) && !words.weekdays.has(token));
  const months = tokens.flatMap((token) => words.months.get(token) ?? []);
  const numbers = tokens.filter((token) => /^\d{1,4}$/.test(token));
  if (months.length + numbers.length !== tokens.length || months.length > 1 || tokens.length < 2) return null;
  const order = words.order.filter((part) => part !== 'month' || months.length === 0);
  const isYearFirst = numbers[0]?.length === 4;
  const parts = numbers.length === order.length ? order : order.filter((part) => part !== 'year');
  if (numbers.length !== parts.length) return null;
  const inOrder = isYearFirst ? YEAR_FIRST.filter((part) => parts.includes(part)) : parts;
  const numberOf = (part: DatePart) => numbers[inOrder.indexOf(part)];
  const [day, year] = [numberOf('day'), numberOf('year')];
  if (day === undefined || day.length > 2 || year?.length === 1 || year?.length === 3) return null;
  const fullYear = year?.length === 2 ? `20${year}` : year;
  return findDay(Number(day), months[0] ?? Number(numberOf('month')), fullYear, today);
}

const YEAR_FIRST: readonly DatePart[] = ['year', 'month', 'day'];

/** Folds case and accents, replaces digits of other scripts, and removes the dots of abbreviations. */
function foldText(text: string): string {
  return foldWord(text.replaceAll(/\p{Cf}/gu, ''))
    .replaceAll(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
    .replaceAll(/(?<=[^\d\s])\.(?=[\s,]|$)/gu, '')
    .trim()
    .replaceAll(/\s+/g, ' ');
}

/** The value of a decimal digit: in Unicode, each script has ten consecutive ones. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return code - zero;
}

function readWords(tag: string): LocalWords {
  const known = cache.get(tag);
  if (known !== undefined) return known;
  const sample = new Date(Date.UTC(2026, 11, 24));
  const partsOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).formatToParts(sample);
  const words: LocalWords = {
    months: listNames(tag, 12, ['month', 'day'], (month) => Date.UTC(2026, month - 1, 1)),
    weekdays: listNames(tag, 7, ['weekday'], (weekday) => Date.UTC(2024, 0, weekday)),
    near: listNear(tag),
    fillers: new Set(
      partsOf({ dateStyle: 'full' }).flatMap(({ type, value }) =>
        type === 'literal' ? foldText(value).split(' ') : [],
      ),
    ),
    order: partsOf({ day: 'numeric', month: 'numeric', year: 'numeric' }).flatMap(({ type }) =>
      type === 'day' || type === 'month' || type === 'year' ? type : [],
    ),
  };
  cache.set(tag, words);
  return words;
}

/** The long and short names of months or weekdays, alone and beside a day, because some languages inflect them. */
function listNames(
  tag: string,
  count: number,
  [part, beside]: readonly ['month' | 'weekday', 'day'?],
  at: (number: number) => number,
): Map<string, number> {
  const names = new Map<string, number>();
  for (const style of ['long', 'short'] as const) {
    for (const others of [{}, beside === undefined ? {} : ({ [beside]: 'numeric' } as const)]) {
      const format = new Intl.DateTimeFormat(tag, { [part]: style, ...others, timeZone: 'UTC' });
      for (let number = 1; number <= count; number += 1) {
        const name = format.formatToParts(at(number)).find(({ type }) => type === part)?.value;
        if (name !== undefined) names.set(foldText(name), number);
      }
    }
  }
  return names;
}

function listNear(tag: string): Map<string, (today: string) => string> {
  const near = new Map<string, (today: string) => string>();
  const formats = (['auto', 'always'] as const).map(
    (numeric) => new Intl.RelativeTimeFormat(tag, { numeric }),
  );
  for (const unit of ['month', 'week', 'day'] as const) {
    const add = (count: number) => (today: string) =>
      unit === 'month' ? addMonths(today, count) : addDays(today, unit === 'week' ? count * 7 : count);
    // 'This week' is not a day.
    for (let count = unit === 'day' ? -2 : 1; count <= COUNTS[unit]; count += 1)
      for (const format of formats) near.set(foldText(format.format(count, unit)), add(count));
  }
  return near;
}
