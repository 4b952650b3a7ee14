import { printFilter } from '@hearth/contracts/views/view-text-values';
import { NO_FILTER, type TaskView } from '@hearth/contracts/views/view-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { plural } from '@lingui/core/macro';
import { IconChecklist, IconFilterOff } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, type ComponentProps } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import {
  Board,
  idsOfCycles,
  TaskCalendar,
  TaskList,
  TaskTable,
  TaskTimeline,
  TaskWorkload,
  type TaskGroup,
} from '#features/tasks/index.ts';
import { announce } from '#platform/client-state/announce.ts';
import { useGroups, useTeamStore, type TaskQuery, type View } from '#platform/sync/index.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { readerZone } from '#ui/format/reader.ts';
import { useViewLabels } from '#features/views/filters/use-view-labels.ts';
import { nameSlot } from '#features/views/groups/group-keys.ts';
import { restoreFocus } from '#features/views/address/restore-focus.ts';
import { presetOf } from './presets.ts';
import { useTaskView } from './use-task-view.ts';
import { useFilterChange, useViewChange } from '#features/views/address/use-view-change.ts';
import { defaultView, readView } from '#features/views/address/view-address.ts';
import type { ViewScreen, ViewSearch } from '#features/views/address/view-search.ts';

interface TasksInViewProps {
  search: ViewSearch;
  screen: ViewScreen;
  /** Creation date of the project or team whose tasks are shown. */
  since: string | undefined;
  canEdit: boolean;
  onOpen: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
}

/** The tasks of a screen, filtered, grouped, sorted and laid out according to the URL. */
export function TasksInView({ search, screen, since, canEdit, onOpen, hrefOf }: TasksInViewProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const { userId } = store;
  const { view: taskView } = readView(search, screen.kind);
  const { view, groups, subGroups } = useTaskView(taskView, screen);
  const filled = useGroups(view);
  const isFiltered = taskView.filter.items.length > 0;
  const changeView = useViewChange(screen);
  const labels = useViewLabels();
  useSpokenCount(view, search.filter ?? '');

  if (filled.length === 0 && isFiltered) return <NothingFound screen={screen} />;
  const isShown = (key: string) =>
    !taskView.isEmptyHidden ||
    filled.includes(key) ||
    (subGroups ?? []).some((sub) => filled.includes(nameSlot(key, sub.key)));
  const isSubShown = (sub: TaskGroup) =>
    !taskView.isEmptyHidden || groups.some((group) => filled.includes(nameSlot(group.key, sub.key)));
  const scope: { projectId?: string } = screen.kind === 'project' ? { projectId: screen.projectId } : {};
  // Old finished tasks are fetched only if they pass the filter.
  const query: TaskQuery = isFiltered
    ? {
        ...scope,
        filter: printFilter(taskView.filter),
        timeZone: readerZone(),
      }
    : scope;
  const cycleOf = (which: 'current' | 'next') => {
    const own = store.all('cycle').filter(({ projectId }) => projectId === scope.projectId);
    return idsOfCycles(own, which)[0];
  };
  const [first] = taskView.sort;
  const isManual = first?.field === 'manual' && !first.isDescending;
  const preset = { ...presetOf(taskView.filter, userId, cycleOf, labels.find), ...scope };
  // The preset parent may no longer exist.
  if (store.row('task', preset.parentId ?? '') === undefined) delete preset.parentId;
  if (taskView.layout === 'calendar') {
    return (
      <TaskCalendar
        view={view}
        scale={taskView.scale}
        onScale={(scale) => changeView((now) => ({ ...now, scale }))}
        preset={preset}
        canMake={canEdit}
        onOpen={onOpen}
        hrefOf={hrefOf}
      />
    );
  }
  if (taskView.layout === 'workload') {
    return (
      <TaskWorkload
        view={view}
        groups={groups}
        isEmptyShown={!taskView.isEmptyHidden}
        scale={taskView.scale}
        onScale={(scale) => changeView((now) => ({ ...now, scale }))}
        onOpen={onOpen}
        hrefOf={hrefOf}
      />
    );
  }
  if (taskView.layout !== 'board') {
    const content = {
      view,
      groups,
      subGroups,
      slotOf: nameSlot,
      isEmptyShown: !taskView.isEmptyHidden,
      query,
      since,
      onOpen,
      hrefOf,
      empty: (
        <EmptyState icon={<IconChecklist size={24} stroke={1.6} />} title={t`No tasks`}>
          <Trans>Tasks will appear here, grouped and sorted as you chose.</Trans>
        </EmptyState>
      ),
    };
    return <TaskLines {...{ taskView, screen, content, canEdit, isManual }} />;
  }
  return (
    <Board
      view={view}
      columns={groups.filter(({ key }) => isShown(key))}
      lanes={subGroups?.filter(isSubShown)}
      slotOf={nameSlot}
      columnsLabel={labels.group(taskView.group)}
      isManual={isManual}
      preset={preset}
      query={query}
      since={since}
      canEdit={canEdit}
      hasCovers={taskView.areCoversShown}
      onOpen={onOpen}
      hrefOf={hrefOf}
    />
  );
}

interface TaskLinesProps {
  taskView: TaskView;
  screen: ViewScreen;
  /** Props that the layouts have in common. */
  content: Omit<ComponentProps<typeof TaskTimeline>, 'scale' | 'onScale' | 'isPathShown' | 'onPath'>;
  canEdit: boolean;
  isManual: boolean;
}

/** The layouts with lines: list, timeline and table. */
function TaskLines({ taskView, screen, content, canEdit, isManual }: TaskLinesProps) {
  const changeView = useViewChange(screen);
  if (taskView.layout === 'list')
    return <TaskList {...content} hasProjects={screen.kind === 'team'} isMovable={canEdit && isManual} />;
  if (taskView.layout === 'timeline') {
    return (
      <TaskTimeline
        {...content}
        scale={taskView.scale}
        onScale={(scale) => changeView((now) => ({ ...now, scale }))}
        isPathShown={taskView.isPathShown}
        onPath={(isPathShown) => changeView((now) => ({ ...now, isPathShown }))}
      />
    );
  }
  return (
    <TaskTable
      {...content}
      columns={taskView.columns}
      onColumns={(columns) => changeView((now) => ({ ...now, columns }))}
      sort={taskView.sort}
      onSort={(key) =>
        changeView((now) => ({
          ...now,
          sort: key === null ? defaultView(screen.kind, now.layout).sort : [key],
        }))
      }
    />
  );
}

function NothingFound({ screen }: { screen: ViewScreen }) {
  const { t } = useLingui();
  const change = useFilterChange(screen);
  return (
    <EmptyState
      icon={<IconFilterOff size={24} stroke={1.6} />}
      title={t`No matching tasks`}
      action={
        <Button
          onClick={() => {
            change(() => NO_FILTER);
            restoreFocus();
          }}
        >
          <Trans>Clear the filter</Trans>
        </Button>
      }
    >
      <Trans>Change or clear the filters to see more tasks.</Trans>
    </EmptyState>
  );
}

/** Announces the number of matching tasks to screen readers when the filter changes. */
function useSpokenCount(view: View<'task'>, filter: string): void {
  const { t } = useLingui();
  const former = useRef(filter);
  const announceCount = useEffectEvent(() =>
    announce(t`${plural(view.size, { one: '# task', other: '# tasks' })}`),
  );
  useEffect(() => {
    if (former.current === filter) return;
    former.current = filter;
    announceCount();
  }, [filter]);
}
