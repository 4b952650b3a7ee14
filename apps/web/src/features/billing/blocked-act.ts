import type { LimitedResource } from '@hearth/contracts/billing/plans';
import { auth } from '#platform/session/session.ts';
import { getCurrentTeam } from '#platform/session/teams.ts';
import { keepDraft, readDraft } from '#ui/inputs/drafts.ts';

/** What somebody was about to make when the plan had no room for it: plain data, of which its feature makes it later. */
export interface BlockedWish {
  kind: 'tasks' | 'project' | 'document' | 'invite';
  /** What people know it by; '' where it had no name yet. */
  name: string;
  wish: unknown;
}

export interface BlockedAct extends BlockedWish {
  teamId: string;
  userId: string;
  limit: LimitedResource;
  /** The address where it was to be made. */
  path: string;
  /** Paid for: it is done as soon as the team is open. */
  isDue: boolean;
}

const KEY = 'blocked-act';
/** Longer input is not kept: storage is small, and it stands in its form's own draft. */
const MOST_SIGNS = 200_000;

/** Keeps it for this tab, until it is done or another takes its place. */
export function rememberBlocked(limit: LimitedResource, wish: BlockedWish): void {
  const [teamId, userId] = [getCurrentTeam()?._id, auth.get().user?.id];
  if (teamId === undefined || userId === undefined) return;
  if (JSON.stringify(wish).length > MOST_SIGNS) return forgetBlocked();
  const path = location.pathname + location.search;
  const act: BlockedAct = { ...wish, teamId, userId, limit, path, isDue: false };
  keepDraft(KEY, act);
}

/** What this person was kept from in this team. */
export function readBlocked(teamId: string | undefined, userId: string | undefined): BlockedAct | null {
  const kept = readDraft(KEY) as BlockedAct | undefined;
  return kept !== undefined && kept.teamId === teamId && kept.userId === userId ? kept : null;
}

/** The same of the current team and whoever is signed in. */
export function readOwnBlocked(): BlockedAct | null {
  return readBlocked(getCurrentTeam()?._id, auth.get().user?.id);
}

export function markDue(act: BlockedAct): void {
  keepDraft(KEY, { ...act, isDue: true });
}

export function forgetBlocked(): void {
  keepDraft(KEY, undefined);
}
