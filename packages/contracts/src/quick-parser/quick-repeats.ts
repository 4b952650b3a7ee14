import { formatRule, makeRule, type RepeatMode, type RepeatRule } from '#recurrence/recurrence-values.ts';
import { anyOf, COUNTS, MONTHS, readNumber, SHORT_WEEKDAYS, UNITS, WEEKDAYS } from './quick-day-words.ts';
import { isBareRepeat } from './quick-names.ts';
import type { QuickToken } from './quick-types.ts';

/*
 * Recurrence in English and Hindi text: 'every monday', 'every 2 weeks', 'monthly on the last friday',
 * 'हर सोमवार', 'हर महीने की 15 तारीख को'.
 */
type Groups = Record<string, string | undefined>;

interface Rule {
  pattern: string;
  /** Only matched at the end of the text: 'weekly' is also an adjective, as in 'weekly report'. */
  isWeak?: boolean;
  mode?: RepeatMode;
  read: (groups: Groups) => Partial<RepeatRule> | null;
}

const DIGIT = '[0-9०-९]';
const NUMBER = `${DIGIT}{1,3}|${anyOf(COUNTS)}`;
const DAY = `(?:${anyOf(WEEKDAYS)}|${anyOf(SHORT_WEEKDAYS)})`;
const DAYS = `${DAY}s?(?:(?:\\s*,\\s*|\\s+and\\s+|\\s*&\\s*|\\s+और\\s+)${DAY}s?)*`;
const UNIT = `${anyOf(UNITS)}|year|years|साल|सालों|वर्ष`;
const EVERY = '(?:every|each|हर|प्रत्येक|har)';
const OTHER = '(?:other|second|2nd|दूसरे|दूसरा)';
const DATE = `${DIGIT}{1,2}(?:st|nd|rd|th)?`;
const MONTH = anyOf(MONTHS);
/** Hindi postposition after a day. */
const ON = '(?:\\s+को|\\s+पर)?';

const NTH: Readonly<Record<string, number>> = {
  first: 1,
  '1st': 1,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
  last: -1,
  पहले: 1,
  पहला: 1,
  दूसरे: 2,
  तीसरे: 3,
  चौथे: 4,
  आखिरी: -1,
  आख़िरी: -1,
  अंतिम: -1,
};
const NTH_WORD = anyOf(NTH);
const ADVERBS: Readonly<Record<string, RepeatRule['frequency']>> = {
  daily: 'DAILY',
  weekly: 'WEEKLY',
  monthly: 'MONTHLY',
  yearly: 'YEARLY',
  annually: 'YEARLY',
  रोज़: 'DAILY',
  रोज: 'DAILY',
  रोज़ाना: 'DAILY',
  रोजाना: 'DAILY',
  प्रतिदिन: 'DAILY',
  सालाना: 'YEARLY',
};

/** Ordered by precedence, longest match first. */
const RULES: readonly Rule[] = [
  {
    pattern: `${EVERY}\\s+(?:(?<n>${NUMBER})\\s+)?(?<u>${UNIT})\\s+(?:after\\s+(?:it\\s+is\\s+)?(?:done|completion|completed)|when\\s+done)`,
    mode: 'completion',
    read: ({ n, u }) => readUnits(n, u),
  },
  {
    pattern: `(?:पूरा|खत्म|ख़त्म)\\s+होने\\s+के\\s+(?<n>${NUMBER})\\s+(?<u>${UNIT})\\s+बाद`,
    mode: 'completion',
    read: ({ n, u }) => readUnits(n, u),
  },
  {
    pattern: `(?:${EVERY}\\s+month|monthly)\\s+on\\s+the\\s+(?:(?<nth>${NTH_WORD})\\s+(?<w>${DAY})|(?<d>${DATE}|last\\s+day))`,
    read: readMonthly,
  },
  {
    pattern: `(?:on\\s+)?the\\s+(?:(?<nth>${NTH_WORD})\\s+(?<w>${DAY})|(?<d>${DATE}|last\\s+day))\\s+of\\s+(?:every|each)\\s+month`,
    read: readMonthly,
  },
  {
    pattern: `(?:हर|प्रत्येक)\\s+(?:महीने|माह)\\s+(?:के|की)\\s+(?:(?<nth>${NTH_WORD})\\s+(?<w>${DAY})|(?<d>${DIGIT}{1,2})(?:\\s+तारीख|\\s+तारीख़)?|(?<l>(?:आखिरी|आख़िरी|अंतिम)\\s+दिन))${ON}`,
    read: ({ l, d, ...rest }) => readMonthly({ ...rest, d: l === undefined ? d : 'last day' }),
  },
  {
    pattern: `(?:${EVERY}\\s+year\\s+on|yearly\\s+on|हर\\s+(?:साल|वर्ष)|${EVERY})\\s+(?<d>${DATE})\\s+(?:of\\s+)?(?<m>${MONTH})${ON}`,
    read: ({ d, m }) => readYearly(d, m),
  },
  {
    pattern: `(?:${EVERY}\\s+year\\s+on|yearly\\s+on|every)\\s+(?<m>${MONTH})\\s+(?<d>${DATE})`,
    read: ({ d, m }) => readYearly(d, m),
  },
  {
    pattern: `${EVERY}\\s+(?:(?<n>${NUMBER})\\s+|(?<o>${OTHER})\\s+)?(?:weeks?|हफ्ते|हफ़्ते|सप्ताह)\\s+(?:on\\s+)?(?<w>${DAYS})${ON}`,
    read: ({ n, o, w }) => readWeekly(w, o === undefined ? readCount(n) : 2),
  },
  { pattern: `weekly\\s+on\\s+(?<w>${DAYS})`, read: ({ w }) => readWeekly(w, 1) },
  {
    pattern: `${EVERY}\\s+(?:weekday|workday|working\\s+day|कामकाजी\\s+दिन|कार्यदिवस)`,
    read: () => ({ frequency: 'WEEKLY', weekdays: [1, 2, 3, 4, 5] }),
  },
  {
    pattern: `${EVERY}\\s+(?<o>${OTHER}\\s+)?(?<w>${DAYS})${ON}`,
    read: ({ o, w }) => readWeekly(w, o === undefined ? 1 : 2),
  },
  {
    pattern: `${EVERY}\\s+(?:(?<n>${NUMBER})\\s+|(?<o>${OTHER})\\s+)?(?<u>${UNIT})`,
    read: ({ n, o, u }) => readUnits(o === undefined ? n : '2', u),
  },
  { pattern: `हर\\s+(?:रोज़|रोज)`, read: () => ({ frequency: 'DAILY' }) },
  {
    pattern: `${EVERY}\\s+(?<d>${DIGIT}{1,2}(?:st|nd|rd|th)|${DIGIT}{1,2}\\s+(?:तारीख|तारीख़))${ON}`,
    read: readMonthly,
  },
  {
    pattern: `(?<a>${anyOf(ADVERBS)})`,
    isWeak: true,
    read: ({ a = '' }) => {
      const frequency = ADVERBS[a.toLowerCase()];
      return frequency === undefined ? null : { frequency };
    },
  },
];

const EXPRESSIONS = RULES.map((rule) => ({
  ...rule,
  expression: new RegExp(
    `(?<![\\p{L}\\p{M}\\p{N}_/.-])(?:${rule.pattern})(?![\\p{L}\\p{M}\\p{N}_/'’]|[-.@][\\p{L}\\p{N}])`,
    'giu',
  ),
}));

interface RepeatMatch {
  token: QuickToken;
  isWeak: boolean;
}

/** Finds all recurrences in text, from left to right, without overlaps. */
export function findRepeats(text: string, today: string): RepeatMatch[] {
  const found: RepeatMatch[] = [];
  for (const { expression, read, mode = 'schedule', isWeak = false } of EXPRESSIONS) {
    for (const match of text.matchAll(expression)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (found.some(({ token }) => start < token.end && token.start < end)) continue;
      const parts = read(match.groups ?? {});
      if (parts === null) continue;
      const rule = formatRule(makeRule(parts));
      found.push({
        token: { start, end, text: match[0], values: [{ kind: 'repeat', mode, rule, today }] },
        isWeak: isWeak || isBareRepeat(text, { start, end }),
      });
    }
  }
  return found.toSorted((a, b) => a.token.start - b.token.start);
}

function readCount(text: string | undefined): number {
  return text === undefined ? 1 : readNumber(text);
}

function readUnits(count: string | undefined, unit = ''): Partial<RepeatRule> | null {
  const interval = readCount(count);
  if (interval < 1) return null;
  const known = UNITS[unit.toLowerCase()];
  const frequency =
    known === undefined ? 'YEARLY' : ({ day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY' } as const)[known];
  return { frequency, interval };
}

function readWeekday(name: string): number {
  const word = name.toLowerCase();
  const single = word.endsWith('s') ? word.slice(0, -1) : word;
  return WEEKDAYS[word] ?? WEEKDAYS[single] ?? SHORT_WEEKDAYS[word] ?? SHORT_WEEKDAYS[single] ?? 0;
}

function readWeekly(names = '', interval: number): Partial<RepeatRule> | null {
  const weekdays = names
    .split(/\s*,\s*|\s+and\s+|\s*&\s*|\s+और\s+/u)
    .map(readWeekday)
    .filter((weekday) => weekday > 0);
  if (weekdays.length === 0 || interval < 1) return null;
  return { frequency: 'WEEKLY', interval, weekdays: [...new Set(weekdays)].toSorted((a, b) => a - b) };
}

function readMonthly({ nth, w, d }: Groups): Partial<RepeatRule> | null {
  const frequency = 'MONTHLY';
  if (nth !== undefined && w !== undefined) {
    const [order, weekday] = [NTH[nth.toLowerCase()], readWeekday(w)];
    return order === undefined || weekday === 0 ? null : { frequency, nthWeekday: { nth: order, weekday } };
  }
  if (d === undefined) return null;
  if (/^last/i.test(d)) return { frequency, monthDay: -1 };
  const monthDay = readDate(d);
  return monthDay === null ? null : { frequency, monthDay };
}

function readYearly(date = '', name = ''): Partial<RepeatRule> | null {
  const [monthDay, month] = [readDate(date), MONTHS[name.toLowerCase()]];
  return monthDay === null || month === undefined ? null : { frequency: 'YEARLY', month, monthDay };
}

function readDate(text: string): number | null {
  const date = readNumber(/^[0-9०-९]+/u.exec(text)?.[0] ?? '0');
  return date >= 1 && date <= 31 ? date : null;
}
