import type { BillingDetails, BillingWish } from '@hearth/contracts/billing/billing-details';
import type { TeamTx } from '#platform/db/index.ts';

const NOTHING: BillingDetails = {
  name: '',
  email: '',
  address: '',
  state: null,
  gstin: null,
  receiptEmails: [],
};

export async function findDetails(tx: TeamTx): Promise<BillingDetails> {
  const row = await tx
    .selectFrom('billing_details')
    .select(['name', 'email', 'address', 'state', 'gstin', 'receipt_emails as receiptEmails'])
    .where('team_id', '=', tx.teamId)
    .executeTakeFirst();
  return row ?? NOTHING;
}

export async function putDetails(tx: TeamTx, details: Partial<BillingWish>): Promise<void> {
  const { receiptEmails, ...rest } = details;
  const values = { ...rest, ...(receiptEmails === undefined ? {} : { receipt_emails: receiptEmails }) };
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  await tx
    .insertInto('billing_details')
    .values({ team_id: tx.teamId, ...set })
    .onConflict((conflict) =>
      Object.keys(set).length === 0 ? conflict.doNothing() : conflict.column('team_id').doUpdateSet(set),
    )
    .execute();
}
