import { readTimeGroups, TIME } from './read-time.ts';
import type { QuickToken, QuickValue } from './quick-types.ts';

/*
 * Times of day beside a day, or by themselves: 'tomorrow at 5pm', '5pm on friday', 'कल शाम 5 बजे', 'call Kim at 5pm'. What is
 * read here is a piece of its own, so that it can be taken back and leave the day.
 */
const DIGIT = '[0-9०-९]';
const TIMES = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}_/.:#~+-])(?<at>(?:at|by)\\s+)?(?:${TIME}|(?<=at\\s+)(?<h2>${DIGIT}{1,2}))(?![\\p{L}\\p{M}\\p{N}:/]|[-.]\\p{N})(?:\\s+(?:तक|को)(?![\\p{L}\\p{M}]))?`,
  'giu',
);
/** Between a time and its day. */
const BETWEEN = /^\s*,?\s*(?:on\s+)?$/iu;
/** At its end a line says nothing more. */
const NOTHING_MORE = /^[\s,.;!]*$/u;
/** Of an hour alone those before it are in the afternoon. */
const FIRST_MORNING_HOUR = '07:00';
const NOON_HOURS = 12;

interface TimeMatch {
  start: number;
  end: number;
  time: string;
  /** Without a day beside it, too, it is plainly a time. */
  isPlain: boolean;
  /** An hour alone, which counts only where nothing comes after it. */
  isBare: boolean;
}

type Dated = Extract<QuickValue, { kind: 'due' | 'start' | 'range' }>;

/** All times that a text names, from left to right. */
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

/** 'At 5' is in the afternoon, 'at 9' in the morning. */
function toAfternoon(time: string): string {
  if (time >= FIRST_MORNING_HOUR || time.startsWith('00')) return time;
  return `${Number(time.slice(0, 2)) + NOON_HOURS}${time.slice(2)}`;
}

/**
 * The times that count: those beside a day, each for it; without such a one the last that stands at the end of the line.
 * @param days what was understood as days
 * @param others all else that was understood
 * @param today the day on which it is read
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
  // One time is of one day: rather of the one before it.
  const left = new Set(usable);
  const take = (isBeside: (time: TimeMatch) => boolean): TimeMatch | undefined => {
    const time = [...left].find(isBeside);
    if (time !== undefined) left.delete(time);
    return time;
  };
  const isBetween = (from: number, to: number) => from <= to && BETWEEN.test(text.slice(from, to));
  const after = days.map((day) => take(({ start }) => isBetween(day.end, start)));
  const beside = days.flatMap((day, at) => {
    const kind = (day.values[0] as Dated | undefined)?.kind;
    // Before a range it would be that of its first day.
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
