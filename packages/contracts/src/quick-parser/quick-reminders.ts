import { MAX_REMINDER_MINUTES } from '#reminders/reminder-values.ts';
import { readTimeGroups } from './read-time.ts';
import { findDays } from './quick-days.ts';
import { anyOf, COUNTS, readNumber, UNITS } from './quick-day-words.ts';
import type { QuickToken, When } from './quick-types.ts';

/*
 * Reminders in English and Hindi text: 'remind me tomorrow 9am', 'remind 1 day before',
 * 'कल सुबह 9 बजे याद दिलाना', '1 दिन पहले याद दिलाना'.
 */
type Groups = Record<string, string | undefined>;

/** Default time of day of a reminder. */
const MORNING = '09:00';
const DIGIT = '[0-9०-९]';
const DAY_UNIT = anyOf(Object.keys(UNITS).filter((unit) => UNITS[unit] !== 'month'));
const NUMBER = `${DIGIT}{1,3}|${anyOf(COUNTS)}`;
/** `9am`, `9:30`, `at 9`, `सुबह 9 बजे`. */
const TIME = `(?:(?:at\\s+)?(?<h>${DIGIT}{1,2})(?::(?<m>${DIGIT}{2}))?\\s*(?<p>am|pm)(?![\\p{L}\\p{M}])|(?:at\\s+)?(?<h1>${DIGIT}{1,2}):(?<m1>${DIGIT}{2})|at\\s+(?<h2>${DIGIT}{1,2})|(?<p3>सुबह|दोपहर|शाम|रात)?\\s*(?<h3>${DIGIT}{1,2})(?::(?<m3>${DIGIT}{2}))?\\s*बजे)`;
const MINUTES = 'minutes?|mins?|मिनट';
const HOURS = 'hours?|hrs?|घंटे|घंटा|घण्टे|घण्टा';
const EDGE = '(?![\\p{L}\\p{M}\\p{N}])';

const ENGLISH = /(?<![\p{L}\p{M}\p{N}])remind(?:\s+me)?\s+(?:on\s+)?/giu;
const HINDI = /\s+(?:को\s+)?याद\s+(?:दिलाना|दिलाएँ|दिलाएं|दिलाओ|दिला\s+देना)(?![\p{L}\p{M}])/giu;
const ENGLISH_BEFORE = new RegExp(
  `^(?:(?<n>${NUMBER})\\s+)?(?<u>${DAY_UNIT})\\s+before(?:\\s+${TIME})?${EDGE}`,
  'iu',
);
const HINDI_BEFORE = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])(?<n>${NUMBER})\\s+(?<u>${DAY_UNIT})\\s+पहले(?:\\s+${TIME})?$`,
  'iu',
);
const ENGLISH_SOON = new RegExp(
  `^(?:(?<n>${NUMBER})\\s+)(?:(?<mu>${MINUTES})|(?<hu>${HOURS}))\\s+before${EDGE}`,
  'iu',
);
const HINDI_SOON = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}])(?<n>${NUMBER})\\s+(?:(?<mu>${MINUTES})|(?<hu>${HOURS}))\\s+पहले$`,
  'iu',
);
const TIME_AFTER = new RegExp(`^\\s*,?\\s*${TIME}${EDGE}`, 'iu');
const TIME_FIRST = new RegExp(`^${TIME}\\s*(?:on\\s+)?`, 'iu');
const TIME_LAST = new RegExp(`\\s+(?:को\\s+)?${TIME}$`, 'iu');

const ENGLISH_LATER = new RegExp(`^in\\s+(?<n>${NUMBER})\\s*(?:(?<mu>${MINUTES})|(?<hu>${HOURS}))$`, 'iu');
const HINDI_LATER = new RegExp(
  `^(?<n>${NUMBER})\\s*(?:(?<mu>${MINUTES})|(?<hu>${HOURS}))\\s+(?:में|बाद)$`,
  'iu',
);

/**
 * Parses a text that consists of a reminder: 'tomorrow 9am', '1 day before', 'in 2 hours'.
 * @param later returns the reminder in so many minutes
 */
export function readReminder(text: string, today: string, later: (minutes: number) => When): When | null {
  const wanted = text.trim();
  const groups = (ENGLISH_LATER.exec(wanted) ?? HINDI_LATER.exec(wanted))?.groups;
  if (groups !== undefined) {
    const count = readNumber(groups['n'] ?? '') * (groups['hu'] === undefined ? 1 : 60);
    return count < 1 || count > MAX_REMINDER_MINUTES ? null : later(count);
  }
  for (const whole of [`remind me ${wanted}`, `${wanted} याद दिलाना`]) {
    const token = findReminders(whole, today).find(({ start, end }) => start === 0 && end === whole.length);
    const [value] = token?.values ?? [];
    if (value?.kind === 'remind') return value.when;
  }
  return null;
}

/** Finds all reminders in text, from left to right. */
export function findReminders(text: string, today: string): QuickToken[] {
  const found = [...text.matchAll(ENGLISH)].flatMap(({ index, 0: { length } }) =>
    readEnglish(text, index, index + length, today),
  );
  for (const { index, 0: whole } of text.matchAll(HINDI))
    found.push(...readHindi(text, index, index + whole.length, today));
  return found.toSorted((a, b) => a.start - b.start);
}

function readEnglish(text: string, start: number, from: number, today: string): QuickToken[] {
  const rest = text.slice(from);
  const soon = ENGLISH_SOON.exec(rest);
  if (soon !== null) return makeToken(text, start, from + soon[0].length, readSoon(soon.groups ?? {}));
  const before = ENGLISH_BEFORE.exec(rest);
  if (before !== null)
    return makeToken(text, start, from + before[0].length, readBefore(before.groups ?? {}));
  const first = TIME_FIRST.exec(rest);
  const dayFrom = from + (first?.[0].length ?? 0);
  const day = findDays(text, today).find((one) => one.start === dayFrom);
  if (day === undefined) {
    // A time without a day means today.
    const alone = TIME_AFTER.exec(rest);
    return alone === null
      ? []
      : makeToken(text, start, from + alone[0].length, onDay(today, readTime(alone.groups ?? {})));
  }
  const after = first === null ? TIME_AFTER.exec(text.slice(day.end)) : null;
  const time = readTime((first ?? after)?.groups ?? {});
  return makeToken(text, start, day.end + (after?.[0].length ?? 0), onDay(day.days[0] ?? today, time));
}

function readHindi(text: string, to: number, end: number, today: string): QuickToken[] {
  const head = text.slice(0, to);
  const soon = HINDI_SOON.exec(head);
  if (soon !== null) return makeToken(text, soon.index, end, readSoon(soon.groups ?? {}));
  const before = HINDI_BEFORE.exec(head);
  if (before !== null) return makeToken(text, before.index, end, readBefore(before.groups ?? {}));
  const last = TIME_LAST.exec(head);
  const dayTo = head.slice(0, last?.index ?? to).trimEnd().length;
  const day = findDays(text, today).find((one) => one.end === dayTo);
  const time = readTime(last?.groups ?? {});
  return day === undefined ? [] : makeToken(text, day.start, end, onDay(day.days[0] ?? today, time));
}

function onDay(day: string, time: string | null): When | null {
  return time === null ? null : { on: 'day', day, days: 0, time };
}

function readBefore(groups: Groups): When | null {
  const count =
    readNumber(groups['n'] ?? '1') * (UNITS[(groups['u'] ?? '').toLowerCase()] === 'week' ? 7 : 1);
  const time = readTime(groups);
  return time === null || count < 1 || count > 365 ? null : { on: 'due', day: null, days: -count, time };
}

/** Parses a reminder relative to the due time. */
function readSoon(groups: Groups): When | null {
  const count = readNumber(groups['n'] ?? '') * (groups['hu'] === undefined ? 1 : 60);
  if (count < 1 || count > MAX_REMINDER_MINUTES) return null;
  return { on: 'due', day: null, days: 0, time: MORNING, minutes: -count };
}

/** Returns the time of day, by default MORNING. Null if it is invalid. */
function readTime(groups: Groups): string | null {
  const hasTime = ['h', 'h1', 'h2', 'h3'].some((hour) => groups[hour] !== undefined);
  return hasTime ? readTimeGroups(groups) : MORNING;
}

function makeToken(text: string, start: number, end: number, when: When | null): QuickToken[] {
  if (when === null) return [];
  return [{ start, end, text: text.slice(start, end), values: [{ kind: 'remind', when }] }];
}
