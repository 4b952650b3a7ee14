import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDots } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import {
  archiveProject,
  archiveThis,
  unarchiveThis,
  deleteProject,
  editProject,
  isEditHalfDone,
  ProjectDialog,
  restoreProject,
  showBoard,
  showCalendar,
  showCycles,
  showList,
  showOverview,
  showTable,
  showTimeline,
  showWorkload,
} from '#features/projects/index.ts';
import { SaveTemplateDialog, TriageTab } from '#features/tasks/index.ts';
import type { ViewSearch } from '#features/views/index.ts';
import { useAction, type Action } from '#platform/actions/actions.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { Refused } from '#ui/buttons/refused.tsx';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import { ViewTab, ViewTabs } from '#ui/layout/view-tabs.tsx';

/** Layouts of a project's tasks. */
const LAYOUT_TABS = [
  { layout: 'board', action: showBoard, name: msg`Board` },
  { layout: 'list', action: showList, name: msg`List` },
  { layout: 'table', action: showTable, name: msg`Table` },
  { layout: 'calendar', action: showCalendar, name: msg`Calendar` },
  { layout: 'timeline', action: showTimeline, name: msg`Timeline` },
  { layout: 'workload', action: showWorkload, name: msg`Workload` },
] as const;

const PROJECT = '/dashboard/projects/$projectId';
const CYCLES = '/dashboard/projects/$projectId/cycles';
const OVERVIEW = '/dashboard/projects/$projectId/overview';

interface ProjectViewsProps {
  projectId: string;
  search: ViewSearch | 'overview' | 'cycles' | 'triage';
}

/** Tabs of a project (task layouts, cycles, triage and overview). Each has its own URL. */
export function ProjectViews({ projectId, search }: ProjectViewsProps) {
  const { t } = useLingui();
  const router = useRouter();
  const isOverview = search === 'overview';
  const isCycles = search === 'cycles';
  const isTriage = search === 'triage';
  const project = useRow('project', projectId);
  const hasCycles = project?.cycles != null || isCycles;
  const params = { projectId };
  // Keep the filter. The other defaults depend on the layout.
  const { view = 'board', empty: _empty, ...viewSearch } = typeof search === 'string' ? {} : search;
  useAction(showOverview, () => void router.navigate({ to: OVERVIEW, params, search: {} }), !isOverview);
  useAction(showCycles, () => void router.navigate({ to: CYCLES, params, search: {} }), !isCycles);
  return (
    <ViewTabs label={t`View`}>
      {LAYOUT_TABS.map(({ layout, action, name }) => (
        <LayoutTab
          key={layout}
          projectId={projectId}
          search={layout === 'board' ? viewSearch : { ...viewSearch, view: layout }}
          action={action}
          name={t(name)}
          isShown={typeof search !== 'string' && view === layout}
        />
      ))}
      {(isTriage || project?.hasTriage) && <TriageTab projectId={projectId} isShown={isTriage} />}
      {hasCycles && (
        <Tooltip label={t(showCycles.title)} shortcut={showCycles}>
          <ViewTab to={CYCLES} params={params} search={{}} isShown={isCycles}>
            <Trans>Cycles</Trans>
          </ViewTab>
        </Tooltip>
      )}
      <Tooltip label={t(showOverview.title)} shortcut={showOverview}>
        <ViewTab to={OVERVIEW} params={params} search={{}} isShown={isOverview}>
          <Trans>Overview</Trans>
        </ViewTab>
      </Tooltip>
    </ViewTabs>
  );
}

interface LayoutTabProps {
  projectId: string;
  search: ViewSearch;
  action: Action;
  name: string;
  isShown: boolean;
}

function LayoutTab({ projectId, search, action, name, isShown }: LayoutTabProps) {
  const { t } = useLingui();
  const router = useRouter();
  const params = { projectId };
  useAction(action, () => void router.navigate({ to: PROJECT, params, search }), !isShown);
  return (
    <Tooltip label={t(action.title)} shortcut={action}>
      <ViewTab to={PROJECT} params={params} search={search} isShown={isShown}>
        {name}
      </ViewTab>
    </Tooltip>
  );
}

/** Actions on the whole project. */
export function ProjectMenu({ projectId }: { projectId: string }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const router = useRouter();
  const project = useRow('project', projectId);
  const may = useMay();
  const [isEditing, setIsEditing] = useState(() => isEditHalfDone(projectId));
  const work = { projectId, createdBy: project?.createdBy ?? null };
  const mayEdit = project !== undefined && may('project.update', work);
  const isArchived = project !== undefined && project.archivedAt !== null;
  const mayArchive = project !== undefined && may('project.archive', work);
  const [isSaving, setIsSaving] = useState(false);
  const maySave = project !== undefined && may('templates.create');
  useAction(editProject, () => setIsEditing(true), mayEdit);
  useAction(archiveThis, () => archive(true), mayArchive && !isArchived);
  useAction(unarchiveThis, () => archive(false), mayArchive && isArchived);
  if (project === undefined) return null;
  const mayDelete = may('project.delete', work);
  const row = project;

  function archive(isArchiving: boolean): void {
    store.mutate(archiveProject(store, projectId, isArchiving));
    const name = project?.name ?? '';
    showToast(isArchiving ? t`${name} archived` : t`${name} restored`, {
      action: {
        label: t`Undo`,
        run: () => void store.mutate(archiveProject(store, projectId, !isArchiving)),
      },
    });
  }

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
  if (!mayEdit && !mayDelete && !maySave)
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
          {maySave && (
            <Menu.Item onClick={() => setIsSaving(true)}>
              <Trans>Save as template</Trans>
            </Menu.Item>
          )}
          {mayArchive && (
            <Menu.Item onClick={() => archive(!isArchived)}>
              {isArchived ? <Trans>Unarchive project</Trans> : <Trans>Archive project</Trans>}
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
      <SaveTemplateDialog
        of={{ kind: 'project', id: projectId }}
        title={row.name}
        isOpen={isSaving}
        onClose={() => setIsSaving(false)}
      />
      <ProjectDialog projectId={projectId} isOpen={isEditing} onClose={() => setIsEditing(false)} />
    </>
  );
}
