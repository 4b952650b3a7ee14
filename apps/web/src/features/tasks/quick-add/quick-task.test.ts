import { expect, test } from 'vitest';
import { parseQuick } from '@hearth/contracts/quick-parser/quick-parse';
import { CONTEXT } from '@hearth/contracts/testing/quick-phrases';
import { setTimeZone } from '#ui/format/reader.ts';
import { toQuickTask } from './quick-task.ts';

test.each([
  ['Call tomorrow at 5pm', { dueDate: '2026-11-19T11:30:00.000Z' }],
  ['Call at 5pm', { dueDate: '2026-11-18T11:30:00.000Z' }],
  ['Build from monday 8am by friday', { startDate: '2026-11-23T02:30:00.000Z', dueDate: '2026-11-20' }],
  ['Fair 1-5 dec 18:00', { startDate: '2026-12-01', dueDate: '2026-12-05T12:30:00.000Z' }],
  ['Stand-up every monday at 9:30am', { dueDate: '2026-11-23T04:00:00.000Z' }],
])('parses the dates and times in “%s” in the user’s time zone', (text, dates) => {
  setTimeZone('Asia/Kolkata');
  const { fields } = toQuickTask(parseQuick(text, CONTEXT));
  setTimeZone(undefined);
  expect({ startDate: fields.startDate, dueDate: fields.dueDate }).toEqual({
    startDate: undefined,
    ...dates,
  });
});
