import type { SyncRows } from '@hearth/contracts/sync';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ProjectStar } from '#features/favourites/index.ts';
import { PresenceAvatars } from '#features/members/index.ts';
import { AccessButton, ArchivedNote, MissingProject } from '#features/projects/index.ts';
import { useRow } from '#platform/sync/index.ts';
import { Page } from '#shell/page/page.tsx';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { ProjectMenu, ProjectViews } from './project-head.tsx';

interface ProjectPageProps {
  projectId: string;
  tab: 'overview' | 'cycles' | 'triage';
  layout?: 'fill' | 'read';
  children: (project: SyncRows['project']) => ReactNode;
}

/** The page of one of a project's tabs that are not a view of its tasks. */
export function ProjectPage({ projectId, tab, layout = 'read', children }: ProjectPageProps) {
  const project = useRow('project', projectId);
  if (project === undefined) return <MissingProjectPage projectId={projectId} />;
  return (
    <Page
      title={project.name}
      layout={layout}
      mark={<ColorDot color={project.color} size={12} />}
      tabs={<ProjectViews projectId={projectId} search={tab} />}
      bar={project.archivedAt !== null && <ArchivedNote project={project} />}
      asides={
        <>
          <PresenceAvatars projectId={projectId} />
          <ProjectStar id={projectId} name={project.name} hasKey />
          <AccessButton projectId={projectId} />
        </>
      }
      actions={<ProjectMenu projectId={projectId} />}
    >
      {children(project)}
    </Page>
  );
}

export function MissingProjectPage({ projectId }: { projectId: string }) {
  const { t } = useLingui();
  return (
    <Page title={t`Project`}>
      <MissingProject key={projectId} projectId={projectId} />
    </Page>
  );
}
