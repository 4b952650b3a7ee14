import { addDays } from '#core/days.ts';
import { findDays, type DayMatch } from './quick-days.ts';
import { isBareWeekday, isListedWith, isPartOfName } from './quick-names.ts';
import { findReminders } from './quick-reminders.ts';
import { findRepeats } from './quick-repeats.ts';
import { findTokens } from './quick-tokens.ts';
import { takeOut } from './quick-title.ts';
import { chooseTimes, findTimes } from './quick-times.ts';
import type { QuickContext, QuickToken, QuickValue } from './quick-types.ts';

/** Words before a due day. After a duration, 'before' belongs to a reminder. */
const UNTIL =
  /(?<![\p{L}\p{M}])(?:due\s+(?:on\s+|by\s+)?|by\s+|(?<!(?:minutes?|mins?|hours?|hrs?|days?|weeks?|months?|मिनट|घंटे|दिन)\s+)before\s+|on\s+|until\s+|till\s+|for\s+)$/iu;
/** Words before a start day. */
const SINCE = /(?<![\p{L}\p{M}])(?:from|starting(?:\s+on)?|starts?(?:\s+on)?|beginning)\s+$/iu;
/** Hindi words after a due day: by, on, for. */
const UNTIL_AFTER = /^\s+(?:तक|को|के\s+लिए|tak|ko|ke\s+liye)(?![\p{L}\p{M}])/iu;
const SINCE_AFTER = /^\s+से(?:\s+शुरू)?(?![\p{L}\p{M}])/u;
/** Weekdays that are also first names, in Latin transliteration. */
const LATIN_NAMES: Readonly<Record<string, readonly string[]>> = {
  सोम: ['som', 'soma'],
  मंगल: ['mangal'],
  बुध: ['budh', 'budha'],
  गुरु: ['guru'],
  शुक्र: ['shukra', 'shukr'],
  शनि: ['shani'],
  रवि: ['ravi'],
};
/** Text between the two days of a range. */
const BETWEEN = /^\s*(?:-|–|to|until|till|से)\s*$/iu;

export interface QuickReading {
  /** The text without the recognized tokens. */
  title: string;
  tokens: readonly QuickToken[];
}

/**
 * Parses the days, times, recurrence, reminders, users, projects, labels, priority and estimate in a title. Pure: depends only on its
 * arguments. Unrecognized text is kept as typed.
 * @param asText tokens, in lower case, that the user dismissed
 */
export function parseQuick(
  text: string,
  context: QuickContext,
  asText: ReadonlySet<string> = new Set(),
): QuickReading {
  const quotes = findQuotes(text);
  const isWanted = (token: QuickToken) =>
    !asText.has(token.text.toLowerCase()) &&
    !quotes.some(({ start, end }) => start <= token.start && token.end <= end);
  const reminders = keepOneEach(findReminders(text, context.today).filter(isWanted));
  const free = findTokens(text, context).filter((sign) => !reminders.some((one) => overlap(one, sign)));
  const around = [
    ...findRepeats(text, context.today).map(({ token }) => token),
    ...findDays(text, context.today),
  ].map(({ start, end }) => widen(text, start, end));
  const isCounted = (token: QuickToken) =>
    // `~5 people` is a number of people, not an estimate.
    !token.text.startsWith('~') ||
    isLast(text, token, [...free, ...reminders, ...around, ...findTimes(text)]);
  const signs = [...keepOneEach(free.filter((token) => isWanted(token) && isCounted(token))), ...reminders];
  const repeats = chooseRepeat(text, signs, context.today, isWanted);
  const taken = [...signs, ...repeats];
  const times = findTimes(text).filter((time) => isWanted({ ...cut(text, time), values: [] }));
  const isPerson = (word: string) => isName(word, context.people);
  const all = findDays(text, context.today);
  const names = new Set<DayMatch>();
  for (const [at, day] of all.entries()) {
    const previous = all[at - 1];
    const isListed = previous !== undefined && names.has(previous) && isListedWith(text, previous, day);
    if (isListed || isPartOfName(text, day, isPerson)) names.add(day);
  }
  const found = all.filter(
    (day) => !names.has(day) && !GENITIVE.test(text.slice(day.end)) && !isPerson(cut(text, day).text),
  );
  const named = found.filter((day) => !isAddressee(text, day, found));
  const days = chooseDays(text, taken, times, named, isWanted);
  const tokens = [...taken, ...days, ...chooseTimes(text, times, days, taken, context.today)].toSorted(
    (a, b) => a.start - b.start,
  );
  return { title: takeOut(text, tokens), tokens };
}

/** Hindi postpositions that make a day an attribute of the next word: "कल की बैठक" is yesterday's or tomorrow's meeting. */
const GENITIVE = /^\s+(?:का|की|के)(?![\p{L}\p{M}])/u;
const QUOTES = /"[^"]+"|“[^“”]+”|„[^„“”]+[“”]|«[^«»]+»|‘[^‘’]+’|`[^`]+`/gu;

/** Finds quoted text, which is never read as a date or another field: "Rename “Today” tab". */
function findQuotes(text: string): { start: number; end: number }[] {
  return [...text.matchAll(QUOTES)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function overlap(one: QuickToken, other: QuickToken): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Users and labels may occur several times. For every other kind, the last token wins. */
function keepOneEach(tokens: readonly QuickToken[]): QuickToken[] {
  const isSeveral = (kind: string | undefined) => kind === 'person' || kind === 'label';
  return tokens.filter((token, at) => {
    const kind = token.values[0]?.kind;
    return isSeveral(kind) || !tokens.slice(at + 1).some((other) => other.values[0]?.kind === kind);
  });
}

/** Chooses the last valid recurrence. */
function chooseRepeat(
  text: string,
  signs: readonly QuickToken[],
  today: string,
  isWanted: (token: QuickToken) => boolean,
): QuickToken[] {
  const free = findRepeats(text, today).filter(
    ({ token }) => isWanted(token) && !signs.some((sign) => token.start < sign.end && sign.start < token.end),
  );
  const days = findDays(text, today).map(({ start, end }) => widen(text, start, end));
  const around = (token: QuickToken) => [
    ...signs,
    ...free.map((one) => one.token),
    ...days,
    ...findTimes(text),
    token,
  ];
  const last = free.findLast(({ token, isWeak }) => !isWeak || isLast(text, token, around(token)));
  return last === undefined ? [] : [last.token];
}

/**
 * Chooses at most one due day or range and, without a range, one start day. The last one after a word such as 'by' wins, or else the last
 * one.
 */
function chooseDays(
  text: string,
  signs: readonly QuickToken[],
  times: readonly { start: number; end: number }[],
  matches: readonly DayMatch[],
  isWanted: (token: QuickToken) => boolean,
): QuickToken[] {
  const free = matches.filter((day) => !signs.some((sign) => day.start < sign.end && sign.start < day.end));
  const read: { token: QuickToken; kind: string; isNamed: boolean; isStrong: boolean; isWeekly: boolean }[] =
    [];
  for (let at = 0; at < free.length; at += 1) {
    const [day, next] = [free[at], free[at + 1]];
    if (day === undefined) continue;
    const isRange =
      next !== undefined &&
      BETWEEN.test(text.slice(day.end, next.start)) &&
      (day.days[0] ?? '') <= (endOfRange(day, next) ?? '');
    const whole = isRange ? joinRange(text, day, next) : describe(text, day);
    if (isRange) at += 1;
    if (isWanted(whole.token)) read.push(whole);
  }
  const spans = [...signs, ...times, ...read.map(({ token }) => token)];
  const counting = read.filter(
    ({ token, isNamed, isStrong }) => isNamed || isStrong || isLast(text, token, spans),
  );
  const last = (kinds: readonly string[]) => {
    const those = counting.filter(({ kind }) => kinds.includes(kind));
    return those.findLast(({ isNamed }) => isNamed) ?? those.at(-1);
  };
  const due = last(['due', 'range']);
  const start = due?.kind === 'range' ? undefined : last(['start']);
  // If 'by thursday' is given, a bare weekday is part of a name: 'the Friday demo'.
  const other = counting.filter(
    (one) =>
      one !== due &&
      ['due', 'range'].includes(one.kind) &&
      (one.isNamed || !one.isWeekly || due?.isNamed !== true),
  );
  const dueWithChoices = due === undefined ? undefined : { ...due, token: addChoices(due.token, other) };
  return [start, dueWithChoices].flatMap((one) => (one === undefined ? [] : [one.token]));
}

/** Adds the other candidates for the due day to the token, for the user to choose from. All other days remain text. */
function addChoices(token: QuickToken, others: readonly { token: QuickToken }[]): QuickToken {
  const seen = new Set(token.values.map((value) => JSON.stringify(value)));
  const more = others.flatMap(({ token: other }) =>
    other.values.flatMap((value) => {
      if (seen.has(JSON.stringify(value))) return [];
      seen.add(JSON.stringify(value));
      return [{ value, span: { start: other.start, end: other.end, text: other.text } }];
    }),
  );
  if (more.length === 0) return token;
  const own = { start: token.start, end: token.end, text: token.text };
  return {
    ...token,
    values: [...token.values, ...more.map(({ value }) => value)],
    places: [...token.values.map(() => own), ...more.map(({ span }) => span)],
  };
}

/** Whether a short weekday is the name of a user, which takes precedence. */
function isName(word: string, people: QuickContext['people']): boolean {
  const names = new Set([word.toLowerCase(), ...(LATIN_NAMES[word] ?? [])]);
  return people.some(({ name }) =>
    name
      .toLowerCase()
      .split(/\s+/)
      .some((part) => names.has(part)),
  );
}

/** Whether a short weekday before को or से is a first name, because another day is given: 'कल रवि को फोन करना'. */
function isAddressee(text: string, day: DayMatch, all: readonly DayMatch[]): boolean {
  return (
    text.slice(day.start, day.end) in LATIN_NAMES &&
    /^\s+(?:को|से)\s+\S/u.test(text.slice(day.end)) &&
    all.some((other) => other !== day && !other.isWeak)
  );
}

/** The last day of a range. A final weekday is on or after the first day. */
function endOfRange({ days: [start = ''] }: DayMatch, { days, isWeekly }: DayMatch): string | undefined {
  const later = isWeekly === true ? days.map((day) => addDays(day, 7)) : [];
  return [...days, ...later].find((day) => day >= start);
}

/** Joins two days into a range. On a Friday, 'friday to sunday' begins today. */
function joinRange(text: string, day: DayMatch, next: DayMatch) {
  const [start = ''] = day.days;
  const due = endOfRange(day, next) ?? start;
  const span = widen(text, day.start, next.end);
  const values: QuickValue[] = [{ kind: 'range', start, due }];
  return {
    token: { ...cut(text, span), values },
    kind: 'range',
    isNamed: true,
    isStrong: true,
    isWeekly: false,
  };
}

function describe(text: string, { start, end, days, from, isWeak, isWeekly = false }: DayMatch) {
  const isSince = SINCE.test(text.slice(0, start)) || SINCE_AFTER.test(text.slice(end));
  const span = widen(text, start, end);
  const kind = from !== undefined ? 'range' : isSince ? 'start' : 'due';
  const values = days.map((day): QuickValue => {
    if (from !== undefined) return { kind: 'range', start: from, due: day };
    return isSince ? { kind: 'start', day } : { kind: 'due', day };
  });
  const isBare = isBareWeekday(text, { start, end });
  // 'Slides for Friday' are due on Friday, but 'slides for Friday lunch' are not.
  const isNamed =
    (span.start < start && !(isBare && /^for\s/i.test(text.slice(span.start)))) || span.end > end;
  const isStrong = !isWeak && !isBare;
  return { token: { ...cut(text, span), values }, kind, isNamed, isStrong, isWeekly };
}

/** Extends the match to the prepositions around the day. */
function widen(text: string, start: number, end: number): { start: number; end: number } {
  const before = UNTIL.exec(text.slice(0, start)) ?? SINCE.exec(text.slice(0, start));
  const after = UNTIL_AFTER.exec(text.slice(end)) ?? SINCE_AFTER.exec(text.slice(end));
  return { start: before?.index ?? start, end: end + (after?.[0].length ?? 0) };
}

function cut(text: string, { start, end }: { start: number; end: number }) {
  return { start, end, text: text.slice(start, end) };
}

/** Whether only other tokens follow the token. */
function isLast(text: string, token: QuickToken, spans: readonly { start: number; end: number }[]): boolean {
  let rest = '';
  for (let at = token.end; at < text.length; at += 1) {
    if (!spans.some((span) => span.start <= at && at < span.end)) rest += text[at];
  }
  return /^[\s,.;!]*$/u.test(rest);
}
