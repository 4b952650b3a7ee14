import { msg } from '@lingui/core/macro';
import { IconCalendarDot, IconChevronLeft, IconChevronRight, IconRoute } from '@tabler/icons-react';
import type { Action, KeyHint } from '#platform/actions/actions.ts';

export const showToday: Action = {
  id: 'calendar.today',
  title: msg`Show today`,
  group: 'screen',
  icon: IconCalendarDot,
  keywords: msg`calendar now day`,
  shortcuts: ['shift+t'],
};
export const showEarlier: Action = {
  id: 'calendar.earlier',
  title: msg`Show the time before`,
  group: 'screen',
  icon: IconChevronLeft,
  keywords: msg`calendar previous month week back`,
  shortcuts: [','],
};
export const showLater: Action = {
  id: 'calendar.later',
  title: msg`Show the time after`,
  group: 'screen',
  icon: IconChevronRight,
  keywords: msg`calendar next month week forward`,
  shortcuts: ['.'],
};

export const showCriticalPath: Action = {
  id: 'timeline.path',
  title: msg`Show or hide the critical path`,
  group: 'screen',
  icon: IconRoute,
  keywords: msg`timeline end date late slack depend`,
};

/** Actions for calendars and timelines. */
export const timeActions: readonly Action[] = [showToday, showEarlier, showLater, showCriticalPath];

/** Shortcuts in the calendar. */
export const calendarKeys: readonly KeyHint[] = [
  {
    title: msg`Go from day to day, and to the tasks on it`,
    keys: ['arrowup', 'arrowdown', 'arrowleft', 'arrowright'],
  },
  { title: msg`New task on the day, or open the task`, keys: ['enter'] },
  { title: msg`See all tasks of the day`, keys: ['space'] },
  { title: msg`Move the task a day`, keys: ['alt+arrowleft', 'alt+arrowright'] },
  { title: msg`Move the task a week`, keys: ['alt+arrowup', 'alt+arrowdown'] },
  { title: msg`Change its last day`, keys: ['shift+alt+arrowleft', 'shift+alt+arrowright'] },
  { title: msg`Move the task to another day…`, keys: ['m'] },
];

/** Shortcuts in the workload. */
export const workloadKeys: readonly KeyHint[] = [
  {
    title: msg`Go from person to person, and through the time`,
    keys: ['arrowup', 'arrowdown', 'arrowleft', 'arrowright'],
  },
  { title: msg`See the tasks behind a figure`, keys: ['enter'] },
  { title: msg`Move the task to another time`, keys: ['alt+arrowleft', 'alt+arrowright'] },
  { title: msg`Give the task to another person`, keys: ['alt+arrowup', 'alt+arrowdown'] },
  { title: msg`Choose person and time for the task…`, keys: ['m'] },
];

/** Shortcuts in the timeline. */
export const timelineKeys: readonly KeyHint[] = [
  { title: msg`Go from task to task`, keys: ['arrowup', 'arrowdown'] },
  { title: msg`Go through the time`, keys: ['arrowleft', 'arrowright'] },
  { title: msg`Move the task by a day`, keys: ['alt+arrowleft', 'alt+arrowright'] },
  { title: msg`Change the last day of the task`, keys: ['shift+alt+arrowleft', 'shift+alt+arrowright'] },
  { title: msg`Choose another day for the task`, keys: ['m'] },
];
