import type { ReminderWish } from '@hearth/contracts/reminders/reminder-values';
import type { CallRoute } from '#platform/http/call-route.ts';
import { readPages } from '#platform/http/read-pages.ts';

/** Reads the user's reminders of a task, in the form in which they are written. */
export async function readReminders(call: CallRoute, taskId: string): Promise<ReminderWish[]> {
  const pages = await readPages(async (query) => await call('ownTasks.list', { query }));
  const own = pages.flatMap(({ tasks }) => tasks).find((one) => one.taskId === taskId);
  return (own?.reminders ?? []).map(({ at: _at, firedAt: _firedAt, ...wish }) => wish);
}
