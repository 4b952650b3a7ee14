import { Button } from '@mantine/core';
import { IconChecklist, IconPlus } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { NewTaskDialog, TaskList, useStatuses, useTeamTasks } from '#features/tasks/index.ts';
import { useShortcut } from '#platform/keys.ts';
import { useMay } from '#platform/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { Page } from '#shell/page.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import styles from './screens.module.css';
import { useTaskPanel } from './use-task-panel.ts';

const byStatusId = (statusId: string) => statusId;

/** Every task of the team, or one's own, by status. */
export function TasksScreen() {
  const { userId, teamId } = useTeamStore();
  const createdAt = useRow('team', teamId)?.createdAt;
  const { mine } = useSearch({ from: '/dashboard/tasks' });
  const view = useTeamTasks(mine === true ? userId : null);
  const statuses = useStatuses();
  const panel = useTaskPanel();
  const may = useMay();
  const [isAdding, setIsAdding] = useState(false);
  const mayAdd = may('tasks.create');
  useShortcut('c', () => {
    if (mayAdd) setIsAdding(true);
  });
  const add = mayAdd ? (
    <Button
      leftSection={<IconPlus size={16} stroke={1.9} aria-hidden="true" />}
      onClick={() => setIsAdding(true)}
    >
      New task
    </Button>
  ) : undefined;
  return (
    <Page
      title="Tasks"
      layout="fill"
      actions={add}
      tabs={
        <nav className={styles.tabs} aria-label="View">
          <Link
            to="/dashboard/tasks"
            search={{}}
            className={styles.tab}
            data-selected={mine !== true || undefined}
          >
            All
          </Link>
          <Link
            to="/dashboard/tasks"
            search={{ mine: true }}
            className={styles.tab}
            data-selected={mine || undefined}
          >
            Mine
          </Link>
        </nav>
      }
    >
      <TaskList
        view={view}
        statuses={statuses}
        groupOf={byStatusId}
        query={mine === true ? { assigneeId: userId } : {}}
        since={createdAt}
        onOpen={panel.open}
        hrefOf={panel.hrefOf}
        empty={
          <EmptyState icon={<IconChecklist size={24} stroke={1.6} />} title="No task here">
            {mine === true
              ? 'What is assigned to you stands here, the next due first.'
              : 'What needs doing stands here, by status and the next due first.'}
          </EmptyState>
        }
      />
      <NewTaskDialog isOpen={isAdding} onClose={() => setIsAdding(false)} projectId={null} />
    </Page>
  );
}
