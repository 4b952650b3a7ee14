import { signIn } from '#testing/make.ts';
import { at, type Scene } from './revocation-scene.ts';

interface Cause {
  name: string;
  take: (scene: Scene) => Promise<{ status: number }>;
  /** Close code of the session's feed, or null if the feed stays open. */
  closes: 4401 | 4403 | null;
}

/** All causes of losing access. */
export const CAUSES = {
  removed: {
    name: 'being removed from the team',
    closes: 4403,
    take: ({ owner, person, teamId }) => owner.delete(`/teams/${teamId}/members/${person.user.id}`),
  },
  left: {
    name: 'leaving the team',
    closes: 4403,
    take: ({ person, near, teamId }) => at(person, near).delete(`/teams/${teamId}/members/${person.user.id}`),
  },
  role: {
    name: 'being demoted',
    closes: null,
    take: ({ owner, person, teamId }) =>
      owner.patch(`/teams/${teamId}/members/${person.user.id}`, { teamRole: 'guest' }),
  },
  grant: {
    name: 'losing a grant',
    closes: null,
    take: ({ owner, person, teamId, projectId }) =>
      owner.delete(`/teams/${teamId}/projects/${projectId}/grants/${person.user.id}`),
  },
  signedOut: {
    name: 'signing out',
    closes: 4401,
    take: ({ person, near }) => at(person, near).post('/auth/signout'),
  },
  ended: {
    name: 'ending the session from another device',
    closes: 4401,
    take: async ({ person, near }) => {
      const { body } = await person.get<{ sessions: { id: string; isCurrent: boolean }[] }>('/auth/sessions');
      const id = body.sessions.find((one) => one.isCurrent)?.id ?? '';
      return await (await signIn(near, person.user.email)).delete(`/auth/sessions/${id}`);
    },
  },
  everywhere: {
    name: 'signing out everywhere',
    closes: 4401,
    take: async ({ person, near }) => await (await signIn(near, person.user.email)).delete('/auth/sessions'),
  },
  account: {
    name: 'deleting the account',
    closes: 4401,
    take: ({ person, near }) => at(person, near).delete('/account'),
  },
  token: {
    name: 'revoking the token',
    closes: null,
    take: ({ person, near, token }) => at(person, near).delete(`/account/tokens/${token.id}`),
  },
  team: {
    name: 'deleting the team',
    closes: 4403,
    take: ({ owner, teamId }) => owner.delete(`/teams/${teamId}`),
  },
} satisfies Record<string, Cause>;

export type CauseName = keyof typeof CAUSES;
