import type { User } from '@hearth/contracts/auth/auth';
import type { FirstLoad, FirstScreen, FirstTeam } from '@hearth/contracts/first-load';
import { call } from '#platform/api/api-client.ts';
import type { FirstRows } from '#platform/sync/rows/types.ts';

/** The first load, as requested by early.ts before the app's code has loaded. */
export interface PendingFirstLoad {
  /** The project in the page's URL. */
  projectId: string | undefined;
  /** The requested screen of the user's own tasks, as an alternative to a project. */
  screen: FirstScreen | undefined;
  /** A `FirstLoad`. Null if the server returned none. Undefined if it was not requested. */
  answer: Promise<unknown>;
}

const page = globalThis as typeof globalThis & { hearthFirstLoad?: PendingFirstLoad | null };
let pending = page.hearthFirstLoad ?? null;
// Marks the request as no longer needed, in case early.ts runs after this module.
page.hearthFirstLoad = null;

type Part = 'user' | 'teams' | 'current' | 'rows';
const left = new Set<Part>(['user', 'teams', 'current', 'rows']);

/** Returns the response once for each part. Returns null if the part was taken: the app must then send its own request. */
async function takePart(part: Part): Promise<FirstLoad | null | undefined> {
  if (pending === null || !left.delete(part)) return null;
  const { answer } = pending;
  // The response contains thousands of rows and is not needed again, so release it.
  if (left.size === 0) pending = null;
  return (await answer) as FirstLoad | null | undefined;
}

export async function takeFirstUser(): Promise<User | null> {
  return (await takePart('user'))?.user ?? null;
}

/** Returns the first load, which contains the first page of this user's teams. Returns null if it is unavailable or another user's. */
export async function takeFirstTeams(userId: string | undefined): Promise<FirstLoad | null> {
  const first = await takePart('teams');
  return first?.user.id === userId ? (first ?? null) : null;
}

/** Returns the user's plan and role in a team. Returns null if the first load does not contain them. */
export async function takeFirstTeam(userId: string, teamId: string): Promise<FirstTeam | null> {
  const first = await takePart('current');
  return first?.user.id === userId && first.current?.teamId === teamId ? first.current : null;
}

// The cast is needed because the row schema is wider than the row type.
const fetchFirstLoad = async (query: { teamId: string; projectId?: string; screen?: FirstScreen }) =>
  (await call('GET /first-load', { query: { ...query, form: 'columns' } })) as FirstLoad;

/**
 * Returns the rows of the project or screen in the URL for a tab without a local copy of the team. Returns null if they are unavailable.
 */
export async function takeFirstRows(userId: string, teamId: string): Promise<FirstRows | null> {
  if (pending === null || !left.has('rows')) return null;
  const { projectId, screen } = pending;
  const of = projectId !== undefined ? { projectId } : screen !== undefined ? { screen } : null;
  if (of === null) return null;
  // The rows have not been requested yet if there seemed to be a local copy.
  let first = await takePart('rows');
  if (first === undefined) first = await fetchFirstLoad({ teamId, ...of }).catch(() => null);
  const { current } = first ?? {};
  if (first?.user.id !== userId || current?.teamId !== teamId || current.rows === null) return null;
  return { page: current.rows, part: { ...of, figures: current.figures } };
}
