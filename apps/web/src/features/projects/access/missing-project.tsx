import { Trans, useLingui } from '@lingui/react/macro';
import { IconFolderOff } from '@tabler/icons-react';
import { Suspense } from 'react';
import { OpenInTeam, useOtherTeam } from '#features/teams/index.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { lazyComponent } from '#ui/lazy/load-chunk.ts';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { Missing } from '#ui/feedback/missing.tsx';

const ClosedProject = lazyComponent(async () => (await import('./closed-project.tsx')).ClosedProject);

/** Shown at the URL of a project that the user cannot open. Only owners and admins may learn that it exists. */
export function MissingProject({ projectId }: { projectId: string }) {
  const { t } = useLingui();
  const may = useMay();
  const team = useOtherTeam('project', projectId);
  const notHere = (
    <Missing
      icon={<IconFolderOff size={24} stroke={1.6} />}
      title={t`We can’t find this project`}
      action={
        <>
          {team !== undefined && <OpenInTeam team={team} />}
          <LinkButton
            to="/dashboard/projects"
            search={{}}
            {...(team === undefined ? {} : { variant: 'default' })}
          >
            <Trans>See all projects</Trans>
          </LinkButton>
        </>
      }
    >
      {team === undefined ? (
        <Trans>It may have been deleted or made private, or it belongs to another team.</Trans>
      ) : (
        <Trans>It belongs to another of your teams: {team.name}.</Trans>
      )}
    </Missing>
  );
  if (!may('projects.listPrivate')) return notHere;
  return (
    <Suspense fallback={null}>
      <ClosedProject projectId={projectId} otherwise={notHere} />
    </Suspense>
  );
}
