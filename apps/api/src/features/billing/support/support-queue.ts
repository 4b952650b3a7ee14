import { findTeamName } from '#features/billing/mails/notices.queries.ts';
import { readTeam, withSystem } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { closeRequest, listOpenRequests, type QueuedRequest } from './support.queries.ts';

type OpenRequest = QueuedRequest & { team: string; isLate: boolean };
type Parts = Pick<App, 'db' | 'clock'>;

/** Lists the open support requests in order of urgency. */
export async function listSupportQueue(app: Parts): Promise<OpenRequest[]> {
  const now = app.clock.now();
  const open = await withSystem(app.db, listOpenRequests, { isReadOnly: true });
  const names = new Map<string, string>();
  // The name of a team can only be read in a transaction of that team.
  for (const teamId of new Set(open.map((one) => one.teamId))) {
    const name = await readTeam(app.db, { teamId, userId: null }, findTeamName);
    names.set(teamId, name ?? '(deleted)');
  }
  return open.map((one) => ({ ...one, team: names.get(one.teamId) ?? '', isLate: one.answerBy < now }));
}

/** Closes a support request. @returns false if there is no open request with this id */
export async function closeSupportRequest(app: Parts, id: string): Promise<boolean> {
  const now = app.clock.now();
  return await withSystem(app.db, (tx) => closeRequest(tx, id, now));
}
