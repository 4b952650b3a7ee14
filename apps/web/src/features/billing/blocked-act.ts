import type { LimitedResource } from '@hearth/contracts/billing/plans';
import { auth } from '#platform/session/session.ts';
import { getCurrentTeam } from '#platform/session/teams.ts';
import { saveDraft, readDraft } from '#ui/inputs/drafts.ts';

/** An action that was blocked by a plan limit, as plain data. Its feature runs the action later. */
export interface BlockedRequest {
  kind: 'tasks' | 'project' | 'document' | 'invite';
  /** Display name. Empty if the item had no name yet. */
  name: string;
  wish: unknown;
}

export interface BlockedAct extends BlockedRequest {
  teamId: string;
  userId: string;
  limit: LimitedResource;
  /** The path from which the action was started. */
  path: string;
  /** Whether the user chose to continue after the payment. The action then runs as soon as the team is open. */
  isDue: boolean;
}

const KEY = 'blocked-act';
/** Maximum length of a kept action, as JSON text. Storage is small, and the form has its own draft. */
const MAX_SIGNS = 200_000;

/** Keeps the action for this tab until it runs or is replaced. An action that is too long is not kept. */
export function rememberBlocked(limit: LimitedResource, request: BlockedRequest): void {
  const [teamId, userId] = [getCurrentTeam()?._id, auth.get().user?.id];
  if (teamId === undefined || userId === undefined) return;
  if (JSON.stringify(request).length > MAX_SIGNS) return forgetBlocked();
  const path = location.pathname + location.search;
  const act: BlockedAct = { ...request, teamId, userId, limit, path, isDue: false };
  saveDraft(KEY, act);
}

/** Returns the blocked action of this user in this team. */
export function readBlocked(teamId: string | undefined, userId: string | undefined): BlockedAct | null {
  const stored = readDraft(KEY) as BlockedAct | undefined;
  return stored !== undefined && stored.teamId === teamId && stored.userId === userId ? stored : null;
}

/** Returns the blocked action of the signed-in user in the current team. */
export function readOwnBlocked(): BlockedAct | null {
  return readBlocked(getCurrentTeam()?._id, auth.get().user?.id);
}

export function markDue(act: BlockedAct): void {
  saveDraft(KEY, { ...act, isDue: true });
}

export function forgetBlocked(): void {
  saveDraft(KEY, undefined);
}
