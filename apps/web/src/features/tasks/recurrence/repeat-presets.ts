import {
  formatRule,
  makeRule,
  type RepeatMode,
  type RepeatRule,
} from '@hearth/contracts/recurrence/recurrence-values';
import { weekdayOf, addDays } from '@hearth/contracts/core/days';

interface RepeatPreset {
  /** Mode and rule as one string, used as the option value. */
  key: string;
  mode: RepeatMode;
  rule: RepeatRule;
}

const WORKDAYS = [1, 2, 3, 4, 5];

/** Returns the presets for a task that is due on a given day. */
export function listPresets(day: string): RepeatPreset[] {
  const weekday = weekdayOf(day);
  const [month = 1, date = 1] = day.split('-').slice(1).map(Number);
  const isLastWeek = addDays(day, 7).slice(5, 7) !== day.slice(5, 7);
  const isLastDay = addDays(day, 1).slice(5, 7) !== day.slice(5, 7);
  const rules = [
    makeRule({ frequency: 'DAILY' }),
    makeRule({ frequency: 'WEEKLY', weekdays: WORKDAYS }),
    makeRule({ frequency: 'WEEKLY', weekdays: [weekday] }),
    makeRule({ frequency: 'WEEKLY', interval: 2, weekdays: [weekday] }),
    makeRule({ frequency: 'MONTHLY', monthDay: isLastDay ? -1 : date }),
    makeRule({
      frequency: 'MONTHLY',
      nthWeekday: { nth: isLastWeek ? -1 : Math.ceil(date / 7), weekday },
    }),
    makeRule({ frequency: 'YEARLY', month, monthDay: date }),
  ];
  return [
    ...rules.map((rule) => toPreset('schedule', rule)),
    toPreset('completion', makeRule({ frequency: 'WEEKLY' })),
    toPreset('completion', makeRule({ frequency: 'MONTHLY' })),
  ];
}

export function toPreset(mode: RepeatMode, rule: RepeatRule): RepeatPreset {
  return { key: `${mode} ${formatRule(rule)}`, mode, rule };
}
