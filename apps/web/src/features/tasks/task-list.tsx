import { useLingui } from '@lingui/react/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import type { TaskQuery, View } from '#platform/sync/index.ts';
import { useGroupLists } from '#platform/use-rows.ts';
import { useFormats } from '#ui/formats.ts';
import { StatusGlyph } from '#ui/status-glyph.tsx';
import { ShowOlder } from './show-older.tsx';
import { TaskRow } from './task-row.tsx';
import type { StatusLook } from './task-words.ts';
import { useOlderTasks } from './use-older-tasks.ts';
import styles from './list.module.css';

interface TaskListProps {
  view: View<'task'>;
  statuses: readonly StatusLook[];
  /** The name of a status' group in the view. */
  groupOf: (statusId: string) => string;
  /** Which tasks the list is about; their status is added. */
  query: TaskQuery;
  /** When what holds them was made. */
  since: string | undefined;
  onOpen: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
  /** Stands for the list while it has no task. */
  empty: React.ReactNode;
}

type Line =
  | { kind: 'status'; status: StatusLook; count: number }
  | { kind: 'task'; id: string; status: StatusLook }
  | { kind: 'older'; status: StatusLook };

const HEADER_PX = 40;
const readRowHeight = () => (matchMedia('(pointer: coarse)').matches ? 46 : 36);

/** Tasks as lines under their status: only those near the window exist. */
export function TaskList({ view, statuses, groupOf, query, since, onOpen, hrefOf, empty }: TaskListProps) {
  // The list's size changes what a virtualizer returns without changing the virtualizer: no memo may keep it.
  'use no memo';
  const { t } = useLingui();
  const formats = useFormats();
  const groups = useMemo(() => statuses.map((status) => groupOf(status.id)), [statuses, groupOf]);
  const lists = useGroupLists(view, groups);
  const older = useOlderTasks(view, since);
  const withOlder = statuses
    .filter((status) => older.isOffered(status, groupOf(status.id)))
    .map(({ id }) => id)
    .join(' ');
  const lines = useMemo(() => makeLines(statuses, lists, withOlder.split(' ')), [statuses, lists, withOlder]);
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- see above
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.kind === 'status' ? HEADER_PX : readRowHeight()),
    getItemKey: (index) => keyOf(lines[index]) ?? index,
    overscan: 8,
  });

  function moveFocus(from: number, step: 1 | -1): void {
    let to = from + step;
    while (to in lines && lines[to]?.kind !== 'task') to += step;
    if (!(to in lines)) return;
    virtualizer.scrollToIndex(to);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-line="${to}"] a`)?.focus(),
    );
  }

  if (lines.length === 0) return empty;
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      onKeyDown={(event) => {
        const line =
          event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line]') : null;
        if (line === null || event.metaKey || event.ctrlKey || event.altKey) return;
        const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        moveFocus(Number(line.dataset['line']), step === 1 ? 1 : -1);
      }}
    >
      <div
        role="list"
        aria-label={t`Tasks`}
        style={{ blockSize: virtualizer.getTotalSize(), position: 'relative' }}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (line === undefined) return null;
          return (
            <div
              key={item.key}
              role="listitem"
              className={styles.place}
              data-line={item.index}
              style={{ blockSize: item.size, transform: `translateY(${item.start}px)` }}
            >
              {line.kind === 'status' ? (
                <h2 className={styles.group}>
                  <StatusGlyph
                    category={line.status.category}
                    progress={line.status.progress}
                    color={line.status.color}
                  />
                  {line.status.name}
                  <span className={styles.count}>{formats.number(line.count)}</span>
                </h2>
              ) : line.kind === 'older' ? (
                <ShowOlder
                  statusName={line.status.name}
                  isBusy={older.isBusy(groupOf(line.status.id))}
                  onShow={() => older.show(groupOf(line.status.id), { ...query, statusId: line.status.id })}
                />
              ) : (
                <TaskRow taskId={line.id} status={line.status} onOpen={onOpen} href={hrefOf(line.id)} />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function makeLines(
  statuses: readonly StatusLook[],
  lists: readonly (readonly string[])[],
  withOlder: readonly string[],
): Line[] {
  return statuses.flatMap((status, at) => {
    const ids = lists[at] ?? [];
    const older: Line[] = withOlder.includes(status.id) ? [{ kind: 'older', status }] : [];
    if (ids.length + older.length === 0) return [];
    return [
      { kind: 'status', status, count: ids.length },
      ...ids.map((id): Line => ({ kind: 'task', id, status })),
      ...older,
    ];
  });
}

function keyOf(line: Line | undefined): string | undefined {
  if (line === undefined) return undefined;
  return line.kind === 'task' ? line.id : `${line.kind} ${line.status.id}`;
}
