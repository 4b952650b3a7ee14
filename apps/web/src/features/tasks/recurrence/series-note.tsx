import { previewDates } from '@hearth/contracts/recurrence/repeat-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { lazyDialog } from '#ui/lazy/lazy-parts.tsx';
import { useToday } from '#ui/format/use-today.ts';
import { resumeSeries } from './repeat.data.ts';
import type { TaskLinks } from '#features/tasks/model/task-links.ts';
import styles from './repeat.module.css';

const SeriesDialog = lazyDialog(async () => (await import('./series-dialog.tsx')).SeriesDialog);

interface SeriesNoteProps {
  task: SyncRows['task'];
  canEdit: boolean;
  links: TaskLinks;
}

/** Shows the next occurrences of a recurring task as a button that opens the series, and allows resuming a paused series. */
export function SeriesNote({ task, canEdit, links }: SeriesNoteProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const formats = useFormats();
  const today = useToday();
  const [isOpen, setIsOpen] = useState(false);
  const { repeat, series } = task;
  if (repeat === null && (series === null || series.run === 1)) return null;
  const isClosed = task.closedAt !== null;
  const isStalled = isClosed && repeat !== null && (series?.state === 'paused' || series?.state === 'open');
  const days =
    repeat === null || isClosed ? [] : previewDates(repeat, task, today, series?.planned).slice(0, 3);
  const list = days.map((day) => formats.nearDay(day, today)).join(' · ');
  return (
    <div className={styles.note}>
      {series?.state === 'paused' && (
        <span className={styles.hint}>
          <Trans>Paused: you’ve reached your plan’s task limit.</Trans>
        </span>
      )}
      {isStalled && canEdit && (
        <button
          type="button"
          className={styles.link}
          onClick={() => void store.mutate(resumeSeries(store, task.id))}
        >
          <Trans>Create the next one</Trans>
        </button>
      )}
      <button type="button" className={styles.link} onClick={() => setIsOpen(true)}>
        {list === '' ? t`Whole series` : <Trans>Then {list}</Trans>}
      </button>
      {repeat?.later !== null && repeat !== null && !isClosed && (
        <span className={styles.hint}>
          <Trans>Apply changes to this task only</Trans>
        </span>
      )}
      <SeriesDialog
        isOpen={isOpen}
        task={task}
        canEdit={canEdit}
        links={links}
        onClose={() => setIsOpen(false)}
      />
    </div>
  );
}
