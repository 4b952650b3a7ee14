import { useParams } from '@tanstack/react-router';
import { PieceOutlook } from '#features/analytics/index.ts';
import { cyclesByDate, idsOfCycles, ProjectCycles } from '#features/tasks/index.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { ProjectPage } from './project-page.tsx';
import { useTaskPanel } from '#routes/address/use-task-panel.ts';

export function ProjectCyclesScreen() {
  const { projectId } = useParams({ from: '/dashboard/projects/$projectId/cycles' });
  const may = useMay();
  const panel = useTaskPanel();
  const cycles = useRows(cyclesByDate(useTeamStore()));
  const [current] = idsOfCycles(
    cycles.filter((cycle) => cycle.projectId === projectId),
    'current',
  );
  return (
    <ProjectPage projectId={projectId} tab="cycles">
      {(project) => (
        <>
          <ProjectCycles
            key={projectId}
            project={project}
            canEdit={may('project.update', { projectId, createdBy: project.createdBy })}
            links={{ onOpen: panel.open, hrefOf: panel.hrefOf }}
          />
          {current !== undefined && <PieceOutlook key={current} cycleId={current} links={panel} />}
        </>
      )}
    </ProjectPage>
  );
}
