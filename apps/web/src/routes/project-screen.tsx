import { Button } from '@mantine/core';
import { IconDots, IconFolderOff, IconPlus } from '@tabler/icons-react';
import { Link, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { deleteProject, ProjectDialog, restoreProject } from '#features/projects/index.ts';
import {
  Board,
  columnKey,
  NewTaskDialog,
  TaskList,
  tasksByColumn,
  useStatuses,
} from '#features/tasks/index.ts';
import { showToast } from '#platform/core.ts';
import { useShortcut } from '#platform/keys.ts';
import { useMay } from '#platform/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { Page } from '#shell/page.tsx';
import { ColorDot } from '#ui/color-dot.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/menu.tsx';
import styles from './screens.module.css';
import { useTaskPanel } from './use-task-panel.ts';

/** A project as a board or as a list; the address says which. */
export function ProjectScreen() {
  const { projectId } = useParams({ from: '/dashboard/projects/$projectId' });
  const { view } = useSearch({ from: '/dashboard/projects/$projectId' });
  const project = useRow('project', projectId);
  const may = useMay();
  const panel = useTaskPanel();
  const [isAdding, setIsAdding] = useState(false);
  const canEdit = project !== undefined && may('task.create', { projectId, createdBy: null });
  useShortcut('c', () => {
    if (canEdit) setIsAdding(true);
  });

  if (project === undefined) {
    return (
      <Page title="Project">
        <EmptyState icon={<IconFolderOff size={24} stroke={1.6} />} title="This project is not here">
          It may have been deleted, or it belongs to another team.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page
      title={project.name}
      mark={<ColorDot color={project.color} size={12} />}
      layout="fill"
      tabs={<ViewTabs projectId={projectId} isList={view === 'list'} />}
      actions={
        <>
          {canEdit && (
            <Button
              leftSection={<IconPlus size={16} stroke={1.9} aria-hidden="true" />}
              onClick={() => setIsAdding(true)}
            >
              New task
            </Button>
          )}
          <ProjectMenu projectId={projectId} />
        </>
      }
    >
      {view === 'list' ? (
        <ProjectList projectId={projectId} onOpen={panel.open} hrefOf={panel.hrefOf} />
      ) : (
        <Board
          key={projectId}
          projectId={projectId}
          canEdit={canEdit}
          onOpen={panel.open}
          hrefOf={panel.hrefOf}
        />
      )}
      <NewTaskDialog isOpen={isAdding} onClose={() => setIsAdding(false)} projectId={projectId} />
    </Page>
  );
}

function ViewTabs({ projectId, isList }: { projectId: string; isList: boolean }) {
  const to = '/dashboard/projects/$projectId';
  return (
    <nav className={styles.tabs} aria-label="View">
      <Link
        to={to}
        params={{ projectId }}
        search={{}}
        className={styles.tab}
        data-selected={!isList || undefined}
      >
        Board
      </Link>
      <Link
        to={to}
        params={{ projectId }}
        search={{ view: 'list' }}
        className={styles.tab}
        data-selected={isList || undefined}
      >
        List
      </Link>
    </nav>
  );
}

interface ProjectListProps {
  projectId: string;
  onOpen: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
}

function ProjectList({ projectId, onOpen, hrefOf }: ProjectListProps) {
  const store = useTeamStore();
  const statuses = useStatuses();
  const groupOf = (statusId: string) => columnKey(projectId, statusId);
  return (
    <TaskList
      view={tasksByColumn(store)}
      statuses={statuses}
      groupOf={groupOf}
      query={{ projectId }}
      since={useRow('project', projectId)?.createdAt}
      onOpen={onOpen}
      hrefOf={hrefOf}
      empty={
        <EmptyState icon={<IconPlus size={24} stroke={1.6} />} title="No task yet">
          What needs doing in this project stands here, by status.
        </EmptyState>
      }
    />
  );
}

function ProjectMenu({ projectId }: { projectId: string }) {
  const store = useTeamStore();
  const router = useRouter();
  const project = useRow('project', projectId);
  const may = useMay();
  const [isEditing, setIsEditing] = useState(false);
  if (project === undefined) return null;
  const work = { projectId, createdBy: project.createdBy };
  const mayEdit = may('project.update', work);
  const mayDelete = may('project.delete', work);
  if (!mayEdit && !mayDelete) return null;
  const row = project;

  function remove(): void {
    const tasks = store.all('task').filter((task) => task.projectId === projectId);
    store.mutate(deleteProject(store, projectId));
    void router.navigate({ to: '/dashboard/projects', search: {} });
    showToast(`${row.name} was deleted`, {
      action: { label: 'Undo', run: () => void store.mutate(restoreProject(store, row, tasks)) },
    });
  }

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton label="Project menu">
            <IconDots size={18} stroke={1.7} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {mayEdit && <Menu.Item onClick={() => setIsEditing(true)}>Edit project</Menu.Item>}
          {mayDelete && (
            <Menu.Item data-danger onClick={remove}>
              Delete project
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ProjectDialog projectId={projectId} isOpen={isEditing} onClose={() => setIsEditing(false)} />
    </>
  );
}
