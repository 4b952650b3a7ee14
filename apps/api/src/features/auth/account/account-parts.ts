import type { Account, AccountExport } from '@hearth/contracts/account/account';
import type { Problem } from '@hearth/contracts/core/errors';
import type { SystemTx } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';

/** Data of a person outside of their account: a hook for features to the right. */
export interface AccountPart {
  /** Applies a change of the account, in the same transaction. */
  follow?: (tx: SystemTx, before: Account, after: Account) => Promise<void>;
  /** Its part of the person's data export. */
  export?: (userId: string) => Promise<Partial<AccountExport>>;
  /** Teams that would be left without an owner. */
  findObstacles?: (userId: string) => Promise<NonNullable<Problem['teams']>>;
  /** Erases the person from this part. Idempotent: retried after a partial failure. */
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
