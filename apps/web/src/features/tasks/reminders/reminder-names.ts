import { plural, t } from '@lingui/core/macro';
import { dayInZone, formatCalendarDay, formatMoment } from '#ui/format/formats.ts';
import { readerZone } from '#ui/format/reader.ts';
import type { When } from '@hearth/contracts/quick-parser/quick-types';

/** Formats a time such as `09:00` in the reader's locale. */
export function nameTime(time: string): string {
  return formatMoment(`1970-01-01T${time}:00Z`, { timeZone: 'UTC', timeStyle: 'short' });
}

/** Formats an offset in minutes, such as '15 minutes before it is due'. */
function nameMinutes(on: When['on'], minutes: number): string {
  if (minutes === 0) return on === 'due' ? t`When it is due` : t`When it starts`;
  const [count, isHours] = minutes % 60 === 0 ? [minutes / 60, true] : [minutes, false];
  if (on === 'due') {
    return isHours
      ? t`${plural(count, { one: '# hour before it is due', other: '# hours before it is due' })}`
      : t`${plural(count, { one: '# minute before it is due', other: '# minutes before it is due' })}`;
  }
  return isHours
    ? t`${plural(count, { one: '# hour before it starts', other: '# hours before it starts' })}`
    : t`${plural(count, { one: '# minute before it starts', other: '# minutes before it starts' })}`;
}

/** Formats a reminder, such as '1 day before it is due, at 9:00 AM'. */
export function nameWhen({ on, day, days, time, minutes }: When): string {
  if (minutes !== undefined) return nameMinutes(on, -minutes);
  const at = nameTime(time);
  if (on === 'day') {
    const today = dayInZone(Date.now(), readerZone());
    const isThisYear = day?.slice(0, 4) === today.slice(0, 4);
    const date = formatCalendarDay(day ?? '1970-01-01', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      ...(isThisYear ? {} : { year: 'numeric' }),
    });
    return t`On ${date} at ${at}`;
  }
  const count = Math.abs(days);
  if (on === 'due') {
    if (days === 0) return t`On the day it is due, at ${at}`;
    return days < 0
      ? t`${plural(count, { one: '# day before it is due, at', other: '# days before it is due, at' })} ${at}`
      : t`${plural(count, { one: '# day after it was due, at', other: '# days after it was due, at' })} ${at}`;
  }
  if (days === 0) return t`On the day it starts, at ${at}`;
  return days < 0
    ? t`${plural(count, { one: '# day before it starts, at', other: '# days before it starts, at' })} ${at}`
    : t`${plural(count, { one: '# day after it starts, at', other: '# days after it starts, at' })} ${at}`;
}
