import type { TeamRole } from '@hearth/contracts/permissions/permissions';
import { t } from '@lingui/core/macro';
import { ApiError, call } from '#platform/api/api-client.ts';
import { createState } from '#platform/client-state/state.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { withFreshSignIn } from '#platform/session/sign-in-again.ts';
import { explainError } from '#platform/texts/error-messages.ts';

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
