import type { SyncRows } from '@hearth/contracts/sync';
import { useLingui } from '@lingui/react/macro';
import { IconBell, IconX } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useAction } from '#platform/actions/actions.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { ChooseReminder } from './choose-reminder.lazy.ts';
import { nameWhen } from './reminder-names.ts';
import { instantOf, withoutSeen, removeReminders } from './reminders.data.ts';
import { useHasChosen } from '#features/tasks/model/selection.ts';
import { remindMe } from '#features/tasks/model/tasks.actions.ts';
import styles from './reminders.module.css';

type Task = SyncRows['task'];

/** Lists the user's own reminders of a task. Read access is sufficient. */
export function ReminderList({ task }: { task: Task }) {
  const { t } = useLingui();
  const store = useTeamStore();
  useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const hasChosen = useHasChosen();
  const reminders = withoutSeen(useRow('ownTask', task.id)?.reminders ?? []);
  useAction(remindMe, () => setIsOpen(true), !hasChosen);
  const ids = useMemo(() => [task.id], [task.id]);
  return (
    <span className={styles.list}>
      {reminders.map((reminder) => {
        const name = nameWhen(reminder);
        const isWaiting = instantOf(reminder, task) === null;
        return (
          <span key={reminder.id} className={styles.one} data-waits={isWaiting || undefined}>
            <IconBell size={14} stroke={1.7} aria-hidden="true" />
            {!isWaiting
              ? name
              : reminder.minutes === undefined
                ? t`${name}, once there is such a day`
                : t`${name}, once it has a time`}
            <IconButton
              label={t`Remove: ${name}`}
              size={24}
              onClick={() => {
                store.mutate(removeReminders(store, [task], reminder));
                button.current?.focus();
              }}
            >
              <IconX size={13} stroke={1.8} />
            </IconButton>
          </span>
        );
      })}
      <button ref={button} type="button" className={styles.add} onClick={() => setIsOpen(true)}>
        {t`Remind me…`}
      </button>
      {isOpen && (
        <ChooseReminder
          ids={ids}
          onChange={(commands) => {
            if (commands.length > 0) store.mutate(commands);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </span>
  );
}
