import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PresenceLocation } from '@hearth/contracts/presence/presence-values';
import { describeOneEngine } from '#testing/databases.ts';
import { openFeed, type FeedClient } from '#testing/feed-client.ts';
import { joinTeam, makeProTeam, makeProject, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { canStartNodes, makeNodes, NODE_KINDS, type Nodes } from '#testing/nodes.ts';
import { at } from '#testing/revocation/revocation-scene.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

function report(feed: FeedClient, ...places: PresenceLocation[]): void {
  feed.ws.send(JSON.stringify({ type: 'here', places }));
}

function listSeen(feed: FeedClient): string[] {
  return feed.people.map(({ userId }) => userId);
}

const NOWHERE: PresenceLocation = { projectId: null, taskId: null, field: null, screen: null, follows: null };
const board = (projectId: string | null): PresenceLocation => ({ ...NOWHERE, projectId });

describeOneEngine('presence', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  const [owner, member, guest] = usePeople(api, 'owner', 'member', 'guest');
  let teamId: string;
  let projectId: string;
  const feeds: FeedClient[] = [];

  beforeAll(async () => {
    teamId = await makeProTeam(owner, { member: [member], guest: [guest] });
    projectId = (await makeProject(owner, teamId)).id;
  });
  afterEach(() => {
    for (const feed of feeds.splice(0)) feed.close();
  });

  async function open(person: SignedIn): Promise<FeedClient> {
    const feed = await openFeed(person, teamId);
    feeds.push(feed);
    return feed;
  }

  it('broadcasts presence, replays it to later readers and removes it on close', async () => {
    const [mine, theirs] = [await open(owner), await open(member)];
    const location = { ...NOWHERE, projectId, taskId: api.app.ids.uuid(), field: 'title' };
    report(mine, location);
    await theirs.waitUntil(() => listSeen(theirs).length > 0);
    expect(theirs.people).toEqual([{ userId: owner.user.id, places: [location] }]);
    const later = await open(member);
    await later.waitUntil(() => listSeen(later).includes(owner.user.id));
    mine.close();
    await theirs.waitUntil(() => listSeen(theirs).length === 0);
  });

  it('shows locations only to readers with access and rejects locations hidden from the sender', async () => {
    const [mine, theirs, guests] = [await open(owner), await open(member), await open(guest)];
    report(mine, board(null));
    report(guests, board(projectId));
    await theirs.waitUntil(() => listSeen(theirs).includes(owner.user.id));
    const grant = `/teams/${teamId}/projects/${projectId}/grants/${guest.user.id}`;
    expect((await owner.send('PUT', grant, { body: { level: 'view' } })).status).toBe(200);
    report(mine, board(projectId));
    await guests.waitUntil(() => listSeen(guests).includes(owner.user.id));
    // The location reported by the guest before the grant was rejected, so the guest is not shown until the next report.
    expect(listSeen(theirs)).not.toContain(guest.user.id);
    report(guests, board(projectId));
    await theirs.waitUntil(() => listSeen(theirs).includes(guest.user.id));
    await owner.delete(grant);
    await guests.waitUntil(() => listSeen(guests).length === 0);
  });

  it('filters screen and task separately according to the reader’s permissions', async () => {
    const secretId = (await makeProject(owner, teamId, { name: 'Secret', isPrivate: true })).id;
    const [mine, theirs] = [await open(owner), await open(member)];
    const taskId = api.app.ids.uuid();
    const screen = `/projects/${projectId}?view=list`;
    report(mine, { ...board(projectId), taskId, screen });
    await theirs.waitUntil(() => theirs.people[0]?.places[0]?.screen === screen);
    // A private task on a board that both can see: only the board is broadcast.
    report(mine, { ...board(secretId), taskId, field: 'title', screen });
    await theirs.waitUntil(() => theirs.people[0]?.places[0]?.taskId === null);
    expect(theirs.people[0]?.places).toEqual([{ ...board(projectId), screen }]);
    // A task that both can see on a private board: only the task is broadcast.
    report(mine, { ...board(projectId), taskId, screen: `/projects/${secretId}/overview` });
    await theirs.waitUntil(() => theirs.people[0]?.places[0]?.taskId === taskId);
    expect(theirs.people[0]?.places).toEqual([{ ...board(projectId), taskId }]);
    report(mine, { ...board(secretId), taskId, screen: `/projects/${secretId}` });
    await theirs.waitUntil(() => listSeen(theirs).length === 0);
    expect(JSON.stringify(theirs.frames.filter(({ type }) => type === 'presence'))).not.toContain(secretId);
  });

  it('reports followers only to the followed user', async () => {
    const [mine, theirs, second] = [await open(owner), await open(member), await open(owner)];
    const watcher = await signIn(api, 'watcher@example.com');
    await joinTeam(owner, teamId, watcher, 'member');
    const other = await openFeed(watcher, teamId);
    feeds.push(other);
    report(theirs, { ...board(projectId), follows: owner.user.id });
    await mine.waitUntil(() => mine.people[0]?.places[0]?.follows === owner.user.id);
    await other.waitUntil(() => listSeen(other).includes(member.user.id));
    expect(other.people).toEqual([{ userId: member.user.id, places: [board(projectId)] }]);
    const last = () => theirs.people.find(({ userId }) => userId === owner.user.id)?.places.at(-1)?.screen;
    report(mine, { ...board(null), screen: '/tasks' });
    await theirs.waitUntil(() => last() === '/tasks');
    report(second, { ...board(null), screen: '/members' });
    await theirs.waitUntil(() => last() === '/members');
    report(mine, { ...board(null), screen: '/projects' });
    await theirs.waitUntil(() => last() === '/projects');
  });

  it('ignores unknown messages and invalid locations', async () => {
    const [mine, theirs] = [await open(owner), await open(member)];
    const nonsense = ['', '{', '[]', '{"type":"here"}', '{"type":"here","places":[{"projectId":"x"}]}'];
    for (const text of nonsense) mine.ws.send(text);
    mine.ws.send(JSON.stringify({ type: 'here', places: [{ ...board(projectId), field: '<b>' }] }));
    for (const screen of [
      '//evil.example',
      '/settings',
      `/projects/${projectId}?filter=x`,
      '/tasks?view=a b',
    ])
      report(mine, { ...board(projectId), screen });
    report(mine, { ...board(projectId), follows: 'me' });
    // A page that was loaded before following was introduced sends this message.
    const { screen: _screen, follows: _follows, ...old } = board(projectId);
    mine.ws.send(JSON.stringify({ type: 'here', places: [old] }));
    await theirs.waitUntil(() => listSeen(theirs).includes(owner.user.id));
    expect(theirs.people).toEqual([{ userId: owner.user.id, places: [board(projectId)] }]);
    expect(mine.closeCode).toBeNull();
  });

  it('expires users who stop sending reports', async () => {
    const [mine, theirs] = [await open(owner), await open(member)];
    report(mine, board(projectId));
    await theirs.waitUntil(() => listSeen(theirs).includes(owner.user.id));
    clock.advance(9);
    await theirs.waitUntil(() => listSeen(theirs).length === 0);
  });
});

describe.skipIf(!canStartNodes).each(NODE_KINDS)('two nodes with $name', (kind) => {
  let nodes: Nodes;
  beforeAll(async () => {
    nodes = await makeNodes(kind);
  });
  afterAll(async () => await nodes?.close());

  it('broadcasts presence across both nodes', async () => {
    const writer = await signIn(nodes.first, 'writer@example.com');
    const reader = await signIn(nodes.first, 'reader@example.com');
    const team = await makeTeam(writer);
    await joinTeam(writer, team._id, reader);
    const mine = await openFeed(writer, team._id);
    const theirs = await openFeed(at(reader, nodes.second), team._id);
    report(mine, board(null));
    await theirs.waitUntil(() => listSeen(theirs).includes(writer.user.id));
    mine.close();
    await theirs.waitUntil(() => listSeen(theirs).length === 0);
    theirs.close();
  });
});
