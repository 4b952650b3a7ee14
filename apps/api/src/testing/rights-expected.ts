import { CALLERS, type CallerName } from './rights-world.ts';
import type { State } from './rights-subjects.ts';

/*
 * What each caller is to be answered, typed by hand from the wire and the table of rights. Nothing here calls the
 * server's own functions, so that a mistake there does not hide itself here.
 */

/** Routes that are not bound to a team. Columns: no live session (anonymous, ended, tampered), a session that ran out, signed in. */
const FOR_ANYBODY: Record<string, string> = {
  'auth.google live': '401 401 401',
  'auth.verify live': '401 401 200',
  'auth.signOut live': '204 204 204',
  'auth.start live': '302 302 302',
  'auth.callback live': '302 302 302',
  'auth.refresh live': '401 401 401',
  'auth.sessions live': '401 401 200',
  'auth.endSession live': '401 401 404',
  'auth.endSession own': '401 401 204',
  'auth.developmentToken live': '200 200 200',
  'billing.developmentPlan live': '200 200 200',
  'teams.list live': '401 401 200',
  'teams.deleted live': '401 401 200',
  'teams.create live': '401 401 201',
  'invites.preview live': '200 200 200',
  'invites.join live': '401 401 200',
};

/** Routes of a team, by the state of what they name. Columns: guest, guest with view, comment, edit, manage; member; admin; owner. */
const FOR_MEMBERS: Record<string, string> = {
  'billing.subscription live': '200 200 200 200 200 200 200 200',
  'teams.update live': '403 403 403 403 403 403 200 200',
  'teams.installation live': '403 403 403 403 403 403 200 200',
  'teams.delete live': '403 403 403 403 403 403 403 204',
  'teams.restore live': '403 403 403 403 403 403 403 422',
  'teams.restore team deleted': '404 404 404 404 404 404 404 200',
  'members.list live': '200 200 200 200 200 200 200 200',
  'members.get live': '200 200 200 200 200 200 200 200',
  'members.update live': '403 403 403 403 403 403 200 200',
  'members.remove live': '403 403 403 403 403 403 204 204',
  'members.remove own': '204 204 204 204 204 204 204 204',
  'invites.create live': '403 403 403 403 403 403 201 201',
  'invites.list live': '403 403 403 403 403 200 200 200',
  'invites.revoke live': '403 403 403 403 403 403 204 204',
  'invites.revoke own': '403 403 403 403 403 204 204 204',
  'projects.list live': '200 200 200 200 200 200 200 200',
  'projects.create live': '403 403 403 403 403 201 201 201',
  'projects.get live': '404 200 200 200 200 200 200 200',
  'projects.get own': '404 200 200 200 200 200 200 200',
  'projects.update live': '404 403 403 200 200 200 200 200',
  'projects.update own': '404 403 403 200 200 200 200 200',
  'projects.delete live': '404 403 403 403 204 403 204 204',
  'projects.delete own': '404 403 403 204 204 204 204 204',
  'projects.grants live': '404 403 403 403 200 403 200 200',
  'projects.grants own': '404 403 403 403 200 403 200 200',
  'projects.grant live': '404 403 403 403 200 403 200 200',
  'projects.grant own': '404 403 403 403 200 403 200 200',
  'projects.revokeGrant live': '404 403 403 403 204 403 204 204',
  'projects.revokeGrant own': '404 403 403 403 204 403 204 204',
  'statuses.list live': '200 200 200 200 200 200 200 200',
  'statuses.create live': '403 403 403 403 403 403 201 201',
  'statuses.update live': '403 403 403 403 403 403 200 200',
  'statuses.delete live': '403 403 403 403 403 403 204 204',
  'tasks.list live': '200 200 200 200 200 200 200 200',
  'tasks.create live': '404 403 403 201 201 201 201 201',
  'tasks.create unfiled': '404 404 404 404 404 201 201 201',
  'tasks.create trashed': '404 403 403 404 404 404 404 404',
  'tasks.get live': '404 200 200 200 200 200 200 200',
  'tasks.get own': '404 200 200 200 200 200 200 200',
  'tasks.get unfiled': '404 404 404 404 404 200 200 200',
  'tasks.update live': '404 403 403 200 200 200 200 200',
  'tasks.update own': '404 403 403 200 200 200 200 200',
  'tasks.update unfiled': '404 404 404 404 404 200 200 200',
  'tasks.delete live': '404 403 403 403 204 403 204 204',
  'tasks.delete own': '404 403 403 204 204 204 204 204',
  'tasks.delete unfiled': '404 404 404 404 404 403 204 204',
  'tasks.comments live': '404 200 200 200 200 200 200 200',
  'tasks.comments own': '404 200 200 200 200 200 200 200',
  'tasks.comments unfiled': '404 404 404 404 404 200 200 200',
  'tasks.comment live': '404 403 201 201 201 201 201 201',
  'tasks.comment own': '404 403 201 201 201 201 201 201',
  'tasks.comment unfiled': '404 404 404 404 404 201 201 201',
  'trash.list live': '200 200 200 200 200 200 200 200',
  'trash.restore live': '404 404 404 404 404 404 404 404',
  'trash.restore trashed': '404 403 403 403 200 403 200 200',
  'trash.restore own': '404 403 403 200 200 200 200 200',
  'trash.restore unfiled': '404 404 404 404 404 403 200 200',
  'sync.read live': '200 200 200 200 200 200 200 200',
};

/**
 * Somebody who acts in their own team, as its owner, with ids of another team of theirs: what is named is not there.
 * Where nothing is named they get what their team's owner gets.
 */
const IN_THE_WRONG_TEAM: Record<string, string> = {
  'members.get live': '404',
  'members.update live': '404',
  'members.remove live': '404',
  // The caller's own membership is there, in either team; here they are the last owner.
  'members.remove own': '409',
  'invites.revoke live': '404',
  'invites.revoke own': '404',
  'statuses.update live': '404',
  'statuses.delete live': '404',
  'tasks.create live': '404',
  'tasks.create unfiled': '404',
  'tasks.create trashed': '404',
};

const FIRST_MEMBER = CALLERS.indexOf('guest');
const NO_SESSION: ReadonlySet<CallerName> = new Set(['anonymous', 'ended session', 'tampered cookie']);
const OUTSIDERS: ReadonlySet<CallerName> = new Set(['no team', 'foreign owner', 'removed']);
const NAMES_WORK = /^(projects|tasks|trash)\.(?!list$|create$)/;

/** @throws Error for a route that has no row: a new route needs its rights written down */
export function expectStatus(routeId: string, caller: CallerName, state: State): number {
  const cell = `${routeId} ${state}`;
  const anybody = FOR_ANYBODY[cell];
  if (anybody !== undefined) {
    const [none, expired, signedIn] = anybody.split(' ').map(Number);
    if (NO_SESSION.has(caller)) return none ?? 0;
    return (caller === 'expired session' ? expired : signedIn) ?? 0;
  }
  const isKnown = Object.keys(FOR_MEMBERS).some((name) => name.startsWith(`${routeId} `));
  if (!isKnown) throw new Error(`${routeId}: nobody wrote down who may do this`);
  if (NO_SESSION.has(caller) || caller === 'expired session') return 401;
  if (OUTSIDERS.has(caller)) return 404;
  const row = FOR_MEMBERS[cell];
  if (row === undefined) {
    // Of a deleted team nobody knows anything, and what is in the trash is reached through the trash only.
    if (state === 'team deleted' || state === 'trashed') return 404;
    throw new Error(`${cell}: nobody wrote down who may do this`);
  }
  const columns = row.split(' ').map(Number);
  if (caller === 'wrong team') {
    if (NAMES_WORK.test(routeId)) return 404;
    return Number(IN_THE_WRONG_TEAM[cell] ?? columns[7]);
  }
  return columns[CALLERS.indexOf(caller) - FIRST_MEMBER] ?? 0;
}
