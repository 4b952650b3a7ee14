import { HIDDEN_TASK } from '@hearth/contracts/model/task-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronRight, IconUnlink } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useRow, useSyncStatus, useTeamStore } from '#platform/sync/index.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { useParentName } from './parent-name.tsx';
import { setParents } from './sub-tasks.data.ts';
import type { TaskLinks } from '#features/tasks/model/task-links.ts';
import { useMissingTask } from '#features/tasks/model/use-missing-task.ts';
import styles from '#features/tasks/add-line/sub-tasks.module.css';

interface ParentCrumbsProps {
  taskId: string;
  parentId: string;
  canEdit: boolean;
  links: TaskLinks;
}

/** Breadcrumbs of a task's ancestors, starting at the topmost. */
export function ParentCrumbs({ taskId, parentId, canEdit, links }: ParentCrumbsProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  return (
    <nav className={styles.crumbs} aria-label={t`Parent`}>
      <span className="hidden-text">
        <Trans>Part of:</Trans>
      </span>
      <Crumb id={parentId} links={links} level={0} />
      {canEdit && parentId !== HIDDEN_TASK && (
        <IconButton
          label={t`Remove parent`}
          size={26}
          onClick={() => void store.mutate(setParents(store, [taskId], null))}
        >
          <IconUnlink size={15} stroke={1.7} />
        </IconButton>
      )}
    </nav>
  );
}

/** Maximum number of breadcrumbs. The limit also ends cycles that concurrent edits can create temporarily. */
const MAX_CRUMBS = 6;

function Crumb({ id, links, level }: { id: string; links: TaskLinks; level: number }) {
  const task = useRow('task', id);
  const name = useParentName(id);
  const isMissing = task === undefined && id !== HIDDEN_TASK;
  const isLive = useSyncStatus() === 'live';
  useMissingTask(id, isMissing && isLive);
  return (
    <Fragment>
      {task !== undefined && task.parentId !== null && level + 1 < MAX_CRUMBS && (
        <>
          <Crumb id={task.parentId} links={links} level={level + 1} />
          <IconChevronRight size={13} stroke={1.7} aria-hidden="true" />
        </>
      )}
      {task === undefined ? (
        <span className={styles.crumb}>{name}</span>
      ) : (
        <a
          className={styles.crumb}
          href={links.hrefOf(id)}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            links.open(id);
          }}
        >
          {name}
        </a>
      )}
    </Fragment>
  );
}
