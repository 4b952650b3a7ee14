import { addDays, weekdayOf } from '#core/days.ts';
import { anyOf, COUNTS, readNumber, UNITS, WEEKDAYS } from './quick-day-words.ts';

/** A matched period, or a past day. */
interface PeriodMatch {
  start: number;
  end: number;
  from: string;
  to: string;
  /** Whether the period is in the past. */
  isPast: boolean;
  /** In filter syntax, a number of days from today or up to today: `next7`, `last7`. */
  near?: string;
}

type Groups = Record<string, string | undefined>;
interface Rule {
  pattern: string;
  read: (groups: Groups, today: string) => Omit<PeriodMatch, 'start' | 'end'> | null;
}

const DIGIT = '[0-9०-९]';
const NUMBER = `${DIGIT}{1,3}|${anyOf(COUNTS)}`;
const UNIT =
  'week|month|quarter|year|हफ्ते|हफ़्ते|हफ्ता|हफ़्ता|सप्ताह|महीने|महीना|माह|तिमाही|साल|वर्ष|hafte|hafta|mahine|mahina|saal';
const THIS = 'this|current|इस|is(?=\\s+(?:haft|mahin|saal))';
const NEXT = 'next|coming|अगले|अगली|agle|agli';
const LAST = 'last|past|previous|पिछले|पिछली|बीते|pichle|pichhle|pichli|beete';
const LONGEST = 366;

/** Ordered by precedence, longest match first. */
const RULES: readonly Rule[] = [
  {
    pattern: `(?<n>${NUMBER})\\s+(?<u>${anyOf(UNITS)})\\s+(?:ago|पहले|pehle|pahle)`,
    read: ({ n, u }, today) => justPast(addDays(today, -countDays(n, u))),
  },
  {
    pattern: `(?:${LAST})\\s+(?<n>${NUMBER})\\s+(?<u>${anyOf(UNITS)})`,
    read: ({ n, u }, today) => readNear('last', countDays(n, u), today),
  },
  {
    pattern: `(?:${NEXT})\\s+(?<n>${NUMBER})\\s+(?<u>${anyOf(UNITS)})`,
    read: ({ n, u }, today) => readNear('next', countDays(n, u), today),
  },
  { pattern: `(?:${THIS})\\s+(?<u>${UNIT})`, read: ({ u }, today) => readPeriod(u, 0, today) },
  { pattern: `(?:${NEXT})\\s+(?<u>${UNIT})`, read: ({ u }, today) => readPeriod(u, 1, today) },
  { pattern: `(?:${LAST})\\s+(?<u>${UNIT})`, read: ({ u }, today) => readPeriod(u, -1, today) },
  {
    pattern: `(?:${LAST})\\s+(?<w>${anyOf(WEEKDAYS)})`,
    read: ({ w }, today) => justPast(lastWeekday(WEEKDAYS[(w ?? '').toLowerCase()] ?? 1, today)),
  },
  {
    pattern: 'day\\s+before\\s+yesterday',
    read: (_groups, today) => justPast(addDays(today, -2)),
  },
  {
    pattern: "yesterday(?:['’]s)?|बीते\\s+कल|बीता\\s+कल|beete\\s+kal",
    read: (_groups, today) => justPast(addDays(today, -1)),
  },
];
const EXPRESSIONS = RULES.map(({ pattern, read }) => ({
  read,
  expression: new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_/.-])(?:${pattern})(?![\\p{L}\\p{M}\\p{N}_/])`, 'giu'),
}));

/** Finds all periods and past days in text, from left to right, without overlaps. */
export function findPeriods(text: string, today: string): PeriodMatch[] {
  const found: PeriodMatch[] = [];
  for (const { expression, read } of EXPRESSIONS) {
    for (const match of text.matchAll(expression)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (found.some((other) => start < other.end && other.start < end)) continue;
      const period = read(match.groups ?? {}, today);
      if (period !== null) found.push({ start, end, ...period });
    }
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/** The latest day before today on this weekday. */
function lastWeekday(weekday: number, today: string): string {
  return addDays(today, -((weekdayOf(today) - weekday + 6) % 7) - 1);
}

function justPast(day: string): Omit<PeriodMatch, 'start' | 'end'> {
  return { from: day, to: day, isPast: true };
}

function countDays(count = '1', unit = ''): number {
  const kind = UNITS[unit.toLowerCase()];
  return readNumber(count) * (kind === 'week' ? 7 : kind === 'month' ? 30 : 1);
}

function readNear(
  direction: 'last' | 'next',
  days: number,
  today: string,
): Omit<PeriodMatch, 'start' | 'end'> | null {
  if (days < 1 || days > LONGEST) return null;
  const isPast = direction === 'last';
  const [from, to] = isPast ? [addDays(today, -days), today] : [today, addDays(today, days)];
  return { from, to, isPast, near: `${direction}${days}` };
}

/** A calendar week, month, quarter or year. Weeks start on Monday. @param ahead number of periods from the current one */
function readPeriod(unit = '', ahead: number, today: string): Omit<PeriodMatch, 'start' | 'end'> {
  const isPast = ahead < 0;
  const word = unit.toLowerCase();
  if (UNITS[word] === 'week') {
    const from = addDays(today, 1 - weekdayOf(today) + 7 * ahead);
    return { from, to: addDays(from, 6), isPast };
  }
  const [year = 0, month = 1] = today.split('-').map(Number);
  const length = UNITS[word] === 'month' ? 1 : word === 'quarter' || word === 'तिमाही' ? 3 : 12;
  const first = month - 1 - ((month - 1) % length) + length * ahead;
  const dayOf = (months: number, day: number) =>
    new Date(Date.UTC(year, months, day)).toISOString().slice(0, 10);
  return { from: dayOf(first, 1), to: dayOf(first + length, 0), isPast };
}
