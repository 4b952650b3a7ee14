import { beforeAll, expect, it } from 'vitest';
import type { RouteSpec } from '@hearth/contracts/core/route';
import { ROUTES } from '@hearth/contracts/routes';
import type { Project } from '@hearth/contracts/projects/projects';
import { VIEW_AS_HEADER } from '@hearth/contracts/sync-values';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { openFeed } from '#testing/feed-client.ts';
import {
  makeProTeam,
  makeProject,
  makeTask,
  signIn,
  type ApiResponse,
  type SignedIn,
} from '#testing/make.ts';
import { buildRequest, kindsOf, toUrl } from '#testing/rights/rights-samples.ts';
import { makeStatus } from '#testing/rights/rights-subjects.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

/**
 * Excluded reads: responses about the caller or with a current time, names that only owners and admins may see, and exports of the audit
 * log, which add an entry.
 */
const LEFT_OUT = new Set([
  'members.reach',
  'teams.installation',
  'projects.listPrivate',
  'audit.export',
  'audit.exportCsv',
]);

describeOneEngine('viewing the team as another member', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  const [ada, bob, cleo, gus] = usePeople(api, 'ada', 'bob', 'cleo', 'gus');
  let teamId: string;
  let path: string;
  let open: Project;
  let shared: Project;
  let task: Task;

  /** Ada is the owner, Bob a member, Cleo an admin, and Gus a guest with one project. Bob has a private project that Gus can also see. */
  beforeAll(async () => {
    teamId = await makeProTeam(ada, { member: [bob], admin: [cleo], guest: [gus] });
    path = `/teams/${teamId}`;
    open = await makeProject(ada, teamId, { name: 'Open work' });
    shared = await makeProject(ada, teamId, { name: 'Shared work' });
    const secret = await makeProject(bob, teamId, { name: 'Secret work', isPrivate: true });
    for (const [by, { id }] of [
      [ada, shared],
      [bob, secret],
    ] as const)
      await by.send('PUT', `${path}/projects/${id}/grants/${gus.user.id}`, { body: { level: 'view' } });
    task = await makeTask(ada, teamId, { title: 'Shared task', projectId: shared.id });
    await makeTask(ada, teamId, { title: 'Open task', projectId: open.id });
    await makeTask(bob, teamId, { title: 'Secret task', projectId: secret.id });
    await makeTask(ada, teamId, { title: 'Staff task' });
  });

  async function begin(viewer: SignedIn, viewed: SignedIn): Promise<string> {
    const { status, body } = await viewer.post<{ view: { token: string } }>(
      `${path}/members/${viewed.user.id}/view-as`,
    );
    expect(status).toBe(200);
    return body.view.token;
  }
  const as = (
    viewer: SignedIn,
    token: string,
    method: string,
    to: string,
    body?: unknown,
  ): Promise<ApiResponse> => viewer.send(method, to, { body, headers: { [VIEW_AS_HEADER]: token } });

  it('returns what the viewed member sees, limited to the viewer’s own access', async () => {
    const ids = {
      team: teamId,
      user: gus.user.id,
      project: shared.id,
      task: task.id,
      status: await makeStatus(ada, teamId),
    };
    const reads = (ROUTES as readonly RouteSpec[]).filter(
      (route) =>
        route.method === 'GET' &&
        route.rule.kind === 'team' &&
        !LEFT_OUT.has(route.id) &&
        kindsOf(route).every((kind) => kind in ids),
    );
    expect(reads.length).toBeGreaterThan(12);
    for (const viewed of [gus, bob, cleo]) {
      const token = await begin(ada, viewed);
      for (const route of reads) {
        for (const project of [shared.id, open.id]) {
          const url = toUrl(buildRequest(route, { ...ids, project }, ''));
          const seen = await as(ada, token, 'GET', url);
          const theirs = await viewed.get(url);
          expect(seen.status, `${route.id} as ${viewed.user.name}`).toBe(theirs.status);
          expect(JSON.stringify(seen.body), route.id).not.toContain('Secret');
          if (seen.status < 300) expect(withoutSecret(seen.body), url).toEqual(withoutSecret(theirs.body));
        }
      }
    }
  });

  /**
   * Removes rows that are hidden from the viewer from the viewed member's data. These rows must be missing from the lists and the counts.
   */
  function withoutSecret(body: unknown): unknown {
    const isHidden = (row: unknown): boolean => JSON.stringify(row).includes('Secret');
    return JSON.parse(JSON.stringify(body), (key, value: unknown) => {
      if (key === 'seq') return undefined;
      if (!Array.isArray(value)) return value;
      const isOfGrant = (row: { entity?: string; id?: string }) =>
        row.entity === 'grant' && row.id !== shared.id;
      return value.filter((row) => !isHidden(row) && !isOfGrant(row as { entity?: string }));
    });
  }

  it('shows invite links only if viewer and viewed member are both allowed to create the invite', async () => {
    const created = await ada.post<{ invite: { id: string; link: string } }>(`${path}/invites`, {
      teamRole: 'guest',
    });
    const { id } = created.body.invite;
    const readLink = async (viewer: SignedIn, viewed: SignedIn) => {
      const { body } = await as(viewer, await begin(viewer, viewed), 'GET', `${path}/invites`);
      const { invites } = body as { invites: { id: string; link: string | null; url: string | null }[] };
      const found = invites.find((one) => one.id === id);
      return [found?.link, found?.url === null];
    };
    expect(await readLink(ada, cleo)).toEqual([created.body.invite.link, false]);
    expect(await readLink(ada, bob)).toEqual([null, true]);
    expect(await readLink(cleo, bob)).toEqual([null, true]);
    await ada.patch(path, { membersMayInvite: true });
    expect(await readLink(ada, bob)).toEqual([created.body.invite.link, false]);
    await ada.patch(path, { membersMayInvite: false });
    expect((await ada.delete(`${path}/invites/${id}`)).status).toBe(204);
  });

  it('rejects all writes', async () => {
    const token = await begin(ada, bob);
    for (const route of ROUTES as readonly RouteSpec[]) {
      if (route.method === 'GET' || (route.rule.kind !== 'team' && route.rule.kind !== 'session')) continue;
      const url = route.path
        .replace('{teamId}', teamId)
        .replace('{projectId}', shared.id)
        .replace('{taskId}', task.id)
        .replace('{userId}', gus.user.id)
        .replaceAll(/\{\w+\}/g, shared.id);
      const { status } = await as(ada, token, route.method, url);
      expect([403, 404], `${route.id} ${status}`).toContain(status);
    }
    expect((await as(ada, token, 'PATCH', `${path}/tasks/${task.id}`, { title: 'x' })).status).toBe(403);
    expect((await ada.patch(`${path}/tasks/${task.id}`, { title: 'Shared task' })).status).toBe(200);
  });

  it('limits views to owners and to admins over lower roles, within one session and for an hour', async () => {
    expect((await bob.post(`${path}/members/${gus.user.id}/view-as`)).status).toBe(403);
    expect((await cleo.post(`${path}/members/${ada.user.id}/view-as`)).status).toBe(403);
    expect((await ada.post(`${path}/members/${ada.user.id}/view-as`)).status).toBe(403);
    const token = await begin(cleo, gus);
    expect((await as(cleo, token, 'GET', `${path}/tasks`)).status).toBe(200);
    const again = await signIn(api, 'cleo@example.com');
    for (const [person, text] of [
      [again, token],
      [ada, token],
      [cleo, 'nonsense'],
      [cleo, ''],
    ] as const)
      expect((await as(person, text, 'GET', `${path}/tasks`)).status, text.slice(0, 9)).toBe(403);
    const stranger = await signIn(api, 'stranger@example.com');
    expect((await as(stranger, token, 'GET', `${path}/tasks`)).status).toBe(404);
    clock.advance(3601);
    expect((await as(cleo, token, 'GET', `${path}/tasks`)).status).toBe(403);
    const acts = await asOwner(api.app.db, (tx) =>
      tx
        .selectFrom('audit_entries')
        .select(['actor', 'object_id'])
        .where('act', '=', 'member.viewedAs')
        .execute(),
    );
    expect(acts).toContainEqual({ actor: cleo.user.id, object_id: gus.user.id });
  });

  it('applies to the live feed and ends when the viewer loses the permission', async () => {
    const token = await begin(cleo, gus);
    const feed = await openFeed(cleo, teamId, undefined, { viewAs: token });
    await ada.patch(`${path}/tasks/${task.id}`, { title: 'Shared anew' });
    await makeTask(ada, teamId, { title: 'Open anew', projectId: open.id });
    await ada.send('PUT', `${path}/projects/${open.id}/grants/${gus.user.id}`, { body: { level: 'view' } });
    await feed.waitUntil(() => feed.frames.some((frame) => frame.type === 'reset'));
    expect(JSON.stringify(feed.frames)).toContain('Shared anew');
    expect(JSON.stringify(feed.frames)).not.toContain('Open anew');
    await ada.patch(`${path}/members/${cleo.user.id}`, { teamRole: 'member' });
    expect(await feed.waitForClose()).toBe(4403);
    expect((await as(cleo, token, 'GET', `${path}/tasks`)).status).toBe(403);
    expect((await cleo.get(`${path}/tasks`)).status).toBe(200);
  });
});
