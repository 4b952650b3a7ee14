import { canDeleteTime } from '@hearth/contracts/permissions/permissions';
import type { SyncRows } from '@hearth/contracts/sync';
import { secondsOf } from '@hearth/contracts/time-tracking/time-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { usePeople } from '#features/members/index.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { useActor, useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { useFormats } from '#ui/format/formats.ts';
import { lazyDialog } from '#ui/lazy/lazy-parts.tsx';
import { useToday } from '#ui/format/use-today.ts';
import { describeDuration } from './durations.ts';
import { TimeLine } from './time-line.tsx';
import { deleteTime, timeByTask, type TimeEntry } from './time.data.ts';
import { useTimeOfTask } from './use-time-of-task.ts';
import { useChangeAuthors } from '#features/tasks/model/change-authors.ts';
import lineStyles from '#features/tasks/add-line/sub-tasks.module.css';
import styles from './time.module.css';

const TimeDialog = lazyDialog(async () => (await import('./time-dialog.tsx')).TimeDialog);

/** Maximum number of entries shown before the list is expanded. */
const SHOWN = 5;

/**
 * Lists the time entries of a task by day. Users can edit their own entries, and delete the entries that they have permission to delete.
 */
export function TimeList({ task }: { task: SyncRows['task'] }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const formats = useFormats();
  const today = useToday();
  const actor = useActor();
  const may = useMay();
  const { nameOf } = useChangeAuthors(usePeople());
  const rest = useTimeOfTask(task);
  const entries = useRows(timeByTask(store), task.id);
  const [isWhole, setIsWhole] = useState(false);
  const [changedId, setChangedId] = useState<string | null>(null);
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // A historical snapshot shows only the total.
  if (store.at !== null || entries.length === 0) return null;
  const shown = isWhole ? entries : entries.slice(0, SHOWN);
  const days = [...Map.groupBy(shown, ({ day }) => day)].toSorted(([a], [b]) => (a < b ? 1 : -1));
  const over = entries.filter(({ endedAt }) => endedAt !== null);
  const sums = [...Map.groupBy(over, ({ userId }) => userId)].map(([userId, own]) => {
    const name = nameOf(userId).name;
    const spent = describeDuration(
      formats,
      own.reduce((sum, entry) => sum + secondsOf(entry), 0),
    );
    return { userId, name, spent };
  });
  const canTrack = may('task.comment', task);
  const changed = entries.find(({ id }) => id === changedId) ?? null;

  function remove(entry: TimeEntry): void {
    const order = days.flatMap(([, ofDay]) => ofDay.map(({ id }) => id));
    const at = order.indexOf(entry.id);
    store.mutate(deleteTime(store, entry));
    showToast(t`Time deleted`, { action: { label: t`Undo`, run: () => void store.undo() } });
    const next = order[at + 1] ?? order[at - 1];
    const line =
      next === undefined ? null : section.current?.querySelector<HTMLElement>(`[data-time="${next}"]`);
    (line ?? heading.current)?.focus();
  }

  return (
    <section ref={section} className={lineStyles.section} aria-label={t`Time`}>
      <div className={lineStyles.head}>
        <h2 ref={heading} tabIndex={-1} className={lineStyles.heading}>
          <Trans>Time</Trans>
        </h2>
        {task.trackedSeconds > 0 && (
          <span className={lineStyles.count}>{describeDuration(formats, task.trackedSeconds)}</span>
        )}
      </div>
      {sums.length > 1 && rest.isWhole && (
        <ul className={styles.sums} aria-label={t`Time by person`}>
          {sums.map(({ userId, name, spent }) => (
            <li key={userId}>
              <span className={styles.name}>{name}</span> <span className={styles.spent}>{spent}</span>
            </li>
          ))}
        </ul>
      )}
      {days.map(([day, ofDay]) => (
        <div key={day}>
          <h3 className={styles.dayHead}>{formats.nearDay(day, today)}</h3>
          <ul className={lineStyles.lines}>
            {ofDay.map((entry) => (
              <TimeLine
                key={entry.id}
                entry={entry}
                person={nameOf(entry.userId)}
                onChange={
                  canTrack && entry.userId === store.userId ? () => setChangedId(entry.id) : undefined
                }
                onDelete={
                  canTrack && canDeleteTime(actor, { projectId: task.projectId, createdBy: entry.userId })
                    ? () => remove(entry)
                    : undefined
                }
              />
            ))}
          </ul>
        </div>
      ))}
      {!isWhole && entries.length > SHOWN && (
        <button type="button" className={styles.more} onClick={() => setIsWhole(true)}>
          <Trans>Show all time</Trans>
        </button>
      )}
      {(isWhole || entries.length <= SHOWN) && rest.loadEarlier !== null && (
        <button type="button" className={styles.more} onClick={rest.loadEarlier}>
          <Trans>Show earlier time</Trans>
        </button>
      )}
      <TimeDialog
        taskId={task.id}
        entry={changed}
        isOpen={changed !== null}
        onClose={() => setChangedId(null)}
      />
    </section>
  );
}
