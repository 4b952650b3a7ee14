import { AppError } from '#platform/errors.ts';
import type { CallRoute } from '#platform/http/call-route.ts';
import { readPages } from '#platform/http/read-pages.ts';
import { formatChoice, type NamedKind } from './refusal-texts.ts';
import type { Names } from './tool.ts';
import { ToolRefusal } from './tool-refusal.ts';

/** Reads the names of the whole team: a name on a later page is as likely to be asked for as one on the first. */
export async function readNames(call: CallRoute): Promise<Names> {
  const [members, projects, statuses, labels] = await Promise.all([
    ifOpen(readPages(async (query) => await call('members.list', { query }))),
    ifOpen(readPages(async (query) => await call('projects.list', { query }))),
    ifOpen(readPages(async (query) => await call('statuses.list', { query }))),
    ifOpen(readPages(async (query) => await call('labels.list', { query }))),
  ]);
  return {
    members: members.flatMap((page) =>
      page.members.map(({ userId, name, email, teamRole }) => ({ id: userId, name, email, role: teamRole })),
    ),
    projects: projects.flatMap((page) => page.projects),
    statuses: statuses.flatMap((page) => page.statuses),
    labels: labels.flatMap((page) => page.labels),
  };
}

/** Returns no pages if access is forbidden, for example because a program's token lacks the scope. The names are then missing. */
async function ifOpen<P>(lookup: Promise<P[]>): Promise<P[]> {
  try {
    return await lookup;
  } catch (error) {
    if (error instanceof AppError && error.code === 'FORBIDDEN') return [];
    throw error;
  }
}

/**
 * Resolves a reference by id, full name, key or email, or else by a single word of the name. Ignores case.
 * @throws ToolRefusal if nothing matches, or naming the candidates if several match
 */
export function pickNamed<N extends { id: string; name: string; key?: string; email?: string | null }>(
  list: readonly N[],
  word: string,
  what: NamedKind,
  locale: string,
): N {
  const folded = word.trim().replace(/^[@#]/, '').toLowerCase();
  const whole = list.filter(({ id, name, key, email }) =>
    [id, name, key, email].some((one) => one?.toLowerCase() === folded),
  );
  const found =
    whole.length > 0 ? whole : list.filter(({ name }) => name.toLowerCase().split(/\s+/).includes(folded));
  const [first, ...others] = found;
  if (first === undefined) throw new ToolRefusal(locale, (texts) => texts.unknown[what](word));
  if (others.length > 0) {
    const named = found.slice(0, 5).map(({ name }) => name);
    throw new ToolRefusal(locale, (texts) => texts.ambiguous(word, formatChoice(locale, named)));
  }
  return first;
}
