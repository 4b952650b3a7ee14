import type { Selectable } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';
import type { Tables } from '#platform/db/tables/tables.ts';

export type PaymentRow = Selectable<Tables['payments']>;

/** Inserts a received payment. @returns null if the payment is already recorded */
export async function insertPayment(
  tx: TeamTx,
  payment: Pick<PaymentRow, 'id' | 'subscription_id' | 'gateway_id' | 'amount' | 'currency' | 'paid_at'>,
): Promise<PaymentRow | null> {
  const row = await tx
    .insertInto('payments')
    .values({
      ...payment,
      team_id: tx.teamId,
      status: 'captured',
      refund_gateway_id: null,
      refunded_at: null,
    })
    .onConflict((conflict) => conflict.column('gateway_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function listKnownPayments(tx: TeamTx, gatewayIds: readonly string[]): Promise<PaymentRow[]> {
  if (gatewayIds.length === 0) return [];
  return await tx
    .selectFrom('payments')
    .selectAll()
    .where('team_id', '=', tx.teamId)
    .where('gateway_id', 'in', [...gatewayIds])
    .execute();
}

/** Returns the team's first payment and locks its row. Returns null if there are no payments. */
export async function lockFirstPayment(tx: TeamTx): Promise<PaymentRow | null> {
  const row = await tx
    .selectFrom('payments')
    .selectAll()
    .where('team_id', '=', tx.teamId)
    .orderBy('paid_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function findFirstPayment(tx: TeamTx): Promise<PaymentRow | null> {
  const row = await tx
    .selectFrom('payments')
    .selectAll()
    .where('team_id', '=', tx.teamId)
    .orderBy('paid_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function lockPayment(tx: TeamTx, id: string): Promise<PaymentRow> {
  return await tx
    .selectFrom('payments')
    .selectAll()
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateRefund(
  tx: TeamTx,
  id: string,
  refund: Pick<PaymentRow, 'status' | 'refund_gateway_id' | 'refunded_at'>,
): Promise<void> {
  await tx
    .updateTable('payments')
    .set(refund)
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .execute();
}
