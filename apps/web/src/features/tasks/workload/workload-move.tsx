import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useRow } from '#platform/sync/index.ts';
import { ChooseDialog } from '#ui/overlays/choose-dialog.tsx';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import type { Span } from '#features/tasks/model/task-span.ts';
import type { WorkloadFormats } from './workload-formats.ts';

interface WorkloadMoveProps {
  taskId: string;
  row: string;
  column: Span | null;
  rows: readonly TaskGroup[];
  columns: readonly Span[];
  formats: WorkloadFormats;
  /** Formats the load that a cell would have with the task. */
  formatLoad: (row: string, column: Span | null) => string;
  onMove: (row: string, column: Span | null) => void;
  onClose: () => void;
}

const NO_DATE = 'none';

/** Moves a task without dragging. The user picks the member, then the column. Both lists show the resulting load. */
export function WorkloadMove({
  taskId,
  row,
  column,
  rows,
  columns,
  formats,
  formatLoad,
  onMove,
  onClose,
}: WorkloadMoveProps) {
  const { t } = useLingui();
  const task = useRow('task', taskId);
  const [chosen, setChosen] = useState<string | null>(null);
  if (task === undefined) return null;
  const { title } = task;
  const formatName = (name: string, load: string) => t`${name}: ${load}`;
  if (chosen === null) {
    return (
      <ChooseDialog
        key="row"
        title={t`Who does ${title}?`}
        label={t`Person`}
        choices={rows.map(({ key, name, icon }) => ({
          value: key,
          label: formatName(name, formatLoad(key, column)),
          icon,
          checked: key === row ? ('all' as const) : undefined,
        }))}
        isMultiple
        onPick={setChosen}
        onClose={onClose}
      />
    );
  }
  const all = [...columns, null];
  return (
    <ChooseDialog
      key="column"
      title={t`When is ${title} done?`}
      label={t`Time`}
      choices={all.map((one) => ({
        value: one?.from ?? NO_DATE,
        label: formatName(formats.column(one), formatLoad(chosen, one)),
        checked: one?.from === column?.from ? ('all' as const) : undefined,
      }))}
      onPick={(value) => onMove(chosen, all.find((one) => (one?.from ?? NO_DATE) === value) ?? null)}
      onClose={onClose}
    />
  );
}
