import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PieceOutlook } from '#features/analytics/index.ts';
import { ProjectStar } from '#features/favourites/index.ts';
import { WhoIsHere } from '#features/members/index.ts';
import { AccessButton, ArchivedNote, MissingProject, ProjectFacts } from '#features/projects/index.ts';
import { MilestoneList, ProjectWork, TriageSettings } from '#features/tasks/index.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useRow } from '#platform/sync/index.ts';
import { Page } from '#shell/page/page.tsx';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { useTaskPanel } from '#routes/address/use-task-panel.ts';
import { ProjectDocuments } from './project-documents.tsx';
import { ProjectMenu, ProjectViews } from './project-head.tsx';
import styles from '#routes/frame/screens.module.css';

/** Description and status of a project. */
export function ProjectOverviewScreen() {
  const { t } = useLingui();
  const { projectId } = useParams({ from: '/dashboard/projects/$projectId/overview' });
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
  const canEdit = may('project.update', { projectId, createdBy: project.createdBy });
  return (
    <Page
      title={project.name}
      mark={<ColorDot color={project.color} size={12} />}
      tabs={<ProjectViews projectId={projectId} search="overview" />}
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
      <section className={styles.section} aria-label={t({ message: 'Plan', context: 'of a project' })}>
        <ProjectFacts key={projectId} project={project} canEdit={canEdit} />
      </section>
      <section className={styles.section} aria-labelledby="milestones">
        <h2 id="milestones" className={styles.heading}>
          <Trans>Milestones</Trans>
        </h2>
        <MilestoneList key={projectId} projectId={projectId} canEdit={canEdit} />
      </section>
      <PieceOutlook key={projectId} projectId={projectId} links={panel} />
      <ProjectDocuments projectId={projectId} />
      <section className={styles.section}>
        <h2 className={styles.heading}>
          <Trans>Work</Trans>
        </h2>
        <ProjectWork projectId={projectId} />
      </section>
      <section className={styles.section}>
        <h2 className={styles.heading}>
          <Trans>Triage</Trans>
        </h2>
        <Suspense fallback={null}>
          <TriageSettings project={project} />
        </Suspense>
      </section>
    </Page>
  );
}
