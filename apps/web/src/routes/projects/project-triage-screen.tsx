import { useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ProjectStar } from '#features/favourites/index.ts';
import { WhoIsHere } from '#features/members/index.ts';
import { AccessButton, ArchivedNote, MissingProject } from '#features/projects/index.ts';
import { TriageList } from '#features/tasks/index.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useRow } from '#platform/sync/index.ts';
import { Page } from '#shell/page/page.tsx';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { ProjectMenu, ProjectViews } from './project-head.tsx';
import { useTaskPanel } from '#routes/address/use-task-panel.ts';

export function ProjectTriageScreen() {
  const { t } = useLingui();
  const { projectId } = useParams({ from: '/dashboard/projects/$projectId/triage' });
  const project = useRow('project', projectId);
  const may = useMay();
  const panel = useTaskPanel();
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
      layout="fill"
      mark={<ColorDot color={project.color} size={12} />}
      tabs={<ProjectViews projectId={projectId} search="triage" />}
      bar={project.archivedAt !== null && <ArchivedNote project={project} />}
      asides={
        <>
          <WhoIsHere projectId={projectId} />
          <ProjectStar id={projectId} name={project.name} hasKey />
          <AccessButton projectId={projectId} />
        </>
      }
      actions={<ProjectMenu projectId={projectId} />}
    >
      <Suspense fallback={<SkeletonRows />}>
        <TriageList
          key={projectId}
          projectId={projectId}
          canEdit={may('task.create', { projectId, createdBy: null })}
          onOpen={panel.open}
          hrefOf={panel.hrefOf}
        />
      </Suspense>
    </Page>
  );
}
