import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import {
  MAX_SENT_LOCATIONS,
  type PersonHere,
  type PresenceLocation,
} from '@hearth/contracts/presence/presence-values';
import { TeamPresence, type TeamReader } from './presence.ts';

const SECRET = '00000000-0000-4000-8000-00000000000a';
const NOWHERE: PresenceLocation = { projectId: null, taskId: null, field: null, screen: null, follows: null };
const screen = (address: string): PresenceLocation => ({ ...NOWHERE, screen: address });

class Reader implements TeamReader {
  isLive = true;
  presenceKey: string | null = null;
  actor: Actor;
  owner: TeamReader['owner'];
  readonly frames: Buffer[] = [];

  constructor(userId: string, rights: Partial<Actor> = {}) {
    this.actor = { userId, role: 'member', grants: {}, privateProjects: { [SECRET]: true }, ...rights };
    this.owner = { token: null, actor: this.actor };
  }

  send(frame: Buffer): void {
    this.frames.push(frame);
  }

  get people(): PersonHere[] {
    return (JSON.parse(String(this.frames.at(-1) ?? '{"people":[]}')) as { people: PersonHere[] }).people;
  }
}

function openTeam(readers: readonly Reader[]) {
  const presence = new TeamPresence(new Set(readers), { now: () => new Date(), monotonic: () => Date.now() });
  const report = (reader: Reader, socketId: string, ...places: PresenceLocation[]) =>
    presence.receive({ userId: reader.owner.actor.userId, socketId, places });
  return { presence, report };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('serializes one frame per set of permissions and sends only changes', async () => {
  const members = Array.from({ length: 500 }, (_, at) => new Reader(`member-${at}`));
  const guests = Array.from({ length: 500 }, (_, at) => new Reader(`guest-${at}`, { role: 'guest' }));
  const insiders = Array.from(
    { length: 10 },
    (_, at) => new Reader(`in-${at}`, { grants: { [SECRET]: 'view' } }),
  );
  const { report } = openTeam([...members, ...guests, ...insiders]);
  for (const [at, member] of members.entries()) report(member, `socket-${at}`, screen('/tasks'));
  await vi.advanceTimersByTimeAsync(2000);
  expect(new Set(members.map(({ frames }) => frames[0])).size).toBe(1);
  expect(members[0]?.people).toHaveLength(500);
  expect(guests.flatMap(({ frames }) => frames)).toEqual([]);
  const [first, second] = members as [Reader, Reader];
  report(first, 'socket-0', screen('/members'));
  report(second, 'socket-1', { ...NOWHERE, projectId: SECRET });
  await vi.advanceTimersByTimeAsync(2000);
  expect(new Set(members.map(({ frames }) => frames[1])).size).toBe(1);
  expect(first.people).toEqual([
    { userId: 'member-0', places: [screen('/members')] },
    { userId: 'member-1', places: [] },
  ]);
  expect(insiders[0]?.people[1]).toEqual({ userId: 'member-1', places: [{ ...NOWHERE, projectId: SECRET }] });
  // Readers without access get no frame about activity in the private project.
  report(second, 'socket-1', { ...NOWHERE, projectId: SECRET, field: 'title' });
  await vi.advanceTimersByTimeAsync(2000);
  expect(first.frames).toHaveLength(2);
  expect(insiders[0]?.frames).toHaveLength(3);
});

it('delays the next broadcast round in proportion to the number of readers', async () => {
  const readers = Array.from({ length: 1000 }, (_, at) => new Reader(`member-${at}`));
  const { report, presence } = openTeam(readers);
  const [mover] = readers as [Reader];
  for (let at = 0; at < 400; at += 1) {
    report(mover, 'socket', screen(`/tasks?view=view-${at}`));
    await vi.advanceTimersByTimeAsync(25);
  }
  // Moves continue for 10 s, and each round takes half a second with this many readers.
  expect(mover.frames.length).toBeGreaterThan(10);
  expect(mover.frames.length).toBeLessThan(22);
  presence.close();
});

it('sends nothing when a repeated report changes nothing', async () => {
  const [ann, bob] = [new Reader('ann'), new Reader('bob')];
  const { report } = openTeam([ann, bob]);
  for (let at = 0; at < 5; at += 1) {
    report(ann, 'socket', screen('/tasks'));
    await vi.advanceTimersByTimeAsync(3000);
  }
  expect(bob.frames).toHaveLength(1);
});

it('keeps one bounded list per user regardless of the number of sockets', async () => {
  const [ann, bob] = [new Reader('ann'), new Reader('bob')];
  const { report } = openTeam([ann, bob]);
  for (let at = 0; at < 300; at += 1) {
    const view = `/tasks?view=view-${at}`;
    report(ann, `socket-${at}`, screen('/tasks'), screen(view), { ...screen(view), follows: 'bob' });
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(bob.people).toHaveLength(1);
  expect(bob.people[0]?.places).toHaveLength(MAX_SENT_LOCATIONS);
  expect(bob.people[0]?.places.at(-1)).toEqual({ ...screen('/tasks?view=view-299'), follows: 'bob' });
  expect(ann.people[0]?.places.every(({ follows }) => follows === null)).toBe(true);
});

it('resends the complete list to readers with a gap or changed permissions', async () => {
  const [ann, bob] = [new Reader('ann'), new Reader('bob', { grants: { [SECRET]: 'view' } })];
  const { report, presence } = openTeam([ann, bob]);
  report(ann, 'a', screen('/tasks'));
  report(bob, 'b', { ...NOWHERE, projectId: SECRET });
  await vi.advanceTimersByTimeAsync(1000);
  expect(ann.people).toEqual([{ userId: 'ann', places: [screen('/tasks')] }]);
  bob.isLive = false;
  report(ann, 'a', screen('/members'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(bob.frames).toHaveLength(1);
  bob.isLive = true;
  bob.actor = { ...bob.actor, grants: {} };
  presence.scheduleBroadcast();
  await vi.advanceTimersByTimeAsync(1000);
  expect(String(bob.frames.at(-1))).toContain('"isWhole":true');
  expect(bob.people).toEqual([{ userId: 'ann', places: [screen('/members')] }]);
});
