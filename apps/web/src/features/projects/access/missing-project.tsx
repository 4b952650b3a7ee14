import { Trans, useLingui } from '@lingui/react/macro';
import { IconFolderOff } from '@tabler/icons-react';
import { Suspense } from 'react';
import { MissingInTeam } from '#features/teams/index.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { lazyComponent } from '#ui/lazy/load-chunk.ts';

const ClosedProject = lazyComponent(async () => (await import('./closed-project.tsx')).ClosedProject);

/** Shown at the URL of a project that the user cannot open. Only owners and admins may learn that it exists. */
export function MissingProject({ projectId }: { projectId: string }) {
  const { t } = useLingui();
  const may = useMay();
  const notHere = (
    <MissingInTeam
      kind="project"
      id={projectId}
      icon={<IconFolderOff size={24} stroke={1.6} />}
      title={t`We can’t find this project`}
      to="/dashboard/projects"
      linkText={<Trans>See all projects</Trans>}
    >
      <Trans>It may have been deleted or made private, or it belongs to another team.</Trans>
    </MissingInTeam>
  );
  if (!may('projects.listPrivate')) return notHere;
  return (
    <Suspense fallback={null}>
      <ClosedProject projectId={projectId} otherwise={notHere} />
    </Suspense>
  );
}
