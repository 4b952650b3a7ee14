import { useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { PieceOutlook } from '#features/analytics/index.ts';
import { ProjectStar } from '#features/favourites/index.ts';
import { WhoIsHere } from '#features/members/index.ts';
import { AccessButton, ArchivedNote, MissingProject } from '#features/projects/index.ts';
import { cyclesByDate, idsOfCycles, ProjectCycles } from '#features/tasks/index.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { Page } from '#shell/page/page.tsx';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { ProjectMenu, ProjectViews } from './project-head.tsx';
import { useTaskPanel } from '#routes/address/use-task-panel.ts';

export function ProjectCyclesScreen() {
  const { t } = useLingui();
  const { projectId } = useParams({ from: '/dashboard/projects/$projectId/cycles' });
  const project = useRow('project', projectId);
  const may = useMay();
  const panel = useTaskPanel();
  const cycles = useRows(cyclesByDate(useTeamStore()));
  const [current] = idsOfCycles(
    cycles.filter((cycle) => cycle.projectId === projectId),
    'current',
  );
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
      tabs={<ProjectViews projectId={projectId} search="cycles" />}
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
      <ProjectCycles
        key={projectId}
        project={project}
        canEdit={may('project.update', { projectId, createdBy: project.createdBy })}
        links={{ onOpen: panel.open, hrefOf: panel.hrefOf }}
      />
      {current !== undefined && <PieceOutlook key={current} cycleId={current} links={panel} />}
    </Page>
  );
}
