import { readTimeGroups, TIME } from './read-time.ts';
import type { QuickToken, QuickValue } from './quick-types.ts';

/*
 * Times of day next to a day, or alone: 'tomorrow at 5pm', '5pm on friday', 'कल शाम 5 बजे', 'call Kim at 5pm'. Each is a separate token
 * because it can be dismissed without the day.
 */
const DIGIT = '[0-9०-९]';
const TIMES = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}_/.:#~+-])(?<at>(?:at|by)\\s+)?(?:${TIME}|(?<=at\\s+)(?<h2>${DIGIT}{1,2}))(?![\\p{L}\\p{M}\\p{N}:/]|[-.]\\p{N})(?:\\s+(?:तक|को)(?![\\p{L}\\p{M}]))?`,
  'giu',
);
/** Text allowed between a time and its day. */
const BETWEEN = /^\s*,?\s*(?:on\s+)?$/iu;
/** Matches if only whitespace and punctuation are left in the line. */
const NOTHING_MORE = /^[\s,.;!]*$/u;
/** Bare hours before this time are in the afternoon. */
const FIRST_MORNING_HOUR = '07:00';
const NOON_HOURS = 12;

interface TimeMatch {
  start: number;
  end: number;
  time: string;
  /** Whether the match is unambiguously a time, even without a day. */
  isPlain: boolean;
  /** A bare hour, which is only valid if nothing follows it. */
  isBare: boolean;
}

type Dated = Extract<QuickValue, { kind: 'due' | 'start' | 'range' }>;

/** Finds all times in text, from left to right. */
export function findTimes(text: string): TimeMatch[] {
  return [...text.matchAll(TIMES)].flatMap(({ index, 0: whole, groups = {} }) => {
    const isBare = groups['h2'] !== undefined;
    const read = readTimeGroups(groups);
    if (read === null) return [];
    const hasHalf = [groups['p'], groups['h3']].some((part) => part !== undefined);
    const isPlain = hasHalf || (groups['at'] !== undefined && groups['m1'] !== undefined);
    return [
      { start: index, end: index + whole.length, time: isBare ? toAfternoon(read) : read, isPlain, isBare },
    ];
  });
}

/** Interprets a bare hour: 'at 5' is in the afternoon, 'at 9' in the morning. */
function toAfternoon(time: string): string {
  if (time >= FIRST_MORNING_HOUR || time.startsWith('00')) return time;
  return `${Number(time.slice(0, 2)) + NOON_HOURS}${time.slice(2)}`;
}

/**
 * Selects the valid times: each time next to a day belongs to that day. If there is none, the last unambiguous time at the end of the line
 * is selected.
 * @param days tokens parsed as days
 * @param others all other tokens
 */
export function chooseTimes(
  text: string,
  matches: readonly TimeMatch[],
  days: readonly QuickToken[],
  others: readonly QuickToken[],
  today: string,
): QuickToken[] {
  const isFree = (time: TimeMatch) => ![...days, ...others].some((one) => overlaps(one, time));
  const free = matches.filter(isFree);
  const endsLine = ({ end }: { end: number }) => {
    let rest = '';
    const spans = [...days, ...others, ...free];
    for (let at = end; at < text.length; at += 1)
      if (!spans.some((span) => span.start <= at && at < span.end)) rest += text[at];
    return NOTHING_MORE.test(rest);
  };
  const usable = free.filter((time) => !time.isBare || endsLine(time));
  // Each time belongs to one day, preferably to the day before it.
  const unused = new Set(usable);
  const take = (isBeside: (time: TimeMatch) => boolean): TimeMatch | undefined => {
    const time = [...unused].find(isBeside);
    if (time !== undefined) unused.delete(time);
    return time;
  };
  const isBetween = (from: number, to: number) => from <= to && BETWEEN.test(text.slice(from, to));
  const after = days.map((day) => take(({ start }) => isBetween(day.end, start)));
  const beside = days.flatMap((day, at) => {
    const kind = (day.values[0] as Dated | undefined)?.kind;
    // A time before a range would belong to the first day, but the time of a range belongs to the last day.
    const before = kind === 'range' ? undefined : ({ end }: TimeMatch) => isBetween(end, day.start);
    const time = after[at] ?? (before && take(before));
    return time === undefined ? [] : [toToken(text, time, kind === 'start' ? 'start' : 'due', today)];
  });
  const alone = usable.findLast(
    (time) => time.isPlain && endsLine(time) && !beside.some((one) => overlaps(one, time)),
  );
  return beside.length > 0 || alone === undefined ? beside : [toToken(text, alone, 'due', today)];
}

function toToken(
  text: string,
  { start, end, time }: TimeMatch,
  on: 'due' | 'start',
  today: string,
): QuickToken {
  return { start, end, text: text.slice(start, end), values: [{ kind: 'time', on, time, today }] };
}

function overlaps(one: { start: number; end: number }, other: { start: number; end: number }): boolean {
  return one.start < other.end && other.start < one.end;
}
