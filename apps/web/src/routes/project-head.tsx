import { Trans, useLingui } from '@lingui/react/macro';
import { IconDots } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteProject,
  editProject,
  ProjectDialog,
  restoreProject,
  showBoard,
  showList,
  showOverview,
  showTable,
} from '#features/projects/index.ts';
import type { ViewSearch } from '#features/views/index.ts';
import { shownShortcut, useAction } from '#platform/actions.ts';
import { showToast } from '#platform/core.ts';
import { useMay } from '#platform/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { WhyNot } from '#platform/why-not.tsx';
import { hasDraft } from '#ui/drafts.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/menu.tsx';
import { Refused } from '#ui/refused.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { ViewTab, ViewTabs } from '#ui/view-tabs.tsx';

/** Board, list, table and overview of a project, each with its own address. */
export function ProjectViews({ projectId, search }: { projectId: string; search: ViewSearch | 'overview' }) {
  const { t } = useLingui();
  const isOverview = search === 'overview';
  const shown: ViewSearch = isOverview ? {} : search;
  const isList = !isOverview && shown.view === 'list';
  const isTable = !isOverview && shown.view === 'table';
  const isBoard = !isOverview && !isList && !isTable;
  // What is filtered stays filtered; what each shows by itself is its own.
  const { view: _view, empty: _empty, ...asBoard } = shown;
  const asList: ViewSearch = { ...asBoard, view: 'list' };
  const asTable: ViewSearch = { ...asBoard, view: 'table' };
  const router = useRouter();
  const to = '/dashboard/projects/$projectId';
  useAction(showBoard, () => void router.navigate({ to, params: { projectId }, search: asBoard }), !isBoard);
  useAction(showList, () => void router.navigate({ to, params: { projectId }, search: asList }), !isList);
  useAction(showTable, () => void router.navigate({ to, params: { projectId }, search: asTable }), !isTable);
  const overview = '/dashboard/projects/$projectId/overview';
  useAction(
    showOverview,
    () => void router.navigate({ to: overview, params: { projectId }, search: {} }),
    !isOverview,
  );
  return (
    <ViewTabs label={t`View`}>
      <Tooltip label={t(showBoard.title)} shortcut={shownShortcut(showBoard)}>
        <ViewTab to={to} params={{ projectId }} search={asBoard} isShown={isBoard}>
          <Trans>Board</Trans>
        </ViewTab>
      </Tooltip>
      <Tooltip label={t(showList.title)} shortcut={shownShortcut(showList)}>
        <ViewTab to={to} params={{ projectId }} search={asList} isShown={isList}>
          <Trans>List</Trans>
        </ViewTab>
      </Tooltip>
      <Tooltip label={t(showTable.title)} shortcut={shownShortcut(showTable)}>
        <ViewTab to={to} params={{ projectId }} search={asTable} isShown={isTable}>
          <Trans>Table</Trans>
        </ViewTab>
      </Tooltip>
      <Tooltip label={t(showOverview.title)} shortcut={shownShortcut(showOverview)}>
        <ViewTab to={overview} params={{ projectId }} search={{}} isShown={isOverview}>
          <Trans>Overview</Trans>
        </ViewTab>
      </Tooltip>
    </ViewTabs>
  );
}

/** What can be done with the project as a whole. */
export function ProjectMenu({ projectId }: { projectId: string }) {
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
