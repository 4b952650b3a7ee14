import { AppError } from '#platform/errors.ts';
import type { CallRoute } from '#platform/http/call-route.ts';
import type { Names } from './tool.ts';

const PAGE = '200';

/** Reads the first page of each list. Names on later pages are missing. */
export async function readNames(call: CallRoute): Promise<Names> {
  const query = { limit: PAGE };
  const [members, projects, statuses, labels] = await Promise.all([
    ifOpen(call('members.list', { query }), { members: [] }),
    ifOpen(call('projects.list', { query }), { projects: [] }),
    ifOpen(call('statuses.list', { query }), { statuses: [] }),
    ifOpen(call('labels.list', { query }), { labels: [] }),
  ]);
  return {
    members: members.members.map(({ userId, name, email, teamRole }) => ({
      id: userId,
      name,
      email,
      role: teamRole,
    })),
    projects: projects.projects,
    statuses: statuses.statuses,
    labels: labels.labels,
  };
}

/** Returns `none` if access is forbidden, for example because a program's token lacks the scope. The names are then missing. */
async function ifOpen<T, N extends Partial<T>>(lookup: Promise<T>, none: N): Promise<T | N> {
  try {
    return await lookup;
  } catch (error) {
    if (error instanceof AppError && error.code === 'FORBIDDEN') return none;
    throw error;
  }
}

/**
 * Resolves a reference by id, full name, key or email, or else by a single word of the name. Ignores case.
 * @throws AppError INVALID_STATE if nothing matches, or naming the candidates if several match
 */
export function pickNamed<N extends { id: string; name: string; key?: string; email?: string | null }>(
  list: readonly N[],
  word: string,
  what: string,
): N {
  const folded = word.trim().replace(/^[@#]/, '').toLowerCase();
  const whole = list.filter(({ id, name, key, email }) =>
    [id, name, key, email].some((one) => one?.toLowerCase() === folded),
  );
  const found =
    whole.length > 0 ? whole : list.filter(({ name }) => name.toLowerCase().split(/\s+/).includes(folded));
  const [first, ...others] = found;
  if (first === undefined) throw new AppError('INVALID_STATE', `No ${what} here is called “${word}”.`);
  if (others.length > 0) {
    const named = found.slice(0, 5).map(({ name }) => name);
    throw new AppError('INVALID_STATE', `“${word}” could be ${named.join(' or ')}.`);
  }
  return first;
}
