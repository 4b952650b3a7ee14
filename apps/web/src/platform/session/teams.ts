import { remember } from '#platform/client-state/remember.ts';
import type { TeamRole } from '@hearth/contracts/permissions/permissions';
import type { Team } from '@hearth/contracts/teams/teams';
import { t } from '@lingui/core/macro';
import { ApiError, call, NoResponseError } from '#platform/api/api-client.ts';
import { readAllPages } from '#platform/api/read-pages.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { takeFirstTeam, takeFirstTeams } from '#platform/sync/opening/first-load.ts';
import { saveLocalSession, readLocalSession } from './local-session.ts';
import { auth, clearChat } from './session.ts';
import { wipeLostTeams } from '#platform/sync/copies/local-dbs.ts';
import { createState, useSelected } from '#platform/client-state/state.ts';
import { putTeam, removeTeam, settleSelection, type TeamSelection } from './team-selection.ts';

const INDEX_KEY = 'selectedTeamIndex';

export interface TeamsState extends TeamSelection {
  currentTeamRole: TeamRole | null;
  currentTeamProjectIds: readonly string[];
  /** Whether `teams` comes from the server or from a cached response. Only then does an empty list mean that the user has no teams. */
  isLoaded: boolean;
}

function readStoredIndex(): number {
  const stored = Number(localStorage.getItem(INDEX_KEY) ?? 0);
  return Number.isInteger(stored) && stored >= 0 ? stored : 0;
}

export const teamsState = createState<TeamsState>({
  teams: [],
  selectedTeamIndex: 0,
  currentTeamRole: null,
  currentTeamProjectIds: [],
  isLoaded: false,
});

/** Applies and stores a selection. Returns whether the current team changed: the caller must then load the data that depends on it. */
function apply(selection: TeamSelection): boolean {
  const left = getCurrentTeam()?._id;
  teamsState.set({ ...selection, isLoaded: true });
  remember(INDEX_KEY, String(selection.selectedTeamIndex));
  const isOther = left !== undefined && left !== getCurrentTeam()?._id;
  if (isOther) {
    teamsState.set({ currentTeamRole: null, currentTeamProjectIds: [] });
    auth.set({ subscription: null });
    clearChat();
  }
  saveCopy();
  return isOther;
}

/** Stores the user and their teams so that the app can start without the server. */
function saveCopy(): void {
  const { user, subscription } = auth.get();
  if (user === null || !teamsState.get().isLoaded) return;
  saveLocalSession(localStorage, { user, subscription, teams: teamsState.get().teams });
}
auth.subscribe(saveCopy);

let shownUserId: string | undefined;
auth.subscribe(() => {
  const userId = auth.get().user?.id;
  if (userId === shownUserId) return;
  // The first user keeps the saved index. A later user starts with the first team.
  if (shownUserId !== undefined) clearTeams();
  shownUserId = userId;
});

export function clearTeams(): void {
  localStorage.removeItem(INDEX_KEY);
  teamsState.set({
    teams: [],
    selectedTeamIndex: 0,
    currentTeamRole: null,
    currentTeamProjectIds: [],
    isLoaded: false,
  });
}

/** Shows the user's cached teams until the server responds. Returns whether there are any. */
export function recallTeams(): boolean {
  const stored = readLocalSession(localStorage);
  if (stored === null || stored.teams.length === 0 || stored.user.id !== auth.get().user?.id) return false;
  apply(settleSelection({ teams: stored.teams, selectedTeamIndex: readStoredIndex() }));
  return true;
}

/** Fetches all teams of the user. A failure throws and keeps the current state. It never results in an empty list. */
export async function loadTeams(): Promise<readonly Team[]> {
  const first = await takeFirstTeams(auth.get().user?.id);
  const pages = await readAllPages(async (cursor) =>
    cursor === undefined && first !== null
      ? first
      : await call('GET /teams', { query: { limit: 200, cursor } }),
  );
  const teams: readonly Team[] = pages.flatMap((page) => page.teams);
  const { isLoaded, selectedTeamIndex } = teamsState.get();
  const selectedId = isLoaded ? getCurrentTeam()?._id : undefined;
  const sameTeam = teams.findIndex((team) => team._id === selectedId);
  const index = sameTeam >= 0 ? sameTeam : isLoaded ? selectedTeamIndex : readStoredIndex();
  if (apply(settleSelection({ teams, selectedTeamIndex: index }))) void loadTeamContext();
  wipeLostCopies();
  return teams;
}

/** Deletes the local copies of teams that the user was removed from while they were closed. */
function wipeLostCopies(): void {
  const { user } = auth.get();
  if (user === null) return;
  const isMember = (teamId: string) => teamsState.get().teams.some((team) => team._id === teamId);
  // If storage is forbidden, there is nothing to wipe.
  void wipeLostTeams(user.id, isMember).catch(() => undefined);
}

export function getCurrentTeam(): Team | undefined {
  const { teams, selectedTeamIndex } = teamsState.get();
  return teams[selectedTeamIndex] ?? teams[0];
}

export function useCurrentTeam(): Team | undefined {
  return useSelected(teamsState, getCurrentTeamOf);
}
function getCurrentTeamOf({ teams, selectedTeamIndex }: TeamsState): Team | undefined {
  return teams[selectedTeamIndex] ?? teams[0];
}

/** Selects a team and loads the data that depends on it. The caller navigates to /dashboard. */
export async function switchTeam(index: number): Promise<void> {
  apply(settleSelection({ teams: teamsState.get().teams, selectedTeamIndex: index }));
  await loadTeamContext(t`Something went wrong. Please try again`);
}

/**
 * Adds or updates a team that was created, joined, renamed or restored.
 * @returns the team's index
 */
export function acceptTeam(team: Team): number {
  apply(putTeam(teamsState.get(), team));
  return teamsState.get().teams.findIndex((other) => other._id === team._id);
}

/** Removes a team that was deleted or that the user is no longer a member of. */
export function dropTeam(teamId: string): void {
  if (apply(removeTeam(teamsState.get(), teamId))) void loadTeamContext();
}

/** Loads the plan and the user's role in the current team. After a team switch, `switchFailure` replaces both error messages. */
export async function loadTeamContext(switchFailure?: string): Promise<void> {
  const team = getCurrentTeam();
  const { user } = auth.get();
  if (team === undefined || user === null) return;
  const first = await takeFirstTeam(user.id, team._id);
  if (first !== null) {
    if (getCurrentTeam()?._id !== team._id) return;
    auth.set({ subscription: first.subscription });
    teamsState.set({ currentTeamRole: first.teamRole });
    return;
  }
  const [plan, role] = await Promise.allSettled([
    call('GET /subscriptions/team/', { query: { teamId: team._id } }),
    call('GET /teams/{teamId}/members/{userId}', { params: { teamId: team._id, userId: user.id } }),
  ]);
  // Stale response: the user has switched teams in the meantime.
  if (getCurrentTeam()?._id !== team._id) return;
  const failures: string[] = [];
  if (plan.status === 'fulfilled') auth.set({ subscription: plan.value.subscription });
  else if (!(plan.reason instanceof NoResponseError) || auth.get().subscription === null) {
    auth.set({ subscription: null });
    if (!isNoLongerMember(plan.reason)) failures.push(t`Something went wrong. Please try again`);
  }
  if (role.status === 'fulfilled') teamsState.set({ currentTeamRole: role.value.member.teamRole });
  else if (!(role.reason instanceof NoResponseError) && !isNoLongerMember(role.reason))
    failures.push(t`Something went wrong. Please refresh again.`);
  const message = failures[0];
  if (message !== undefined) showError(switchFailure ?? message);
}

/** Whether the user is no longer in the team. The feed and the list of teams also detect and report that. */
function isNoLongerMember(reason: unknown): boolean {
  return reason instanceof ApiError && reason.status === 404;
}
