import { sql, type Selectable } from 'kysely';
import type { Locale } from '@hearth/contracts/core/locales';
import type { TeamExport, TransferCounts } from '@hearth/contracts/transfer/transfer';
import type { SystemTx, TeamTx } from '#platform/db/index.ts';
import type { Tables } from '#platform/db/tables/tables.ts';

type ExportRow = Selectable<Tables['team_exports']>;

/** Timeout after which a pending export counts as failed. Its job may not run if the requesting user has lost the right to export. */
const GIVEN_UP_MS = 30 * 60_000;

function toExport(row: ExportRow, now: Date): TeamExport {
  const isGivenUp = row.state === 'waiting' && now.getTime() - row.asked_at.getTime() > GIVEN_UP_MS;
  return {
    id: row.id,
    state: isGivenUp ? 'failed' : row.state,
    requestedBy: row.asked_by,
    askedAt: row.asked_at.toISOString(),
    readyAt: row.ready_at?.toISOString() ?? null,
    bytes: row.bytes,
    counts: row.counts,
    expiresAt: row.expires_at.toISOString(),
  };
}

export async function insertExport(
  tx: TeamTx,
  row: Pick<ExportRow, 'team_id' | 'id' | 'asked_by' | 'asked_at' | 'expires_at'>,
): Promise<TeamExport> {
  const inserted = await tx.insertInto('team_exports').values(row).returningAll().executeTakeFirstOrThrow();
  return toExport(inserted, row.asked_at);
}

/** Returns the times of the team's export requests after `since`, oldest first. */
export async function listRequestedSince(tx: TeamTx, since: Date): Promise<Date[]> {
  const rows = await tx
    .selectFrom('team_exports')
    .select('asked_at')
    .where('team_id', '=', tx.teamId)
    .where('asked_at', '>', since)
    .orderBy('asked_at')
    .execute();
  return rows.map((row) => row.asked_at);
}

/** Returns the user's pending export, which makes repeated requests idempotent, or null if there is none. */
export async function findWaiting(tx: TeamTx, userId: string, now: Date): Promise<TeamExport | null> {
  const row = await tx
    .selectFrom('team_exports')
    .selectAll()
    .where('team_id', '=', tx.teamId)
    .where('asked_by', '=', userId)
    .where('state', '=', 'waiting')
    .where('asked_at', '>', new Date(now.getTime() - GIVEN_UP_MS))
    .executeTakeFirst();
  return row === undefined ? null : toExport(row, now);
}

/** Returns a page (`limit` + 1) of exports that have not expired, newest first. */
export async function listExports(
  tx: TeamTx,
  now: Date,
  page: { before: { at: Date; id: string } | null; limit: number },
): Promise<TeamExport[]> {
  let query = tx
    .selectFrom('team_exports')
    .selectAll()
    .where('team_id', '=', tx.teamId)
    .where('expires_at', '>', now);
  const { before } = page;
  if (before !== null) {
    query = query.where(sql<boolean>`(asked_at, id) < (${before.at}, ${before.id}::uuid)`);
  }
  const rows = await query
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
  return rows.map((row) => toExport(row, now));
}

export async function isExport(tx: TeamTx, id: string): Promise<boolean> {
  return (await findExport(tx, id)) !== null;
}

export async function findExport(tx: TeamTx, id: string): Promise<ExportRow | null> {
  const row = await tx
    .selectFrom('team_exports')
    .selectAll()
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function finishExport(
  tx: TeamTx,
  outcome: { id: string } & (
    | { state: 'failed' }
    | {
        state: 'ready';
        readyAt: Date;
        storageKey: string;
        bytes: number;
        counts: TransferCounts;
        leftOut: readonly string[];
      }
  ),
): Promise<void> {
  await tx
    .updateTable('team_exports')
    .set(
      outcome.state === 'failed'
        ? { state: 'failed' }
        : {
            state: 'ready',
            ready_at: outcome.readyAt,
            storage_key: outcome.storageKey,
            bytes: outcome.bytes,
            counts: JSON.stringify(outcome.counts),
            left_out: [...outcome.leftOut],
          },
    )
    .where('team_id', '=', tx.teamId)
    .where('id', '=', outcome.id)
    .execute();
}

/** Returns the recipient of the email about a finished export, or null if the file or the user is no longer available. */
export async function findReader(
  tx: TeamTx,
  of: { userId: string; exportId: string },
  now: Date,
): Promise<{ email: string; language: Locale | null; team: string } | null> {
  const { rows } = await sql<{ email: string; language: Locale | null; team: string }>`
    select u.email, u.language, t.name as team from users u
    join teams t on t.id = ${tx.teamId}
    join team_exports x on x.team_id = ${tx.teamId} and x.id = ${of.exportId} and x.state = 'ready' and x.expires_at > ${now}
    where u.id = ${of.userId} and u.deleted_at is null`.execute(tx);
  return rows[0] ?? null;
}

/** Lists up to a thousand expired exports. */
export async function listExpired(
  tx: SystemTx,
  now: Date,
): Promise<{ id: string; storageKey: string | null }[]> {
  return await tx
    .selectFrom('team_exports')
    .select(['id', 'storage_key as storageKey'])
    .where('expires_at', '<=', now)
    .limit(1000)
    .execute();
}

export async function deleteExports(tx: SystemTx, ids: readonly string[], now: Date): Promise<void> {
  await tx
    .deleteFrom('team_exports')
    .where('expires_at', '<=', now)
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .execute();
}
