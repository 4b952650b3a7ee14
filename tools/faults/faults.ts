import { STORE_FAULTS } from './store-faults.ts';
import { COMPONENT_FAULTS } from './component-faults.ts';

/** A change of one place. */
export interface Patch {
  file: string;
  /** Stands in the file exactly once; a fault that no longer fits fails `npm run check`. */
  find: string;
  replace: string;
}

/** A planted bug (mutation by hand), and the quick tests that must notice it. */
export interface Fault extends Patch {
  /** What is wrong, as a reviewer would say it. */
  name: string;
  /** Planted at the same time: what two places see to is lost only when both fail. */
  also?: readonly Patch[];
  project: 'unit' | 'dom' | 'api';
  tests: readonly string[];
  /** Only tests whose name matches: the rest of the files is left out to save time. */
  only?: string;
}

const API = 'apps/api/src';
const AUTH = `${API}/features/auth`;
const INVITES = `${API}/features/invites`;
const MEMBERS = `${API}/features/members`;
const RIGHTS = 'packages/contracts/src/permissions/permissions.ts';
const RIGHTS_TEST = ['packages/contracts/src/permissions/permissions.test.ts'];
const MATRIX = [`${API}/testing/rights/matrix.api.test.ts`];
const SWAPS = [`${API}/testing/rights/id-swaps.nightly.api.test.ts`];
const REVOCATION = [`${API}/testing/revocation/revocation.api.test.ts`];
const DRILL = [`${API}/testing/row-security/row-security-drill.nightly.api.test.ts`];

/**
 * Mistakes that really happened elsewhere, planted here one at a time by `npm run lab -- faults`. Each is the smallest change
 * that a type checker lets through.
 */
export const FAULTS: readonly Fault[] = [
  {
    name: 'a public link shows its project past its time',
    file: `${API}/features/public-links/shares.queries.ts`,
    find: ' and (l.expires_at is null or l.expires_at > ${now})',
    replace: ' and ${now}::timestamptz is not null',
    project: 'api',
    tests: [`${API}/features/public-links/public-links.api.test.ts`],
    only: 'answer alike',
  },
  {
    name: 'a private project keeps its public link',
    file: `${API}/features/public-links/public-links.service.ts`,
    find: 'madePrivate: async ({ tx }, project) => void (await deleteLink(tx, project.id)),',
    replace: 'madePrivate: async () => undefined,',
    project: 'api',
    tests: [`${API}/features/public-links/public-links.api.test.ts`],
    only: 'answer alike',
  },
  {
    name: 'the check of rights is dropped',
    file: `${API}/platform/http/access.ts`,
    find: 'if (!can(actor, rule.action, object ?? undefined)) {',
    replace: 'if (!can(actor, rule.action, object ?? undefined) && actor.role === null) {',
    project: 'api',
    tests: MATRIX,
  },
  {
    name: 'whoever may not see a thing is let on to it',
    file: `${API}/platform/http/access.ts`,
    find: 'return canSee(actor, object) && (object.isTrashed === true)',
    replace: 'return actor !== null && (object.isTrashed === true)',
    project: 'api',
    tests: MATRIX,
  },
  {
    name: 'an admin may do what is for owners',
    file: RIGHTS,
    find: `'team.delete': 'owner',`,
    replace: `'team.delete': 'admin',`,
    project: 'unit',
    tests: RIGHTS_TEST,
  },
  {
    name: 'levels are compared the wrong way round',
    file: RIGHTS,
    find: 'return rankOf(level) >= rankOf(needed);',
    replace: 'return rankOf(level) <= rankOf(needed);',
    project: 'unit',
    tests: RIGHTS_TEST,
  },
  {
    name: 'anybody who may edit brings things back from the trash',
    file: RIGHTS,
    find: `'trash.restore': 'own',`,
    replace: `'trash.restore': 'edit',`,
    project: 'unit',
    tests: RIGHTS_TEST,
  },
  {
    name: 'a private project is open to every member',
    file: RIGHTS,
    find: 'return projectId !== null && projectId in actor.privateProjects ? null',
    replace: 'return projectId !== null && projectId === actor.userId ? null',
    project: 'unit',
    tests: RIGHTS_TEST,
  },
  {
    name: 'the role of the target decides, not the role of the caller',
    file: `${MEMBERS}/members.service.ts`,
    find: 'canChangeRole(actor.role, target.role, next)',
    replace: 'canChangeRole(target.role, target.role, next)',
    project: 'api',
    tests: [`${MEMBERS}/members.api.test.ts`],
  },
  {
    name: 'the last owner may go',
    file: `${MEMBERS}/members.service.ts`,
    find: 'if (owners.some((owner) => owner.userId !== userId)) return;',
    replace: 'if (owners.some((owner) => owner.userId === userId)) return;',
    project: 'api',
    tests: [`${MEMBERS}/members.api.test.ts`],
  },
  {
    name: 'a new member takes no seat',
    file: `${MEMBERS}/members.service.ts`,
    find: `if (isCollaborator(role, [])) command.count('collaborators', 1);`,
    replace: `if (isCollaborator(role, [])) command.count('collaborators', 0);`,
    project: 'api',
    tests: [`${INVITES}/invites.api.test.ts`, `${API}/testing/races/counters.api.test.ts`],
  },
  {
    name: 'a change of role leaves no trace',
    file: `${MEMBERS}/members.service.ts`,
    find: `    command.audit({
      act: 'member.roleChanged',`,
    replace: `    void ({
      act: 'member.roleChanged',`,
    project: 'api',
    tests: [`${MEMBERS}/members.api.test.ts`],
  },
  {
    name: 'a limit is looked at and not kept',
    file: `${API}/platform/commands/limits.queries.ts`,
    find: 'coalesce(${limitNow(teamId, resource)}, u.n + ${delta}::int))',
    replace: 'coalesce(${limitNow(teamId, resource)}, u.n + ${delta}::int) + 1)',
    project: 'api',
    tests: [`${API}/testing/races/plan-limits.api.test.ts`],
  },
  {
    name: 'an invite works after its time',
    file: `${INVITES}/invite-state.ts`,
    find: 'invite.expires_at <= now',
    replace: 'invite.expires_at <= invite.created_at',
    project: 'api',
    tests: [`${INVITES}/invites.api.test.ts`],
  },
  {
    name: 'a revoked invite lets people in',
    file: `${INVITES}/invite-rules.ts`,
    find: 'invite?.revoked_at === null && team',
    replace: 'invite !== null && team',
    project: 'api',
    tests: [`${INVITES}/invites.api.test.ts`],
  },
  {
    name: 'an invite may be used more often than it says',
    file: `${INVITES}/invite-state.ts`,
    find: 'invite.uses >= invite.max_uses',
    replace: 'invite.uses > invite.max_uses',
    project: 'api',
    tests: [`${INVITES}/invites.api.test.ts`],
  },
  {
    name: 'an invite goes on for somebody who lost the right to invite',
    file: `${INVITES}/invite-rules.ts`,
    find: 'if (!isOver(invite, now) && canInvite(invite.inviter_role, invite.role, membersMayInvite)) return;',
    replace: 'if (!isOver(invite, now) && invite.inviter_role !== null) return;',
    project: 'api',
    tests: [`${INVITES}/invites.api.test.ts`],
  },
  {
    name: 'ids in a list are not looked up',
    file: `${API}/features/tasks/commands/tasks.service.ts`,
    find: 'const missing = userIds.find((userId) => !seeing.includes(userId));',
    replace:
      'const missing = seeing.length > 0 ? undefined : userIds.find((userId) => !seeing.includes(userId));',
    project: 'api',
    tests: SWAPS,
  },
  {
    name: 'rights are checked on where a task is, not on where it goes',
    file: `${API}/features/tasks/commands/tasks.service.ts`,
    find: '    assertMayPutInto(actor, body.projectId);',
    replace: '    assertMayPutInto(actor, on.projectId);',
    project: 'api',
    tests: [`${API}/features/tasks/commands/tasks.api.test.ts`],
  },
  {
    name: 'a session is ended by its id, whosever it is',
    file: `${AUTH}/sessions/auth.queries.ts`,
    find: `    .where('id', '=', session.id)
    .where('user_id', '=', session.userId)`,
    replace: `    .where('id', '=', session.id)`,
    project: 'api',
    tests: [`${AUTH}/sessions/sessions.api.test.ts`],
  },
  {
    name: 'a session goes on after signing out',
    file: `${AUTH}/sessions/sessions.ts`,
    find: `if (row === undefined || row.ended_at !== null) return 'none';`,
    replace: `if (row === undefined) return 'none';`,
    project: 'api',
    tests: [`${AUTH}/sign-in/auth.api.test.ts`, `${AUTH}/sessions/sessions.api.test.ts`],
  },
  {
    name: 'an identity token signs in twice',
    file: `${AUTH}/sessions/auth.queries.ts`,
    find: 'return done !== undefined;',
    replace: 'return done !== null;',
    project: 'api',
    tests: [`${AUTH}/sessions/sessions.api.test.ts`],
  },
  {
    name: 'an identity token for another program is taken',
    file: `${AUTH}/provider/identity-token.ts`,
    find: `if (claims['aud'] !== rules.clientId)`,
    replace: `if (claims['aud'] === '')`,
    project: 'api',
    tests: [`${AUTH}/provider/forged-tokens.api.test.ts`],
  },
  {
    name: 'a refresh handle may be used twice',
    file: `${AUTH}/sessions/refresh.ts`,
    find: 'return known?.used_at ? await deleteFamily(tx, known.family_id) : [];',
    replace:
      'return known?.used_at === undefined ? await deleteFamily(tx, known?.family_id ?? hash.toString()) : [];',
    project: 'api',
    tests: [`${AUTH}/sessions/refresh.api.test.ts`],
  },
  {
    name: 'changes are taken from any website',
    file: `${API}/platform/http/origin.ts`,
    find: 'const isForeign = origin !== undefined && origin !== config.webOrigin;',
    replace: 'const isForeign = origin !== undefined && origin === config.webOrigin.toUpperCase();',
    project: 'api',
    tests: [`${AUTH}/sign-in/origins.api.test.ts`],
  },
  {
    name: 'what needs a fresh sign-in takes an old one',
    file: `${API}/platform/http/access.ts`,
    find: 'if (age > FRESH_SIGN_IN_SECONDS * 1000) {',
    replace: 'if (age > FRESH_SIGN_IN_SECONDS * 1_000_000) {',
    project: 'api',
    tests: [`${MEMBERS}/members.api.test.ts`],
  },
  {
    name: 'answers may be kept by caches on the way',
    file: `${API}/platform/http/common-headers.ts`,
    find: `'cache-control': 'private, no-store',`,
    replace: `'cache-control': 'private',`,
    project: 'api',
    tests: [`${AUTH}/sign-in/auth.api.test.ts`],
  },
  {
    name: 'a guest sees the work of the staff',
    file: `${API}/platform/sync/visibility.ts`,
    find: `return hasRole(actor.role, 'member');`,
    replace: `return hasRole(actor.role, 'guest');`,
    project: 'api',
    tests: [`${API}/platform/sync/feed.api.test.ts`],
  },
  {
    name: 'a socket stays open when its session ends',
    file: `${API}/platform/sync/hub.ts`,
    find: 'if (socket.owner.sessionId === notice.sessionId)',
    replace: 'if (socket.owner.teamId === notice.sessionId)',
    also: [
      {
        file: `${API}/platform/sync/hub.ts`,
        find: 'if (!(token === null ? alive : working).has(sessionId))',
        replace: 'if ((token === null ? alive : working).size < 0)',
      },
    ],
    project: 'api',
    tests: [`${API}/platform/sync/feed.api.test.ts`],
    only: 'session',
  },
  {
    name: 'a socket learns of the end of its session by the next heartbeat only',
    file: `${API}/platform/sync/hub.ts`,
    find: 'if (socket.owner.sessionId === notice.sessionId)',
    replace: 'if (socket.owner.teamId === notice.sessionId)',
    project: 'api',
    tests: REVOCATION,
    only: 'after signing out$',
  },
  {
    name: 'a socket keeps the rights of its handshake',
    file: `${API}/platform/sync/team-feed.ts`,
    find: '        socket.actor = actor;',
    replace: '        socket.actor = socket.actor ?? actor;',
    project: 'api',
    tests: REVOCATION,
  },
  {
    name: 'an Idempotency-Key answers another body',
    file: `${API}/platform/commands/command.ts`,
    find: `if (earlier === null || earlier.hash === asked.hash.toString('hex')) return earlier;`,
    replace: `if (earlier === null || earlier.hash !== asked.hash.toString('base64')) return earlier;`,
    project: 'api',
    tests: [`${API}/features/tasks/concurrency.api.test.ts`],
    only: 'another body is refused',
  },
  {
    name: 'a table is not under row level security',
    file: 'apps/api/migrations/0004_work.sql',
    find: `array['projects', 'project_grants', 'work_keys', 'statuses', 'tasks', 'task_assignees', 'task_comments', 'task_state_spans']`,
    replace: `array['projects', 'project_grants', 'work_keys', 'statuses', 'task_assignees', 'task_comments', 'task_state_spans']`,
    project: 'api',
    tests: [`${API}/platform/db/maintenance/row-security.api.test.ts`],
  },
  {
    name: 'the policy of a table lets every team read',
    file: 'apps/api/migrations/0003_teams.sql',
    find: `create policy team_rows on invites using (team_id = (select app_team())) with check (team_id = (select app_team()));`,
    replace: `create policy team_rows on invites using (team_id is not null) with check (team_id = (select app_team()));`,
    project: 'api',
    tests: DRILL,
  },
  {
    name: 'a query forgets the team',
    file: `${API}/features/tasks/model/tasks.queries.ts`,
    find: 'where t.team_id = ${tx.teamId} and t.id = ${id} and t.deleted_at is null',
    replace: 'where t.id = ${id} and t.deleted_at is null',
    project: 'api',
    tests: DRILL,
  },
  ...STORE_FAULTS,
  ...COMPONENT_FAULTS,
];
