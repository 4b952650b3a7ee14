import type { Team } from '@hearth/contracts/teams/teams';
import { Trans } from '@lingui/react/macro';
import { call } from '#platform/api/api-client.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { teamsState } from '#platform/session/teams.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { LinkButton } from '#ui/buttons/link-button.tsx';

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
export function useOtherTeam(kind: Kind, id: string): Team | undefined {
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
export function OpenInTeam({ team }: { team: Team }) {
  return (
    <LinkButton to="." search={(search: object) => ({ ...search, team: team._id })}>
      <Trans>Open in {team.name}</Trans>
    </LinkButton>
  );
}
