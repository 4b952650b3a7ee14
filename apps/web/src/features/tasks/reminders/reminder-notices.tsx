import { listRinging } from '@hearth/contracts/reminders/reminder-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconBell, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore, type Command } from '#platform/sync/index.ts';
import { useRowsOf } from '#platform/sync/store/use-rows.ts';
import { dayInZone, useFormats } from '#ui/format/formats.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { useToday } from '#ui/format/use-today.ts';
import { addDays } from '@hearth/contracts/core/days';
import { ownZone } from './personal-task.data.ts';
import { hoursFromNow, remindAgain, seeReminders } from './reminders.data.ts';
import { statusesInOrder, updateTask } from '#features/tasks/model/tasks.data.ts';
import styles from './reminders.module.css';

interface ReminderNoticesProps {
  /** Ids of tasks with due reminders that the user has not seen yet. */
  ids: readonly string[];
  onOpen: (taskId: string) => void;
}

/** Maximum number of notices in the expanded list. Further notices appear as others are dismissed. */
const MAX_SHOWN = 20;

/** Shows due reminders until the user dismisses or snoozes them, or opens their tasks. */
export function ReminderNotices({ ids, onOpen }: ReminderNoticesProps) {
  const { t } = useLingui();
  const [isWhole, setIsWhole] = useState(false);
  const tasks = useRowsOf('task', ids).filter(({ closedAt }) => closedAt === null);
  const more = tasks.length - 1;
  return (
    <section
      className={styles.notices}
      data-whole={isWhole || undefined}
      aria-label={t`Reminders`}
      aria-live="polite"
    >
      {tasks.slice(0, isWhole ? MAX_SHOWN : 1).map((task) => (
        <Notice key={task.id} task={task} onOpen={onOpen} />
      ))}
      {more > 0 && (
        <button
          type="button"
          className={styles.unfold}
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? (
            <Trans>Show one only</Trans>
          ) : (
            <Plural value={more} one="# more reminder" other="# more reminders" />
          )}
        </button>
      )}
    </section>
  );
}

function Notice({ task, onOpen }: { task: SyncRows['task'] } & Pick<ReminderNoticesProps, 'onOpen'>) {
  const { t } = useLingui();
  const store = useTeamStore();
  const formats = useFormats();
  const may = useMay();
  const today = useToday();
  const [first] = listRinging(store.row('ownTask', task.id)?.reminders ?? []);
  const { title } = task;
  const act = (...commands: Command[]) => void store.mutate(commands);
  const see = () => seeReminders(store, task);

  /** Formats the time of a reminder. Omits the day if it is today. */
  function nameMoment(at: string): string {
    const isToday = dayInZone(Date.parse(at), ownZone()) === today;
    return isToday ? formats.moment(at, { timeStyle: 'short' }) : formats.moment(at);
  }

  function finish(): void {
    const done = statusesInOrder(store)
      .ids()
      .find((id) => store.row('status', id)?.category === 'completed');
    if (done !== undefined) act(updateTask(store, task.id, { statusId: done }), ...see());
  }

  return (
    <div className={styles.notice} role="group" aria-label={t`Reminder: ${title}`}>
      <div className={styles.head}>
        <IconBell size={17} stroke={1.7} aria-hidden="true" />
        <div className={styles.what}>
          <span className={styles.title}>{title}</span>
          {first?.at != null && <span className={styles.when}>{nameMoment(first.at)}</span>}
        </div>
        <IconButton label={t`Seen: ${title}`} size={28} onClick={() => act(...see())}>
          <IconX size={15} stroke={1.7} />
        </IconButton>
      </div>
      <div className={styles.acts}>
        <Button
          size="small"
          variant="default"
          onClick={() => {
            act(...see());
            onOpen(task.id);
          }}
        >
          <Trans>Open</Trans>
        </Button>
        {may('task.update', task) && (
          <Button size="small" variant="default" onClick={finish}>
            <Trans>Done</Trans>
          </Button>
        )}
        <Button
          size="small"
          variant="default"
          onClick={() => act(...remindAgain(store, task, hoursFromNow(store.now(), 1)))}
        >
          <Trans>In 1 hour</Trans>
        </Button>
        <Button
          size="small"
          variant="default"
          onClick={() =>
            act(...remindAgain(store, task, { on: 'day', day: addDays(today, 1), days: 0, time: '09:00' }))
          }
        >
          <Trans>Tomorrow</Trans>
        </Button>
      </div>
    </div>
  );
}
