import { Trans, useLingui } from '@lingui/react/macro';
import { IconChecklist } from '@tabler/icons-react';
import { useRouter, useSearch } from '@tanstack/react-router';
import {
  showBoard,
  showCalendar,
  showList,
  showTable,
  showTimeline,
  showWorkload,
} from '#features/projects/index.ts';
import { PresenceAvatars } from '#features/members/index.ts';
import { NewTaskButton, TaskList, useTeamTasks, useWorkGroups } from '#features/tasks/index.ts';
import {
  isPlainView,
  SavedViews,
  TasksInView,
  ViewBar,
  ViewControls,
  type ViewSearch,
} from '#features/views/index.ts';
import { useAction } from '#platform/actions/actions.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { Page } from '#shell/page/page.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { TaskTabs } from './task-tabs.tsx';
import { useTaskPanel } from '#routes/address/use-task-panel.ts';
import { useView } from '#routes/address/use-view.ts';

const SCREEN = { kind: 'team' } as const;

/** All tasks of the team, grouped by status unless the URL specifies another view. */
export function TasksScreen() {
  const { t } = useLingui();
  const { teamId } = useTeamStore();
  const since = useRow('team', teamId)?.createdAt;
  const address = useSearch({ from: '/dashboard/tasks' });
  const search = useView(address, 'team');
  const may = useMay();
  const panel = useTaskPanel();
  useLayoutKeys(search);
  return (
    <Page
      title={t`Tasks`}
      layout="fill"
      actions={
        <>
          <PresenceAvatars screen="/tasks" />
          <NewTaskButton />
        </>
      }
      tabs={
        <>
          <TaskTabs shown={search.filter === undefined ? 'all' : null} />
          <SavedViews address={address} search={search} screen={SCREEN} />
          <ViewControls search={search} screen={SCREEN} />
        </>
      }
      bar={<ViewBar search={search} screen={SCREEN} />}
    >
      {isPlainView(search) && search.view === undefined ? (
        <AllTasks since={since} onOpen={panel.open} hrefOf={panel.hrefOf} />
      ) : (
        <TasksInView
          search={search}
          screen={SCREEN}
          since={since}
          canEdit={may('task.create', { projectId: null, createdBy: null })}
          onOpen={panel.open}
          hrefOf={panel.hrefOf}
        />
      )}
    </Page>
  );
}

/** Registers keyboard shortcuts that switch the layout. */
function useLayoutKeys(search: ViewSearch): void {
  const router = useRouter();
  // The other defaults depend on the layout.
  const { view: layout = 'list', empty: _empty, ...rest } = search;
  const show = (view: ViewSearch) =>
    void router.navigate({ to: '/dashboard/tasks', search: { ...rest, ...view } });
  useAction(showList, () => show({}), layout !== 'list');
  useAction(showBoard, () => show({ view: 'board' }), layout !== 'board');
  useAction(showTable, () => show({ view: 'table' }), layout !== 'table');
  useAction(showCalendar, () => show({ view: 'calendar' }), layout !== 'calendar');
  useAction(showTimeline, () => show({ view: 'timeline' }), layout !== 'timeline');
  useAction(showWorkload, () => show({ view: 'workload' }), layout !== 'workload');
}

const nameOfGroup = (key: string) => key;

interface AllTasksProps {
  since: string | undefined;
  onOpen: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
}

function AllTasks({ since, onOpen, hrefOf }: AllTasksProps) {
  const { t } = useLingui();
  const view = useTeamTasks();
  const { groups, folds } = useWorkGroups('tasks', view);
  return (
    <TaskList
      view={view}
      groups={groups}
      folds={folds}
      hasProjects
      slotOf={nameOfGroup}
      query={{}}
      since={since}
      onOpen={onOpen}
      hrefOf={hrefOf}
      empty={
        <EmptyState icon={<IconChecklist size={24} stroke={1.6} />} title={t`No tasks`}>
          <Trans>Tasks will appear here, by status and soonest due first.</Trans>
        </EmptyState>
      }
    />
  );
}
