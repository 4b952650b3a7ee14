import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { TriageList } from '#features/tasks/index.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { ProjectPage } from './project-page.tsx';
import { useTaskPanel } from '#routes/address/use-task-panel.ts';

export function ProjectTriageScreen() {
  const { projectId } = useParams({ from: '/dashboard/projects/$projectId/triage' });
  const may = useMay();
  const panel = useTaskPanel();
  return (
    <ProjectPage projectId={projectId} tab="triage" layout="fill">
      {() => (
        <Suspense fallback={<SkeletonRows />}>
          <TriageList
            key={projectId}
            projectId={projectId}
            canEdit={may('task.create', { projectId, createdBy: null })}
            onOpen={panel.open}
            hrefOf={panel.hrefOf}
          />
        </Suspense>
      )}
    </ProjectPage>
  );
}
