import { addDays, weekdayOf } from '#core/days.ts';
import {
  anyOf,
  COUNTS,
  MONTHS,
  NEAR,
  readNumber,
  SHORT_WEEKDAYS,
  UNITS,
  WEEKDAYS,
} from './quick-day-words.ts';

/** A matched day, or a range of days. */
export interface DayMatch {
  start: number;
  end: number;
  /** Several days if the text is ambiguous. */
  days: readonly string[];
  /** The first day of a range. */
  from?: string;
  /** True for a weekday, which recurs a week later. */
  isWeekly?: boolean;
  /** Only valid at the end of the text, or after a word such as 'by'. */
  isWeak: boolean;
}

type Groups = Record<string, string>;
type Reading = Pick<DayMatch, 'days' | 'from' | 'isWeekly'> | null;

interface Rule {
  pattern: string;
  isWeak?: boolean;
  read: (groups: Groups, today: string) => Reading;
}

const DIGIT = '[0-9०-९]';
const DAY_OF_MONTH = `${DIGIT}{1,2}`;
const MONTH = anyOf(MONTHS);
const WEEKDAY = anyOf(WEEKDAYS);
const NEXT = 'अगले|अगला|अगली|agle|agla|agli';

const just = (day: string | null): Reading => (day === null ? null : { days: [day] });
const monthOf = (name: string | undefined): number => MONTHS[(name ?? '').toLowerCase()] ?? 0;

/** Ordered by precedence, longest match first. */
const RULES: readonly Rule[] = [
  {
    pattern: `(?<y>${DIGIT}{4})-(?<m>${DIGIT}{2})-(?<d>${DIGIT}{2})`,
    read: ({ y, m, d }) => just(makeDay(toNumber(y), toNumber(m), toNumber(d))),
  },
  {
    pattern: `(?<a>${DAY_OF_MONTH})(?:st|nd|rd|th)?\\s*(?:-|–|to|से)\\s*(?<d>${DAY_OF_MONTH})(?:st|nd|rd|th)?\\s+(?<m>${MONTH})(?:,?\\s+(?<y>${DIGIT}{4}))?`,
    read: ({ a, d, m, y }, today) => readRange(toNumber(a), toNumber(d), monthOf(m), y, today),
  },
  {
    pattern: `(?<d>${DAY_OF_MONTH})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(?<m>${MONTH})(?:,?\\s+(?<y>${DIGIT}{4}))?`,
    read: ({ d, m, y }, today) => just(findDay(toNumber(d), monthOf(m), y, today)),
  },
  {
    pattern: `(?<m>${MONTH})\\s+(?<d>${DAY_OF_MONTH})(?:st|nd|rd|th)?(?:,?\\s+(?<y>${DIGIT}{4}))?`,
    read: ({ d, m, y }, today) => just(findDay(toNumber(d), monthOf(m), y, today)),
  },
  {
    pattern: `(?<d>${DAY_OF_MONTH})/(?<m>${DAY_OF_MONTH})/(?<y>${DIGIT}{4})`,
    read: ({ d, m, y }, today) => just(findDay(toNumber(d), toNumber(m), y, today)),
  },
  {
    pattern: `(?<d>${DAY_OF_MONTH})/(?<m>${DAY_OF_MONTH})`,
    isWeak: true,
    read: ({ d, m }, today) => just(findDay(toNumber(d), toNumber(m), undefined, today)),
  },
  {
    pattern: `in\\s+(?<n>${DIGIT}{1,3}|${anyOf(COUNTS)})\\s+(?<u>${anyOf(UNITS)})`,
    read: ({ n, u }, today) => just(addUnits(today, readNumber(n ?? ''), u)),
  },
  {
    pattern: `(?<n>${DIGIT}{1,3}|${anyOf(COUNTS)})\\s+(?<u>${anyOf(UNITS)})\\s+(?:from\\s+(?:now|today)|में|बाद|के\\s+बाद|के\\s+अंदर|mein|me|baad|ke\\s+baad|ke\\s+andar)`,
    read: ({ n, u }, today) => just(addUnits(today, readNumber(n ?? ''), u)),
  },
  {
    pattern:
      '(?:the\\s+)?end\\s+of\\s+(?:the\\s+|this\\s+)?(?<u>week|month|year)|eo(?<u1>w|m)|(?<u2>हफ्ते|हफ़्ते|सप्ताह|महीने|माह|साल)\\s+के\\s+(?:अंत|आखिर|आख़िर)',
    read: (groups, today) => just(endOf(groups['u'] ?? groups['u1'] ?? groups['u2'] ?? '', today)),
  },
  {
    pattern: `next\\s+(?<w>${WEEKDAY}|${anyOf(SHORT_WEEKDAYS)})|(?:${NEXT})\\s+(?<w1>${WEEKDAY})`,
    read: ({ w, w1 }, today) => just(addDays(mondayOf(today), 6 + findWeekday(w ?? w1))),
  },
  {
    pattern: `next\\s+(?<u>week|month|year)|(?:${NEXT})\\s+(?<u1>हफ्ते|हफ़्ते|सप्ताह|महीने|माह|साल|hafte|mahine|saal)`,
    read: ({ u, u1 }, today) => just(beginOfNext(u ?? u1 ?? '', today)),
  },
  {
    pattern: '(?:this\\s+)?weekend|(?:इस\\s+)?वीकेंड',
    isWeak: true,
    read: (_groups, today) => just(addDays(mondayOf(today), weekdayOf(today) === 7 ? 6 : 5)),
  },
  { pattern: `(?<w>${anyOf(NEAR)})`, read: ({ w }, today) => just(addDays(today, NEAR[lower(w)] ?? 0)) },
  {
    pattern: `(?:this\\s+|इस\\s+)(?<w>${WEEKDAY}|${anyOf(SHORT_WEEKDAYS)})|(?<w1>${WEEKDAY})`,
    read: ({ w, w1 }, today) => readNextWeekday(findWeekday(w ?? w1), today),
  },
  {
    pattern: `(?<w>${anyOf(SHORT_WEEKDAYS)})`,
    isWeak: true,
    read: ({ w }, today) => readNextWeekday(findWeekday(w), today),
  },
];

const EXPRESSIONS = RULES.map(
  (rule) =>
    ({
      ...rule,
      // Does not match within a word, nor in "today's" or "monday.com".
      expression: new RegExp(
        `(?<![\\p{L}\\p{M}\\p{N}_/.-])(?:${rule.pattern})(?![\\p{L}\\p{M}\\p{N}_/'’]|[-.@][\\p{L}\\p{N}])`,
        'giu',
      ),
    }) as const,
);
/** Words before a recurrence, which is not a single day. */
const AGAIN = /(?:every|each|हर|प्रत्येक|har)\s+(?:other\s+|दूसरे\s+)?$/iu;

/** Finds all days in text, from left to right, without overlaps. */
export function findDays(text: string, today: string): DayMatch[] {
  const found: DayMatch[] = [];
  for (const { expression, read, isWeak = false } of EXPRESSIONS) {
    for (const match of text.matchAll(expression)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (found.some((other) => start < other.end && other.start < end)) continue;
      if (AGAIN.test(text.slice(0, start))) continue;
      const reading = read(match.groups ?? {}, today);
      if (reading !== null) found.push({ start, end, isWeak, ...reading });
    }
  }
  return found.toSorted((a, b) => a.start - b.start);
}

function lower(text: string | undefined): string {
  return (text ?? '').toLowerCase().replaceAll(/\s+/g, ' ');
}

function toNumber(text: string | undefined): number {
  return readNumber(text ?? '');
}

function findWeekday(name: string | undefined): number {
  return WEEKDAYS[lower(name)] ?? SHORT_WEEKDAYS[lower(name)] ?? 0;
}

/** The next day on this weekday. The result is ambiguous if today is on this weekday. */
function readNextWeekday(weekday: number, today: string): Reading {
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  return { days: ahead === 0 ? [today, addDays(today, 7)] : [addDays(today, ahead)], isWeekly: true };
}

/** The Monday of the week of a day. */
function mondayOf(day: string): string {
  return addDays(day, 1 - weekdayOf(day));
}

/** Returns null for an invalid calendar day. */
function makeDay(year: number, month: number, day: number): string | null {
  if (month < 1 || month > 12 || day < 1) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 ? date.toISOString().slice(0, 10) : null;
}

/** The day in the given year or, without a year, the next occurrence from today on. */
export function findDay(day: number, month: number, year: string | undefined, today: string): string | null {
  if (year !== undefined) return makeDay(readNumber(year), month, day);
  const thisYear = Number(today.slice(0, 4));
  // The next 29 February may be eight years away.
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const found = makeDay(thisYear + ahead, month, day);
    if (found !== null && found >= today) return found;
  }
  return null;
}

function readRange(
  from: number,
  to: number,
  month: number,
  year: string | undefined,
  today: string,
): Reading {
  const due = findDay(to, month, year, today);
  const start = due === null ? null : makeDay(Number(due.slice(0, 4)), month, from);
  return due === null || start === null || start > due ? null : { days: [due], from: start };
}

function addUnits(today: string, count: number, unit: string | undefined): string | null {
  const kind = UNITS[lower(unit)];
  if (kind === 'month') return addMonths(today, count);
  return addDays(today, kind === 'week' ? count * 7 : count);
}

/** Adds months. The 31st is clamped to the last day of shorter months. */
export function addMonths(today: string, count: number): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + count, Math.min(day, last))).toISOString().slice(0, 10);
}

function kindOf(unit: string): 'week' | 'month' | 'year' {
  const word = lower(unit);
  if (word === 'w' || word === 'week') return 'week';
  if (word === 'year' || word === 'साल' || word === 'saal') return 'year';
  if (word === 'm' || word === 'month') return 'month';
  return UNITS[word] === 'week' ? 'week' : 'month';
}

/** The end of a period: Friday, or Sunday if Friday has passed, or the last day of the month or year. */
function endOf(unit: string, today: string): string {
  const kind = kindOf(unit);
  if (kind === 'year') return `${today.slice(0, 4)}-12-31`;
  if (kind === 'month') return addDays(addMonths(`${today.slice(0, 7)}-01`, 1), -1);
  return addDays(mondayOf(today), weekdayOf(today) > 5 ? 6 : 4);
}

function beginOfNext(unit: string, today: string): string {
  const kind = kindOf(unit);
  if (kind === 'year') return `${Number(today.slice(0, 4)) + 1}-01-01`;
  if (kind === 'month') return addMonths(`${today.slice(0, 7)}-01`, 1);
  return addDays(mondayOf(today), 7);
}
