import type { CommandContext } from '#assistant/command-values.ts';
import { addDays, weekdayOf } from '#core/days.ts';
import { makeWhen } from '#core/moment-values.ts';
import { findDays } from '#quick-parser/quick-days.ts';
import { findPeriods } from '#quick-parser/quick-periods.ts';
import { findTimes } from '#quick-parser/quick-times.ts';

/** The possible meanings of a time expression. The command selects one. */
export interface When {
  /** Meaning in the future: a day, or a timestamp if a time is given. Several if ambiguous. */
  days: readonly string[];
  /** Meaning in the past: a day. */
  past: string | null;
  /** Meaning as a range of days. */
  period: { from: string; to: string; isPast: boolean } | null;
  /** Meaning in filter syntax, such as `next7`. */
  near: string | null;
}

interface WhenMatch {
  start: number;
  end: number;
  when: When;
}

/** Required before abbreviated weekdays, which are otherwise ordinary words. */
const DATE_WORD =
  /(?<![\p{L}\p{M}])(?:due|by|on|until|till|before|from|since|starting|to|for|next|this)\s+$/iu;
const ENDS = /^[\s,.;!?]*$/u;

/** Possessives: 'today's tasks'. */
const OWNER = /^(?:['’]?s)(?![\p{L}\p{M}])/u;
const OWNED = /(?<=(?:today|tomorrow|week|month|quarter|year|day))['’]?s(?![\p{L}\p{M}'’])/giu;

/** Finds all days and periods in text. Weak matches are only valid after a word such as 'by', or at the end. */
export function findWhens(text: string, { today, timeZone }: CommandContext): WhenMatch[] {
  const bare = text.replaceAll(OWNED, (owner) => ' '.repeat(owner.length));
  const days = findDays(bare, today).filter(
    ({ isWeak, start, end }) =>
      !isWeak || DATE_WORD.test(text.slice(Math.max(0, start - 12), start)) || ENDS.test(text.slice(end)),
  );
  const times = findTimes(text);
  const periods = findPeriods(bare, today);
  const found: WhenMatch[] = periods.map(({ start, end, from, to, isPast, near }) => {
    const same = days.find((day) => day.start === start && day.end === end);
    return {
      start,
      end,
      when: {
        days: same?.days ?? [],
        past: isPast ? from : null,
        period: { from, to, isPast },
        near: near ?? null,
      },
    };
  });
  for (const day of days) {
    if (found.some(({ start, end }) => start < day.end && day.start < end)) continue;
    const after = times.find(
      (time) => time.start >= day.end && /^\s*,?\s*$/.test(text.slice(day.end, time.start)),
    );
    const [first = today] = day.days;
    found.push({
      start: day.start,
      end: after?.end ?? day.end,
      when: {
        days: day.days.map((one) => makeWhen(one, after?.time ?? null, timeZone)),
        past: pastOf(first, day.isWeekly === true, text.slice(day.start, day.end), today),
        period: day.from === undefined ? null : { from: day.from, to: first, isPast: false },
        near: null,
      },
    });
  }
  return found
    .map((one) => ({ ...one, end: one.end + (OWNER.exec(text.slice(one.end))?.[0].length ?? 0) }))
    .toSorted((a, b) => a.start - b.start);
}

/** The past day meant by the same expression, as in 'since Monday' or 'कल से', or today. Null if it has no such meaning. */
function pastOf(day: string, isWeekly: boolean, phrase: string, today: string): string | null {
  if (day <= today) return day;
  if (isWeekly) return addDays(today, -((weekdayOf(today) - weekdayOf(day) + 7) % 7));
  if (/^(?:कल|kal)$/iu.test(phrase)) return addDays(today, -1);
  if (/^(?:परसों|parsou?n?)$/iu.test(phrase)) return addDays(today, -2);
  const year = Number(day.slice(0, 4));
  return year > Number(today.slice(0, 4)) ? `${year - 1}${day.slice(4)}` : null;
}
