import { beforeAll, beforeEach, expect, it } from 'vitest';
import { TEAM_ROLES, type TeamRole } from '@hearth/contracts/permissions/permissions';
import { asOwner, withTeam } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeProTeam, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';

/*
 * The roles that an actor may assign to a target, written out by hand. Rows: the actor's and the target's roles. Columns: the new role
 * (guest, member, admin, owner). `self` is the actor's own role, changed by themselves while there is another owner.
 */
const MAY_GIVE: Record<TeamRole, Record<TeamRole | 'self', string>> = {
  guest: {
    guest: 'no no no no',
    member: 'no no no no',
    admin: 'no no no no',
    owner: 'no no no no',
    self: 'no no no no',
  },
  member: {
    guest: 'no no no no',
    member: 'no no no no',
    admin: 'no no no no',
    owner: 'no no no no',
    self: 'no no no no',
  },
  admin: {
    guest: 'yes yes no no',
    member: 'yes yes no no',
    admin: 'no no no no',
    owner: 'no no no no',
    self: 'no no no no',
  },
  owner: {
    guest: 'yes yes yes yes',
    member: 'yes yes yes yes',
    admin: 'yes yes yes yes',
    owner: 'yes yes yes yes',
    self: 'yes yes yes yes',
  },
};
const COLUMNS: readonly TeamRole[] = ['guest', 'member', 'admin', 'owner'];

describeOneEngine('roles and ownership', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  let ada: SignedIn;
  let people: Record<TeamRole, { actor: SignedIn; target: SignedIn }>;
  let teamId: string;

  beforeAll(async () => {
    ada = await signIn(api, 'ada@example.com');
    const entries = TEAM_ROLES.map(async (role) => {
      const [actor, target] = await Promise.all([
        signIn(api, `${role}-actor@example.com`),
        signIn(api, `${role}-target@example.com`),
      ]);
      return [role, { actor, target }] as const;
    });
    people = Object.fromEntries(await Promise.all(entries)) as typeof people;
    teamId = await makeProTeam(ada);
    for (const role of TEAM_ROLES) {
      for (const person of Object.values(people[role])) await joinTeam(ada, teamId, person, 'guest');
    }
  });

  /** Resets everyone to the role in their name. */
  beforeEach(async () => {
    await asOwner(api.app.db, async (tx) => {
      const giveRole = (userIds: string[], role: TeamRole) =>
        tx
          .updateTable('memberships')
          .set({ role, removed_at: null })
          .where('team_id', '=', teamId)
          .where('user_id', 'in', userIds)
          .execute();
      await giveRole([ada.user.id], 'owner');
      for (const role of TEAM_ROLES) {
        await giveRole([people[role].actor.user.id, people[role].target.user.id], role);
      }
      await tx
        .updateTable('team_usage')
        .set({ n: 7, lim: null })
        .where('team_id', '=', teamId)
        .where('resource', '=', 'collaborators')
        .execute();
    });
  });

  const roleOf = (userId: string): Promise<TeamRole | null> =>
    withTeam(api.app.db, { teamId, userId: null }, async (tx) => {
      const row = await tx
        .selectFrom('memberships')
        .select(['role', 'removed_at'])
        .where('team_id', '=', teamId)
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return row.removed_at === null ? row.role : null;
    });
  const transfer = (by: SignedIn, to: SignedIn) =>
    by.post<{ code?: string }>(`/teams/${teamId}/ownership`, { userId: to.user.id });

  it('allows exactly the listed role changes in all 80 combinations', async () => {
    let cells = 0;
    const wrong: string[] = [];
    for (const by of TEAM_ROLES) {
      for (const [role, row] of Object.entries(MAY_GIVE[by]) as [TeamRole | 'self', string][]) {
        for (const [column, next] of COLUMNS.entries()) {
          const { actor } = people[by];
          const target = role === 'self' ? actor : people[role].target;
          const before = role === 'self' ? by : role;
          const { status } = await actor.patch(`/teams/${teamId}/members/${target.user.id}`, {
            teamRole: next,
          });
          const isAllowed = row.split(' ')[column] === 'yes';
          const after = await roleOf(target.user.id);
          const isRight = status === (isAllowed ? 200 : 403) && after === (isAllowed ? next : before);
          if (!isRight) wrong.push(`${by} makes ${role} ${next}: ${status}, then ${after}`);
          if (after !== before) {
            await asOwner(api.app.db, (tx) =>
              tx
                .updateTable('memberships')
                .set({ role: before })
                .where('team_id', '=', teamId)
                .where('user_id', '=', target.user.id)
                .execute(),
            );
          }
          cells += 1;
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(cells).toBe(80);
  });

  it('requires an owner with a fresh sign-in for a transfer, audits the transfer and counts the seat', async () => {
    const bea = people.member.target;
    for (const role of ['guest', 'member', 'admin'] as const) {
      expect((await transfer(people[role].actor, bea)).status).toBe(403);
    }
    expect(await transfer(ada, ada)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'userId', message: 'must be someone else' }] },
    });
    clock.advance(3_601);
    expect(await transfer(ada, bea)).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED' } });
    ada = await signIn(api, 'ada@example.com');
    const guest = people.guest.target;
    expect(await transfer(ada, guest)).toMatchObject({
      status: 200,
      body: { member: { userId: guest.user.id, teamRole: 'owner' } },
    });
    expect(await roleOf(ada.user.id)).toBe('admin');
    const read = await withTeam(api.app.db, { teamId, userId: null }, async (tx) => ({
      audit: await tx
        .selectFrom('audit_entries')
        .select(['object_id', 'actor', 'details'])
        .where('act', '=', 'ownership.transferred')
        .execute(),
      seats: await tx
        .selectFrom('team_usage')
        .select('n')
        .where('team_id', '=', teamId)
        .where('resource', '=', 'collaborators')
        .executeTakeFirstOrThrow(),
    }));
    expect(read.audit).toEqual([
      {
        object_id: guest.user.id,
        actor: ada.user.id,
        details: { from: ada.user.id, to: guest.user.id, previousRole: 'guest' },
      },
    ]);
    // The former guest now takes a seat.
    expect(read.seats.n).toBe(8);
    expect((await transfer(ada, bea)).status).toBe(403);
  });

  it('rejects transfers to non-members and to guests when no seat is free', async () => {
    const stranger = await signIn(api, 'stranger@example.com');
    expect((await transfer(ada, stranger)).status).toBe(404);
    await asOwner(api.app.db, (tx) =>
      tx.updateTable('team_usage').set({ lim: 7 }).where('team_id', '=', teamId).execute(),
    );
    expect(await transfer(ada, people.guest.target)).toMatchObject({
      status: 402,
      body: { limit: 'collaborators' },
    });
    expect(await roleOf(ada.user.id)).toBe('owner');
    expect(await roleOf(people.guest.target.user.id)).toBe('guest');
  });

  it('keeps an owner under concurrent transfers', async () => {
    const other = people.owner.actor;
    const bea = people.member.target;
    const leave = (by: SignedIn) => by.delete(`/teams/${teamId}/members/${by.user.id}`);
    await leave(people.owner.target);
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([transfer(ada, bea), transfer(other, bea), leave(bea), leave(ada), leave(other)]);
      const roles = await Promise.all([ada, other, bea].map((one) => roleOf(one.user.id)));
      expect(roles.filter((role) => role === 'owner').length, roles.join()).toBeGreaterThan(0);
      await asOwner(api.app.db, async (tx) => {
        for (const [one, role] of [
          [ada, 'owner'],
          [other, 'owner'],
          [bea, 'member'],
        ] as const) {
          await tx
            .updateTable('memberships')
            .set({ role, removed_at: null })
            .where('team_id', '=', teamId)
            .where('user_id', '=', one.user.id)
            .execute();
        }
        await tx.updateTable('team_usage').set({ n: 7 }).where('resource', '=', 'collaborators').execute();
      });
    }
  });
});
