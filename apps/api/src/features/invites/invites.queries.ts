import type { Selectable } from 'kysely';
import type { TeamRole } from '@hearth/contracts/permissions';
import type { SystemTx, TeamTx } from '#platform/db/index.ts';
import type { Tables } from '#platform/db/tables.ts';

export type InviteRow = Omit<Selectable<Tables['invites']>, 'link_hash' | 'team_id'>;

const COLUMNS = [
  'id',
  'link_secret',
  'role',
  'email',
  'max_uses',
  'uses',
  'created_by',
  'created_at',
  'expires_at',
  'revoked_at',
] as const;

export interface NewInvite {
  id: string;
  linkHash: Buffer;
  linkSecret: Buffer;
  role: TeamRole;
  email: string | null;
  maxUses: number | null;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
}

/** @returns null when the id is taken in this team */
export async function insertInvite(tx: TeamTx, teamId: string, invite: NewInvite): Promise<InviteRow | null> {
  const row = await tx
    .insertInto('invites')
    .values({
      team_id: teamId,
      id: invite.id,
      link_hash: invite.linkHash,
      link_secret: invite.linkSecret,
      role: invite.role,
      email: invite.email,
      max_uses: invite.maxUses,
      created_by: invite.createdBy,
      created_at: invite.createdAt,
      expires_at: invite.expiresAt,
    })
    .onConflict((conflict) => conflict.columns(['team_id', 'id']).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
  if (row === undefined) return null;
  await tx
    .insertInto('invite_links')
    .values({ link_hash: invite.linkHash, in_team: teamId, invite_id: invite.id })
    .execute();
  return row;
}

export async function findInvite(tx: TeamTx, teamId: string, id: string): Promise<InviteRow | null> {
  const row = await tx
    .selectFrom('invites')
    .select(COLUMNS)
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** The invite, held until the transaction ends: joining and revoking come one after the other. */
export async function lockInvite(tx: TeamTx, teamId: string, id: string): Promise<InviteRow | null> {
  const row = await tx
    .selectFrom('invites')
    .select(COLUMNS)
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

function selectOpen(tx: TeamTx, teamId: string, now: Date) {
  return tx
    .selectFrom('invites')
    .where('team_id', '=', teamId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where((eb) => eb.or([eb('max_uses', 'is', null), eb('uses', '<', eb.ref('max_uses'))]));
}

/** Invites that still let somebody in, newest first; one more than `limit`. */
export async function listOpenInvites(
  tx: TeamTx,
  teamId: string,
  now: Date,
  page: { after: { at: Date; id: string } | null; limit: number },
): Promise<InviteRow[]> {
  const { after } = page;
  return await selectOpen(tx, teamId, now)
    .select(COLUMNS)
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after?.at ?? now, after?.id ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

export async function countOpenInvites(tx: TeamTx, teamId: string, now: Date): Promise<number> {
  const { n } = await selectOpen(tx, teamId, now)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

export async function setRevoked(tx: TeamTx, teamId: string, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('invites')
    .set({ revoked_at: at })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute();
}

export async function addUse(tx: TeamTx, teamId: string, id: string): Promise<void> {
  await tx
    .updateTable('invites')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute();
}

/** Which invite of which team a link stands for; the one look-up that comes before a team is known. */
export async function findByLink(
  tx: SystemTx,
  linkHash: Buffer,
): Promise<{ teamId: string; inviteId: string } | null> {
  const row = await tx
    .selectFrom('invite_links')
    .select(['in_team as teamId', 'invite_id as inviteId'])
    .where('link_hash', '=', linkHash)
    .executeTakeFirst();
  return row ?? null;
}

export async function findPerson(
  tx: TeamTx,
  userId: string,
): Promise<{ name: string; email: string } | null> {
  const row = await tx
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}
