import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PieceOutlook } from '#features/analytics/index.ts';
import { ProjectFacts } from '#features/projects/index.ts';
import { MilestoneList, ProjectWork, TriageSettings } from '#features/tasks/index.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTaskPanel } from '#routes/address/use-task-panel.ts';
import { ProjectDocuments } from './project-documents.tsx';
import { ProjectPage } from './project-page.tsx';
import styles from '#routes/frame/screens.module.css';

/** A project's plan, milestones, outlook, documents, work and triage settings. */
export function ProjectOverviewScreen() {
  const { t } = useLingui();
  const { projectId } = useParams({ from: '/dashboard/projects/$projectId/overview' });
  const may = useMay();
  const panel = useTaskPanel();
  return (
    <ProjectPage projectId={projectId} tab="overview">
      {(project) => {
        const canEdit = may('project.update', { projectId, createdBy: project.createdBy });
        return (
          <>
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
          </>
        );
      }}
    </ProjectPage>
  );
}
