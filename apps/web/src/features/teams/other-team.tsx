import type { Team } from '@hearth/contracts/teams/teams';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { call } from '#platform/api/api-client.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { teamsState } from '#platform/session/teams.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { Missing } from '#ui/feedback/missing.tsx';

/** Maximum number of teams that are asked for an item. */
const MAX_ASKED = 20;

type Kind = 'task' | 'document' | 'project';

async function readFrom(teamId: string, kind: Kind, id: string, signal?: AbortSignal): Promise<unknown> {
  switch (kind) {
    case 'task':
      return await call('GET /teams/{teamId}/tasks/{taskId}', { params: { teamId, taskId: id }, signal });
    case 'document':
      return await call('GET /teams/{teamId}/documents/{documentId}', {
        params: { teamId, documentId: id },
        signal,
      });
    case 'project':
      return await call('GET /teams/{teamId}/projects/{projectId}', {
        params: { teamId, projectId: id },
        signal,
      });
  }
}

/** Finds the other team of the user in which they can open an item that is not in the current team. */
function useOtherTeam(kind: Kind, id: string): Team | undefined {
  const { teamId } = useTeamStore();
  const teams = useSelected(teamsState, ({ teams: all }) => all);
  const others = teams.filter(({ _id }) => _id !== teamId).slice(0, MAX_ASKED);
  const key = [kind, id, ...others.map(({ _id }) => _id)].join(' ');
  const { data } = useRequest(key, async (signal) => {
    const answers = await Promise.allSettled(others.map(({ _id }) => readFrom(_id, kind, id, signal)));
    return others[answers.findIndex(({ status }) => status === 'fulfilled')]?._id ?? null;
  });
  return others.find(({ _id }) => _id === data);
}

/** Switches to the team and opens the same address there. */
function OpenInTeam({ team }: { team: Team }) {
  return (
    <LinkButton to="." search={(search: object) => ({ ...search, team: team._id })}>
      <Trans>Open in {team.name}</Trans>
    </LinkButton>
  );
}

interface MissingInTeamProps {
  kind: Kind;
  id: string;
  icon: ReactNode;
  title: string;
  /** Describes possible causes, unless the item belongs to another team. */
  children: ReactNode;
  /** The main action, such as a button to restore the item. */
  action?: ReactNode;
  /** The screen with all items of this kind, and the text of its link. */
  to: '/dashboard/projects' | '/dashboard/tasks' | '/dashboard/documents';
  linkText: ReactNode;
}

/** Shown for an item that is not in this team. If another team of the user has it, links to that team. */
export function MissingInTeam({
  kind,
  id,
  icon,
  title,
  children,
  action = null,
  to,
  linkText,
}: MissingInTeamProps) {
  const team = useOtherTeam(kind, id);
  const isOnlyLink = team === undefined && action === null;
  return (
    <Missing
      icon={icon}
      title={title}
      action={
        <>
          {team !== undefined && <OpenInTeam team={team} />}
          {action}
          <LinkButton to={to} search={{}} {...(isOnlyLink ? {} : { variant: 'default' })}>
            {linkText}
          </LinkButton>
        </>
      }
    >
      {team === undefined ? children : <Trans>It belongs to another of your teams: {team.name}.</Trans>}
    </Missing>
  );
}
