import { expect, test } from 'vitest';
import { readReminder } from './quick-reminders.ts';

test.each([
  ['tomorrow 9am', 'day 2026-11-21 09:00'],
  ['9am tomorrow', 'day 2026-11-21 09:00'],
  ['saturday', 'day 2026-11-21 09:00'],
  ['5pm', 'day 2026-11-20 17:00'],
  ['in 2 hours', 'in 120'],
  ['in an hour', 'in 60'],
  ['2 घंटे बाद', 'in 120'],
  ['2 days before', 'due -2 09:00'],
  ['15 minutes before', 'due 0 09:00 -15'],
  ['कल सुबह 8 बजे', 'day 2026-11-21 08:00'],
  ['tomorrow or so', null],
  ['friday 25:00', null],
  ['31 feb', null],
  ['in 99999 hours', null],
  ['', null],
])('reads the reminder %j', (text, expected) => {
  const when = readReminder(text, '2026-11-20', (minutes) => ({
    on: 'day',
    day: null,
    days: 0,
    time: '',
    minutes,
  }));
  const { on, day, days, time, minutes } = when ?? { on: '', day: '', days: 0, time: '' };
  const shown =
    time === ''
      ? `in ${minutes}`
      : [on, day ?? days, time, ...(minutes === undefined ? [] : [minutes])].join(' ');
  expect(when === null ? null : shown).toBe(expected);
});
