import { sql, type Selectable } from 'kysely';
import type { Locale } from '@hearth/contracts/core/locales';
import { findTeamPlan } from '#features/billing/plan/plan.queries.ts';
import type { SystemTx, TeamTx } from '#platform/db/index.ts';
import type { Tables } from '#platform/db/tables/tables.ts';
import type { DueNotice, NoticeFacts } from './due-notices.ts';

export interface Paying {
  team: string;
  facts: NoticeFacts;
  /** Payment data of the effective subscription. Null if the team has no subscription. */
  subscription: Pick<Selectable<Tables['subscriptions']>, 'amount' | 'method' | 'url'> | null;
}

/** Returns the facts for billing emails, or null if the team no longer exists. */
export async function findPaying(tx: TeamTx, documentsSince: Date): Promise<Paying | null> {
  const plan = await findTeamPlan(tx);
  const team = await findTeamName(tx);
  if (plan === null || team === null) return null;
  const documents = await tx
    .selectFrom('invoices')
    .select(['id', 'kind', 'issued_at'])
    .where('team_id', '=', tx.teamId)
    .where('issued_at', '>=', documentsSince)
    .orderBy('issued_at')
    .execute();
  const { subscription: storedSubscription } = plan;
  const subscription =
    storedSubscription === null
      ? null
      : await tx
          .selectFrom('subscriptions')
          .select(['amount', 'method', 'url'])
          .where('team_id', '=', tx.teamId)
          .where('id', '=', storedSubscription.id)
          .executeTakeFirstOrThrow();
  const cardExpires = subscription?.method?.kind === 'card' ? subscription.method.expires : null;
  return {
    team,
    subscription,
    facts: {
      subscription: storedSubscription === null ? null : { ...storedSubscription, cardExpires },
      hasOverride: plan.hasOverride,
      documents: documents.map((row) => ({ id: row.id, kind: row.kind, issuedAt: row.issued_at.getTime() })),
    },
  };
}

export async function findTeamName(tx: TeamTx): Promise<string | null> {
  const row = await tx
    .selectFrom('teams')
    .select('name')
    .where('id', '=', tx.teamId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Marks a notice as sent. @returns false if it was already marked */
export async function noteNotice(tx: TeamTx, { kind, period }: DueNotice, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('billing_notices')
    .values({ team_id: tx.teamId, kind, period, sent_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .executeTakeFirst();
  return row !== undefined;
}

interface Reader {
  email: string;
  language: Locale | null;
  timeZone: string | null;
}

const reader = ['u.id', 'u.email', 'u.language', 'u.time_zone as timeZone'] as const;

/** Lists the owners of the team, longest membership first, except those whose account is scheduled for deletion. */
export async function listOwners(tx: TeamTx): Promise<(Reader & { id: string })[]> {
  return await tx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(reader)
    .where('m.team_id', '=', tx.teamId)
    .where('m.role', '=', 'owner')
    .where('m.removed_at', 'is', null)
    .where('u.delete_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .orderBy('m.joined_at')
    .orderBy('m.user_id')
    .execute();
}

/** Finds team members by lower-case addresses. Accounts outside of the team are not looked up because their settings are private. */
export async function listMembersAt(tx: TeamTx, emails: readonly string[]): Promise<Reader[]> {
  if (emails.length === 0) return [];
  return await tx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(reader)
    .where('m.team_id', '=', tx.teamId)
    .where('m.removed_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where(sql<string>`lower(u.email)`, 'in', [...emails])
    .execute();
}

export async function findBillingAddresses(tx: TeamTx): Promise<{ email: string; receipt_emails: string[] }> {
  const row = await tx
    .selectFrom('billing_details')
    .select(['email', 'receipt_emails'])
    .where('team_id', '=', tx.teamId)
    .executeTakeFirst();
  return row ?? { email: '', receipt_emails: [] };
}

export async function findPersonName(tx: TeamTx, userId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.name ?? null;
}

/**
 * Lists the ids of teams for which notices may have become due merely by the passage of time: an upcoming charge, an end, a failed charge
 * or an expiring card. Receipts and refunds are enqueued when they are issued. Deleted teams are excluded, because a job would prevent them
 * from being purged.
 */
export async function listTeamsWithDates(
  tx: SystemTx,
  { from, until, months }: { from: Date; until: Date; months: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ team_id: string }>`
    select distinct s.team_id from subscriptions s
    where not exists (select from teams t where t.id = s.team_id and t.deleted_at is not null)
      and first_paid_at is not null and (paid_until between ${from} and ${until}
      or first_failed_at is not null or method ->> 'expires' = any (${[...months]}::text[]))`.execute(tx);
  return rows.map((row) => row.team_id);
}
