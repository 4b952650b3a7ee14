import { plural } from '@lingui/core/macro';
import { LIMITS } from '@hearth/contracts/core/limits';
import { useLingui } from '@lingui/react/macro';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { updateProject } from '#features/projects/index.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { Refused } from '#ui/buttons/refused.tsx';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import styles from './limits.module.css';

const NONE = 'none';
/** Suggested limits. Any other number can be typed. */
const STEPS: readonly number[] = [1, 2, 3, 4, 5, 6, 8, 10];

/** Edits the work-in-progress limit of a column of a project's board. */
export function ColumnLimit({ group }: { group: TaskGroup }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();
  const { key: statusId, name, projectId = '' } = group;
  const project = useRow('project', projectId);
  // Render the options lazily because a board may have many columns.
  const [isOpened, setIsOpened] = useState(false);
  if (project === undefined) return null;
  const limit = project.limits[statusId];
  const formatLimit = (count: number) =>
    t`${plural(count, { one: 'At most # task', other: 'At most # tasks' })}`;

  function change(to: number | null): void {
    if (to === (limit ?? null)) return;
    store.mutate(updateProject(store, projectId, { [`limits.${statusId}`]: to }));
    showToast(to === null ? t`Limit removed from ${name}` : t`Limit set for ${name}`, {
      action: { label: t`Undo`, run: () => void store.undo() },
    });
  }

  if (!may('project.update', { projectId, createdBy: project.createdBy })) {
    return (
      <span className={styles.menu}>
        <Refused why={<WhyNot act="project.update" projectId={projectId} />}>
          <IconButton label={t`Limit of ${name}`} size="sm">
            <IconDots size={16} stroke={1.7} />
          </IconButton>
        </Refused>
      </span>
    );
  }
  if (!isOpened) {
    return (
      <span className={styles.menu}>
        <IconButton
          label={t`Limit of ${name}`}
          size="sm"
          aria-haspopup="listbox"
          onClick={() => setIsOpened(true)}
        >
          <IconDots size={16} stroke={1.7} />
        </IconButton>
      </span>
    );
  }
  const steps = [...new Set([...STEPS, ...(limit === undefined ? [] : [limit])])].toSorted((a, b) => a - b);
  return (
    <span className={styles.menu}>
      <Picker
        label={t`Limit of ${name}`}
        selected={[String(limit ?? NONE)]}
        showsValue={false}
        startsOpen
        options={[
          { value: NONE, label: t`No limit` },
          ...steps.map((count) => ({ value: String(count), label: formatLimit(count) })),
        ]}
        making={{
          placeholder: t`Custom`,
          maxLength: 3,
          name: (typed) => {
            const count = readCount(typed);
            return count === null ? null : formatLimit(count);
          },
          make: (typed) => change(readCount(typed)),
        }}
        onPick={(value) => change(value === NONE ? null : Number(value))}
      >
        <IconDots size={16} stroke={1.7} aria-hidden="true" />
        <span className="hidden-text">{t`Limit of ${name}`}</span>
      </Picker>
    </span>
  );
}

function readCount(typed: string): number | null {
  const count = /^\d+$/.test(typed) ? Number(typed) : 0;
  return count >= 1 && count <= LIMITS.tasksInColumn ? count : null;
}
