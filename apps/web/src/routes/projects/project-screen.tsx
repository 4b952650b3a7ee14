import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ProjectStar } from '#features/favourites/index.ts';
import { PresenceAvatars } from '#features/members/index.ts';
import { AccessButton, ArchivedNote } from '#features/projects/index.ts';
import {
  Board,
  columnKey,
  LimitWatch,
  NewTaskButton,
  NewTaskButtonFace,
  TaskList,
  tasksByColumn,
  useStatusGroups,
} from '#features/tasks/index.ts';
import {
  isPlainView,
  savedIdOf,
  SavedViews,
  TasksInView,
  ViewBar,
  ViewControls,
} from '#features/views/index.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { Page } from '#shell/page/page.tsx';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Refused } from '#ui/buttons/refused.tsx';
import { ProjectMenu, ProjectViews } from './project-head.tsx';
import { MissingProjectPage } from './project-page.tsx';
import { useTaskPanel } from '#routes/address/use-task-panel.ts';
import { useView } from '#routes/address/use-view.ts';

/** A project's tasks in the layout that the URL specifies. */
export function ProjectScreen() {
  const { projectId } = useParams({ from: '/dashboard/projects/$projectId' });
  const address = useSearch({ from: '/dashboard/projects/$projectId' });
  const search = useView(address, 'project');
  const project = useRow('project', projectId);
  const may = useMay();
  const panel = useTaskPanel();
  const screen = useMemo(() => ({ kind: 'project', projectId }) as const, [projectId]);
  const canEdit = project !== undefined && may('task.create', { projectId, createdBy: null });

  if (project === undefined) return <MissingProjectPage projectId={projectId} />;
  return (
    <Page
      title={project.name}
      mark={<ColorDot color={project.color} size={12} />}
      layout="fill"
      tabs={
        <>
          <ProjectViews projectId={projectId} search={search} />
          <SavedViews address={address} search={search} screen={screen} />
          <ViewControls search={search} screen={screen} />
        </>
      }
      bar={
        <>
          {project.archivedAt !== null && <ArchivedNote project={project} />}
          <ViewBar search={search} screen={screen} />
        </>
      }
      asides={
        <>
          <PresenceAvatars projectId={projectId} />
          <ProjectStar id={projectId} name={project.name} hasKey={savedIdOf(address) === null} />
          <AccessButton projectId={projectId} />
        </>
      }
      actions={
        <>
          {canEdit ? (
            <NewTaskButton isShort />
          ) : (
            <Refused why={<WhyNot act="task.create" projectId={projectId} />}>
              <NewTaskButtonFace isShort />
            </Refused>
          )}
          <ProjectMenu projectId={projectId} />
        </>
      }
    >
      <LimitWatch
        projectId={projectId}
        limits={project.limits}
        isWanted={Object.keys(project.limits).length > 0}
        standIn={null}
      />
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
        <ProjectList projectId={projectId} canEdit={canEdit} onOpen={panel.open} hrefOf={panel.hrefOf} />
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

interface ProjectTasksProps {
  projectId: string;
  canEdit: boolean;
  onOpen: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
}

function ProjectList({ projectId, canEdit, onOpen, hrefOf }: ProjectTasksProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  return (
    <TaskList
      view={tasksByColumn(store)}
      groups={useStatusGroups(projectId)}
      slotOf={(statusId) => columnKey(projectId, statusId)}
      query={{ projectId }}
      since={useRow('project', projectId)?.createdAt}
      isMovable={canEdit}
      onOpen={onOpen}
      hrefOf={hrefOf}
      empty={
        <EmptyState icon={<IconPlus size={24} stroke={1.6} />} title={t`No tasks yet`}>
          <Trans>Tasks in this project will appear here, by status.</Trans>
        </EmptyState>
      }
    />
  );
}

function ProjectBoard({ projectId, canEdit, onOpen, hrefOf }: ProjectTasksProps) {
  const { t } = useLingui();
  return (
    <Board
      view={tasksByColumn(useTeamStore())}
      columns={useStatusGroups(projectId)}
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
