import type { BillingDetails, BillingWish } from '@hearth/contracts/billing/billing-details';
import { explainMismatch } from '@hearth/contracts/billing/billing-values';
import { isSame } from '@hearth/contracts/core/same';
import { runCommand } from '#platform/commands/index.ts';
import { invalidField } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { findDetails, putDetails } from './details.queries.ts';

/** Changes the billing details for invoices. @throws AppError INVALID_REQUEST if the state and the GSTIN do not match */
export async function saveDetails(
  app: App,
  on: { teamId: string; userId: string },
  details: Partial<BillingWish>,
): Promise<BillingDetails> {
  const { value } = await runCommand(app, { ...on, requestKey: null }, async (command) => {
    const before = await findDetails(command.tx);
    await putDetails(command.tx, details);
    const after = await findDetails(command.tx);
    const mismatch = explainMismatch(after);
    if (mismatch !== null) throw invalidField('gstin', mismatch);
    if (!isSame(before, after))
      command.audit({ act: 'billing.changed', object: 'team', objectId: command.teamId });
    return after;
  });
  return value;
}
