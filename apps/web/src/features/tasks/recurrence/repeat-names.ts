import { parseRule, type RepeatMode, type RepeatRule } from '@hearth/contracts/recurrence/recurrence-values';
import { plural, t } from '@lingui/core/macro';
import { formatCalendarDay, formatList, formatWeekday } from '#ui/format/formats.ts';

/** Formats a recurrence, such as 'Every 2 weeks on Monday and Thursday, until 3 January'. */
export function nameRepeat({ mode, rule: text }: { mode: RepeatMode; rule: string }): string {
  const rule = parseRule(text);
  return rule === null ? text : nameRule(rule, mode);
}

export function nameRule(rule: RepeatRule, mode: RepeatMode): string {
  const words = mode === 'schedule' ? nameSchedule(rule) : nameWait(rule);
  if (rule.count !== null) {
    return t`${plural(rule.count, { one: `${words}, the last time`, other: `${words}, # times` })}`;
  }
  if (rule.until !== null) {
    const last = formatCalendarDay(rule.until);
    return t`${words}, until ${last}`;
  }
  return words;
}

function nameSchedule(rule: RepeatRule): string {
  const { frequency, interval, weekdays } = rule;
  if (frequency === 'DAILY') return t`${plural(interval, { one: 'Every day', other: 'Every # days' })}`;
  if (frequency === 'WEEKLY') {
    if (weekdays.join() === '1,2,3,4,5' && interval === 1) return t`Every weekday`;
    if (weekdays.length === 0) return t`${plural(interval, { one: 'Every week', other: 'Every # weeks' })}`;
    const days = formatList(weekdays.map((weekday) => formatWeekday(weekday)));
    return t`${plural(interval, { one: `Every week on ${days}`, other: `Every # weeks on ${days}` })}`;
  }
  if (frequency === 'MONTHLY') {
    const day = nameMonthDay(rule);
    if (day === null) return t`${plural(interval, { one: 'Every month', other: 'Every # months' })}`;
    return t`${plural(interval, { one: `Every month on ${day}`, other: `Every # months on ${day}` })}`;
  }
  const { month, monthDay } = rule;
  if (month === null || monthDay === null)
    return t`${plural(interval, { one: 'Every year', other: 'Every # years' })}`;
  const pad = (value: number) => String(value).padStart(2, '0');
  const date = formatCalendarDay(`2024-${pad(month)}-${pad(monthDay)}`, { day: 'numeric', month: 'long' });
  return t`${plural(interval, { one: `Every year on ${date}`, other: `Every # years on ${date}` })}`;
}

function nameMonthDay({ monthDay, nthWeekday }: RepeatRule): string | null {
  if (nthWeekday !== null) {
    const day = formatWeekday(nthWeekday.weekday);
    if (nthWeekday.nth === 1) return t({ message: `the first ${day}`, context: 'every month on …' });
    if (nthWeekday.nth === 2) return t({ message: `the second ${day}`, context: 'every month on …' });
    if (nthWeekday.nth === 3) return t({ message: `the third ${day}`, context: 'every month on …' });
    if (nthWeekday.nth === 4) return t({ message: `the fourth ${day}`, context: 'every month on …' });
    return t({ message: `the last ${day}`, context: 'every month on …' });
  }
  if (monthDay === -1) return t({ message: 'the last day', context: 'every month on …' });
  return monthDay === null ? null : t({ message: `day ${monthDay}`, context: 'every month on …' });
}

/** Formats a rule that is counted from completion. */
function nameWait({ frequency, interval }: RepeatRule): string {
  if (frequency === 'DAILY')
    return t`${plural(interval, { one: 'A day after completion', other: '# days after completion' })}`;
  if (frequency === 'WEEKLY')
    return t`${plural(interval, { one: 'A week after completion', other: '# weeks after completion' })}`;
  if (frequency === 'MONTHLY')
    return t`${plural(interval, { one: 'A month after completion', other: '# months after completion' })}`;
  return t`${plural(interval, { one: 'A year after completion', other: '# years after completion' })}`;
}
