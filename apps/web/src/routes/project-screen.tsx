import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { WhoIsHere } from '#features/members/index.ts';
import {
  AccessButton,
  deleteProject,
  editProject,
  MissingProject,
  ProjectDialog,
  restoreProject,
  showBoard,
  showList,
} from '#features/projects/index.ts';
import {
  Board,
  columnKey,
  NewTaskButton,
  TaskList,
  tasksByColumn,
  useStatusGroups,
} from '#features/tasks/index.ts';
import { isPlainView, TasksInView, ViewBar, ViewControls, type ViewSearch } from '#features/views/index.ts';
import { shownShortcut, useAction } from '#platform/actions.ts';
import { showToast } from '#platform/core.ts';
import { useMay } from '#platform/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { WhyNot } from '#platform/why-not.tsx';
import { Page } from '#shell/page.tsx';
import { ColorDot } from '#ui/color-dot.tsx';
import { hasDraft } from '#ui/drafts.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/menu.tsx';
import { Refused } from '#ui/refused.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { ViewTab, ViewTabs } from '#ui/view-tabs.tsx';
import { useTaskPanel } from './use-task-panel.ts';
import { useView } from './use-view.ts';

/** A project as a board or as a list; the address says which. */
export function ProjectScreen() {
  const { t } = useLingui();
  const { projectId } = useParams({ from: '/dashboard/projects/$projectId' });
  const search = useView(useSearch({ from: '/dashboard/projects/$projectId' }));
  const project = useRow('project', projectId);
  const may = useMay();
  const panel = useTaskPanel();
  const screen = useMemo(() => ({ kind: 'project', projectId }) as const, [projectId]);
  const canEdit = project !== undefined && may('task.create', { projectId, createdBy: null });

  if (project === undefined) {
    return (
      <Page title={t`Project`}>
        <MissingProject key={projectId} projectId={projectId} />
      </Page>
    );
  }
  return (
    <Page
      title={project.name}
      mark={<ColorDot color={project.color} size={12} />}
      layout="fill"
      tabs={
        <>
          <ProjectViews projectId={projectId} search={search} />
          <ViewControls search={search} screen={screen} />
        </>
      }
      bar={<ViewBar search={search} screen={screen} />}
      actions={
        <>
          <WhoIsHere projectId={projectId} />
          {canEdit ? (
            <NewTaskButton />
          ) : (
            <Refused why={<WhyNot act="task.create" projectId={projectId} />}>
              <Button leftSection={<IconPlus size={16} stroke={1.9} aria-hidden="true" />}>
                <Trans>New task</Trans>
              </Button>
            </Refused>
          )}
          <AccessButton projectId={projectId} />
          <ProjectMenu projectId={projectId} />
        </>
      }
    >
      {!isPlainView(search) ? (
        <TasksInView
          search={search}
          screen={screen}
          since={project.createdAt}
          canEdit={canEdit}
          onOpen={panel.open}
          hrefOf={panel.hrefOf}
        />
      ) : search.view === 'list' ? (
        <ProjectList projectId={projectId} onOpen={panel.open} hrefOf={panel.hrefOf} />
      ) : (
        <ProjectBoard
          key={projectId}
          projectId={projectId}
          canEdit={canEdit}
          onOpen={panel.open}
          hrefOf={panel.hrefOf}
        />
      )}
    </Page>
  );
}

function ProjectViews({ projectId, search }: { projectId: string; search: ViewSearch }) {
  const { t } = useLingui();
  const isList = search.view === 'list';
  // What is filtered stays filtered; what each shows by itself is its own.
  const { view: _view, empty: _empty, ...asBoard } = search;
  const asList: ViewSearch = { ...asBoard, view: 'list' };
  const router = useRouter();
  const to = '/dashboard/projects/$projectId';
  useAction(showBoard, () => void router.navigate({ to, params: { projectId }, search: asBoard }), isList);
  useAction(showList, () => void router.navigate({ to, params: { projectId }, search: asList }), !isList);
  return (
    <ViewTabs label={t`View`}>
      <Tooltip label={t(showBoard.title)} shortcut={shownShortcut(showBoard)}>
        <ViewTab to={to} params={{ projectId }} search={asBoard} isShown={!isList}>
          <Trans>Board</Trans>
        </ViewTab>
      </Tooltip>
      <Tooltip label={t(showList.title)} shortcut={shownShortcut(showList)}>
        <ViewTab to={to} params={{ projectId }} search={asList} isShown={isList}>
          <Trans>List</Trans>
        </ViewTab>
      </Tooltip>
    </ViewTabs>
  );
}

interface ProjectListProps {
  projectId: string;
  onOpen: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
}

function ProjectList({ projectId, onOpen, hrefOf }: ProjectListProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  return (
    <TaskList
      view={tasksByColumn(store)}
      groups={useStatusGroups()}
      slotOf={(statusId) => columnKey(projectId, statusId)}
      query={{ projectId }}
      since={useRow('project', projectId)?.createdAt}
      onOpen={onOpen}
      hrefOf={hrefOf}
      empty={
        <EmptyState icon={<IconPlus size={24} stroke={1.6} />} title={t`No task yet`}>
          <Trans>What needs doing in this project stands here, by status.</Trans>
        </EmptyState>
      }
    />
  );
}

function ProjectBoard({ projectId, canEdit, onOpen, hrefOf }: ProjectListProps & { canEdit: boolean }) {
  const { t } = useLingui();
  return (
    <Board
      view={tasksByColumn(useTeamStore())}
      columns={useStatusGroups()}
      slotOf={(statusId) => columnKey(projectId, statusId)}
      columnsLabel={t`Status`}
      isManual
      preset={{ projectId }}
      query={{ projectId }}
      since={useRow('project', projectId)?.createdAt}
      canEdit={canEdit}
      onOpen={onOpen}
      hrefOf={hrefOf}
    />
  );
}

function ProjectMenu({ projectId }: { projectId: string }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const router = useRouter();
  const project = useRow('project', projectId);
  const may = useMay();
  const [isEditing, setIsEditing] = useState(() => hasDraft(projectId));
  const work = { projectId, createdBy: project?.createdBy ?? null };
  const mayEdit = project !== undefined && may('project.update', work);
  useAction(editProject, () => setIsEditing(true), mayEdit);
  if (project === undefined) return null;
  const mayDelete = may('project.delete', work);
  const row = project;

  function remove(): void {
    const tasks = store.all('task').filter((task) => task.projectId === projectId);
    store.mutate(deleteProject(store, projectId));
    void router.navigate({ to: '/dashboard/projects', search: {} });
    showToast(t`${row.name} was deleted`, {
      action: { label: t`Undo`, run: () => void store.mutate(restoreProject(store, row, tasks)) },
    });
  }

  const button = (
    <IconButton label={t`Project menu`}>
      <IconDots size={18} stroke={1.7} />
    </IconButton>
  );
  if (!mayEdit && !mayDelete)
    return <Refused why={<WhyNot act="project.update" projectId={projectId} />}>{button}</Refused>;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>
          {mayEdit && (
            <Menu.Item onClick={() => setIsEditing(true)}>
              <Trans>Edit project</Trans>
            </Menu.Item>
          )}
          {mayDelete && (
            <Menu.Item data-danger onClick={remove}>
              <Trans>Delete project</Trans>
            </Menu.Item>
          )}
          {!mayDelete && (
            <Menu.Label>
              <WhyNot act="project.delete" projectId={projectId} />
            </Menu.Label>
          )}
        </Menu.Dropdown>
      </Menu>
      <ProjectDialog projectId={projectId} isOpen={isEditing} onClose={() => setIsEditing(false)} />
    </>
  );
}
