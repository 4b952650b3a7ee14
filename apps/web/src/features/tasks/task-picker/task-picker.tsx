import { clsx } from 'clsx';
import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useMemo, useState, type ReactNode } from 'react';
import { isInArchive } from '#features/projects/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { findTasks, foldTasks } from './task-search.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import styles from './task-picker.module.css';

type Task = SyncRows['task'];

interface TaskPickerProps {
  title: string;
  /** Whether a task is not offered. */
  isLeftOut: (task: Task) => boolean;
  /** Returns the reason why a task is shown disabled. Returns null if it can be picked. */
  explain: (task: Task) => string | null;
  /** The project whose tasks come first if the query is empty. */
  projectId: string | null;
  /** Rendered above the search field. */
  head?: ReactNode;
  onPick: (task: Task) => void;
  onClose: () => void;
}

/** Maximum number of results. Users can narrow them down by typing more. */
const MAX_SHOWN = 30;

/** Picks another task by a few letters of its title or key. */
export function TaskPicker({ title, head, onClose, ...rest }: TaskPickerProps) {
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {head}
      <Search {...rest} />
    </Dialog>
  );
}

function Search({
  isLeftOut,
  explain,
  projectId,
  onPick,
}: Omit<TaskPickerProps, 'title' | 'head' | 'onClose'>) {
  const { t } = useLingui();
  const store = useTeamStore();
  const statuses = useStatuses();
  const id = useId();
  const [query, setQuery] = useState('');
  const [selected, setSelected] = useState(0);
  const [tasks] = useState(() =>
    foldTasks(store.all('task').filter((task) => !isLeftOut(task) && !isInArchive(store, task.projectId))),
  );
  const found = useMemo(() => findTasks(tasks, query, projectId, MAX_SHOWN), [tasks, query, projectId]);
  const at = Math.min(selected, found.length - 1);
  useEffect(() => {
    document.querySelector(`#${CSS.escape(`${id}-${at}`)}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);

  function pick(task: Task | undefined): void {
    if (task !== undefined && explain(task) === null) onPick(task);
  }

  function handleKey(event: React.KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setSelected((at + step + found.length) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      pick(found[at]);
    }
  }

  return (
    <>
      <input
        className={styles.field}
        role="combobox"
        aria-label={t`Find a task`}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        placeholder={t`Search by title or key…`}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setSelected(0);
        }}
        onKeyDown={handleKey}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t`Tasks`} className={styles.list}>
        {found.map((task, index) => {
          const problem = explain(task);
          const status = statuses.find((one) => one.id === task.statusId);
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles keys; this option is its active descendant
            <div
              key={task.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              aria-disabled={problem !== null}
              tabIndex={-1}
              className={styles.option}
              onPointerMove={() => setSelected(index)}
              onClick={() => pick(task)}
            >
              {status !== undefined && (
                <StatusGlyph category={status.category} progress={status.progress} color={status.color} />
              )}
              <span className={clsx(styles.title, 'one-line')}>{task.title}</span>
              <span className={styles.note}>{problem ?? task.key}</span>
            </div>
          );
        })}
      </div>
      {found.length === 0 && (
        <p className={styles.nothing} role="status">
          <Trans>No tasks found.</Trans>
        </p>
      )}
    </>
  );
}
