import { useGroup, useTeamStore, type TeamStore, type View } from '#platform/sync/index.ts';
import { ReminderNotices } from './reminder-notices.lazy.ts';

/** Tasks with due reminders that the user has not seen yet. */
function tasksRinging(store: TeamStore): View<'ownTask'> {
  return store.sharedView('reminders that came', {
    entity: 'ownTask',
    filter: ({ reminders }) => reminders.some(({ firedAt, isSeen }) => firedAt !== null && !isSeen),
    compare: () => 0,
  });
}

/** Shows due reminders on every screen, including reminders that became due while the app was closed. */
export function ReminderWatch({ onOpen }: { onOpen: (taskId: string) => void }) {
  const store = useTeamStore();
  const ids = useGroup(tasksRinging(store));
  return ids.length === 0 ? null : <ReminderNotices ids={ids} onOpen={onOpen} />;
}
