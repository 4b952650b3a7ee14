import { Trans, useLingui } from '@lingui/react/macro';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { readPrivateProjects } from './closed-projects.data.ts';
import { GrantOwnAccess, Managers } from './grant-own-access.tsx';

interface ClosedProjectProps {
  projectId: string;
  /** Shown if the project is not a private project of the team, or if the request failed. */
  otherwise: ReactNode;
}

/** Shown to owners and admins at a private project's URL, with an option to get access. */
export function ClosedProject({ projectId, otherwise }: ClosedProjectProps) {
  const { t } = useLingui();
  const { teamId } = useTeamStore();
  const list = useRequest(teamId, (signal) => readPrivateProjects(teamId, signal));
  const project = list.data?.find(({ id }) => id === projectId);
  if (project === undefined) return list.data === undefined && list.error === undefined ? null : otherwise;
  return (
    <EmptyState
      icon={<IconLock size={24} stroke={1.6} />}
      title={t`${project.name} is private`}
      action={<GrantOwnAccess project={project} onRefused={list.reload} />}
    >
      <Trans>
        Only people with access can see it. <Managers ids={project.managerIds} />. Ask a manager to add you,
        or give yourself access if there’s no one to ask.
      </Trans>
    </EmptyState>
  );
}
