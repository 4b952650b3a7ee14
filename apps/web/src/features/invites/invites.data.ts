import type { InvitePreview } from '@hearth/contracts/invites/invites';
import type { TeamRole } from '@hearth/contracts/permissions/permissions';
import type { Team } from '@hearth/contracts/teams/teams';
import { t } from '@lingui/core/macro';
import { ApiError, call } from '#platform/api/api-client.ts';
import { createState } from '#platform/client-state/state.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { withFreshSignIn } from '#platform/session/sign-in-again.ts';
import { explainError } from '#platform/texts/error-messages.ts';

/**
 * Reads what an invite link leads to. A link that has expired or is used up still leads members to their team: the server then answers a
 * join with the existing membership.
 */
export async function readInvite(
  link: string,
  isSignedIn: boolean,
  signal?: AbortSignal,
): Promise<{ invite: InvitePreview } | { team: Team }> {
  try {
    return await call('GET /invites/{link}', { params: { link }, signal });
  } catch (error) {
    if (!isSignedIn || !(error instanceof ApiError) || error.code !== 'INVITE_EXPIRED') throw error;
    const joined = await call('POST /invites/{link}/join', { params: { link }, signal }).catch(() => null);
    if (joined === null) throw error;
    return { team: joined.team };
  }
}

export interface SentInvite {
  email: string;
  /** Null if the invite was created. */
  errorMessage: string | null;
  url: string | null;
}

/** Incremented when this tab sends invites. The list of invites then reloads. */
export const invitesSent = createState({ times: 0 });

/** Invites several addresses sequentially. A failure does not affect the other addresses. */
export async function sendInvites(
  teamId: string,
  teamRole: TeamRole,
  addresses: readonly string[],
): Promise<SentInvite[]> {
  const sent: SentInvite[] = [];
  for (const email of addresses) sent.push(await trackLoading(sendOne(teamId, teamRole, email)));
  invitesSent.set({ times: invitesSent.get().times + 1 });
  return sent;
}

async function sendOne(teamId: string, teamRole: TeamRole, email: string): Promise<SentInvite> {
  try {
    const { invite } = await withFreshSignIn(() =>
      call('POST /teams/{teamId}/invites', { params: { teamId }, body: { teamRole, email } }),
    );
    return { email, errorMessage: null, url: invite.url };
  } catch (error) {
    return { email, errorMessage: explainRefusal(error), url: null };
  }
}

function explainRefusal(error: unknown): string {
  if (!(error instanceof ApiError)) return explainError(error);
  if (error.code === 'CONFLICT') {
    return error.problem.errors?.[0]?.path === 'member' ? t`Already a member` : t`Already invited`;
  }
  if (error.code === 'RATE_LIMITED') return t`Too many invites for now. Try again in an hour.`;
  if (error.code === 'INVALID_REQUEST') return t`Not a valid email address`;
  return explainError(error);
}
