import { LIMITS } from '@hearth/contracts/core/limits';
import { previewDates } from '@hearth/contracts/recurrence/repeat-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { usePeople } from '#features/members/index.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { useErrorMessages } from '#platform/texts/error-messages.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { Switch } from '#ui/inputs/choice.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { TextField } from '#ui/inputs/text-field.tsx';
import { useToday } from '#ui/format/use-today.ts';
import { nameRepeat } from './repeat-names.ts';
import { toLaterFields, loadRuns, skipDay, type Runs } from './repeat.data.ts';
import type { TaskLinks } from '#features/tasks/model/task-links.ts';
import { updateTask } from '#features/tasks/model/tasks.data.ts';
import styles from './repeat.module.css';

type Task = SyncRows['task'];

interface SeriesDialogProps {
  isOpen: boolean;
  task: Task;
  canEdit: boolean;
  links: TaskLinks;
  onClose: () => void;
}

/** Shows upcoming and past occurrences of a recurring task. */
export function SeriesDialog({ isOpen, onClose, ...rest }: SeriesDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`This series`} isOpen={isOpen} onClose={onClose}>
      <Series onClose={onClose} {...rest} />
    </Dialog>
  );
}

function Series({ task, canEdit, links, onClose }: Omit<SeriesDialogProps, 'isOpen'>) {
  const { t } = useLingui();
  const formats = useFormats();
  const today = useToday();
  const store = useTeamStore();
  const [reason, setReason] = useState('');
  const { repeat } = task;
  const isOpenTask = task.closedAt === null;
  const days = repeat === null || !isOpenTask ? [] : previewDates(repeat, task, today, task.series?.planned);
  const formatDay = (day: string) =>
    formats.calendarDay(day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  const [next] = days;
  const nextDay =
    next === undefined ? '' : formats.calendarDay(next, { weekday: 'short', day: 'numeric', month: 'short' });
  const hasDay = (task.dueDate ?? task.startDate) !== null;

  function skip(): void {
    const command = skipDay(store, task, reason.trim());
    if (command === null) return;
    store.mutate(command);
    onClose();
    showToast(t`Skipped. Now due ${nextDay}`, {
      action: { label: t`Undo`, run: () => void store.undo() },
    });
  }

  return (
    <div className={styles.form}>
      {repeat !== null && <p className={styles.rule}>{nameRepeat(repeat)}</p>}
      {days.length > 0 && (
        <section>
          <h3 className={styles.heading}>
            <Trans>Next dates</Trans>
          </h3>
          <ol className={styles.dates}>
            {days.map((day) => (
              <li key={day}>{formatDay(day)}</li>
            ))}
          </ol>
        </section>
      )}
      {repeat !== null && isOpenTask && canEdit && (
        <>
          <Switch
            label={t`Apply changes to this task only`}
            hint={t`Later tasks use the current version, whatever you change here.`}
            isChecked={repeat.later !== null}
            onChange={(isAlone) =>
              void store.mutate(
                updateTask(store, task.id, {
                  repeat: { ...repeat, later: isAlone ? toLaterFields(task) : null },
                }),
              )
            }
          />
          {next !== undefined && hasDay && (
            <form
              className={styles.skip}
              onSubmit={(event) => {
                event.preventDefault();
                skip();
              }}
            >
              <TextField
                label={t`Skip this one`}
                value={reason}
                placeholder={t`Reason (optional)`}
                maxLength={LIMITS.skipReason}
                onChange={setReason}
              />
              <Button type="submit" variant="default">
                <Trans>Skip to {nextDay}</Trans>
              </Button>
            </form>
          )}
        </>
      )}
      <Past task={task} links={links} onClose={onClose} />
    </div>
  );
}

function Past({ task, links, onClose }: Pick<SeriesDialogProps, 'task' | 'links' | 'onClose'>) {
  const { t } = useLingui();
  const { teamId } = useTeamStore();
  const list = useRequest(`${task.id} ${task.updatedAt}`, (signal) => loadRuns(teamId, task.id, signal));
  const errorMessage = useErrorMessages(list.error);
  if (errorMessage !== null) return <p className={styles.hint}>{errorMessage}</p>;
  if (list.data === undefined) return <p className={styles.hint}>{t`Loading…`}</p>;
  const { summary, runs } = list.data;
  const { done, onTime, skipped, streak } = summary;
  return (
    <section>
      <h3 className={styles.heading}>
        <Trans>History</Trans>
      </h3>
      <p className={styles.hint}>
        {t`${plural(done, { one: '# done', other: '# done' })}`} ·{' '}
        {t`${plural(onTime, { one: '# on time', other: '# on time' })}`} ·{' '}
        {t`${plural(skipped, { one: '# skipped', other: '# skipped' })}`}
        {streak > 1 && (
          <> · {t`${plural(streak, { one: '# on time in a row', other: '# on time in a row' })}`}</>
        )}
      </p>
      <ol className={styles.runs}>
        {runs.map((run) => (
          <RunLine
            key={run.taskId}
            run={run}
            isOwn={run.taskId === task.id}
            links={links}
            onClose={onClose}
          />
        ))}
      </ol>
    </section>
  );
}

interface RunLineProps {
  run: Runs['runs'][number];
  isOwn: boolean;
  links: TaskLinks;
  onClose: () => void;
}

function RunLine({ run, isOwn, links, onClose }: RunLineProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const { taskId, key, dueDate, closedAt, isDone, isOnTime, skips } = run;
  const state = !isDone
    ? closedAt === null
      ? t({ message: 'Open', context: 'state of a task' })
      : t`Cancelled`
    : isOnTime === false
      ? t`Done late`
      : t`Done`;
  return (
    <li className={styles.run} data-own={isOwn || undefined}>
      <a
        href={links.hrefOf(taskId)}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onClose();
          links.open(taskId);
        }}
      >
        {key}
      </a>
      <span className={styles.day}>{dueDate !== null && formats.when(dueDate)}</span>
      <span className={styles.state} data-late={isOnTime === false || undefined}>
        {state}
      </span>
      {skips.map((skip) => (
        <SkipLine key={skip.id} skip={skip} />
      ))}
    </li>
  );
}

function SkipLine({ skip }: { skip: Runs['runs'][number]['skips'][number] }) {
  const { t } = useLingui();
  const formats = useFormats();
  const day = formats.calendarDay(skip.day);
  const name = usePeople().find(({ id }) => id === skip.skippedBy)?.name ?? t`Former member`;
  return (
    <span className={styles.skipped}>
      {skip.reason === '' ? (
        <Trans>
          {day} skipped by {name}
        </Trans>
      ) : (
        <Trans>
          {day} skipped by {name}: {skip.reason}
        </Trans>
      )}
    </span>
  );
}
