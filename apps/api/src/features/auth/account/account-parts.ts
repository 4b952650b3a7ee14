import type { Account, AccountExport } from '@hearth/contracts/account/account';
import type { Problem } from '@hearth/contracts/core/errors';
import type { SystemTx } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';

/** What else belongs to a person than their account: a hook for features to the right. */
export interface AccountPart {
  /** Follows what the person chose in their account, in the transaction that keeps it. */
  follow?: (tx: SystemTx, before: Account, after: Account) => Promise<void>;
  /** Their part of the data export about the person. */
  export?: (userId: string) => Promise<Partial<AccountExport>>;
  /** Teams that cannot go on without the person. */
  findObstacles?: (userId: string) => Promise<NonNullable<Problem['teams']>>;
  /** Erases the person from this part. Idempotent: called again after it failed half-way. */
  purge?: (person: Account) => Promise<void>;
}

const partsOf = new WeakMap<App, AccountPart[]>();

/** Parts are purged in the order in which they were added. */
export function addAccountPart(app: App, part: AccountPart): void {
  partsOf.set(app, [...accountParts(app), part]);
}

export function accountParts(app: App): readonly AccountPart[] {
  return partsOf.get(app) ?? [];
}
