import { beforeAll, expect, it } from 'vitest';
import { withTeam } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';
import { recoverOwnership, type Recovery } from './recovery.ts';

describeOneEngine('ownership recovery', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  let bob: SignedIn;
  let teamId: string;

  beforeAll(async () => {
    const ada = await signIn(api, 'ada@example.com');
    bob = await signIn(api, 'bob@example.com');
    teamId = (await makeTeam(ada))._id;
    await joinTeam(ada, teamId, bob, 'member');
  });

  const recover = (recovery: Partial<Recovery> = {}) =>
    recoverOwnership(api.app, {
      teamId,
      email: 'Bob@Example.com',
      reason: null,
      isForced: false,
      ...recovery,
    });

  it('rejects non-members, current owners, teams with a recently active owner and blank reasons', async () => {
    await expect(recover({ email: 'who@example.com' })).rejects.toThrow('is not a member');
    await expect(recover({ teamId: bob.user.id })).rejects.toThrow('is not a member');
    await expect(recover({ email: 'ada@example.com' })).rejects.toThrow('is already an owner');
    await expect(recover()).rejects.toThrow(/ada was last active on .* --force/);
    await expect(recover({ isForced: true, reason: ' ' })).rejects.toThrow('--reason');
  });

  it('makes a member an owner after 30 days without an active owner and audits the recovery', async () => {
    clock.advance(29 * 86_400);
    await expect(recover()).rejects.toThrow('ada was last active');
    clock.advance(2 * 86_400);
    expect(await recover({ reason: 'Ada left the company' })).toMatchObject({ teamRole: 'owner' });
    bob = await signIn(api, 'bob@example.com');
    expect((await bob.patch(`/teams/${teamId}`, { name: 'Ours' })).status).toBe(200);
    const entries = await withTeam(api.app.db, { teamId, userId: null }, (tx) =>
      tx
        .selectFrom('audit_entries')
        .select(['object_id', 'details'])
        .where('act', '=', 'ownership.recovered')
        .execute(),
    );
    expect(entries).toMatchObject([
      {
        object_id: bob.user.id,
        details: { by: 'operator', previousRole: 'member', isForced: false, reason: 'Ada left the company' },
      },
    ]);
  });

  it('accepts a forced recovery with a reason', async () => {
    const cy = await signIn(api, 'cy@example.com');
    await joinTeam(bob, teamId, cy, 'guest');
    await expect(recover({ email: 'cy@example.com' })).rejects.toThrow('bob was last active');
    const member = await recover({ email: 'cy@example.com', isForced: true, reason: 'A court order' });
    expect(member).toMatchObject({ userId: cy.user.id, teamRole: 'owner' });
  });
});
