import type { Account, AccountExport } from '@hearth/contracts/account/account';
import type { Problem } from '@hearth/contracts/core/errors';
import type { SystemTx } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';

/** User data outside the account table. Features that depend on auth register it through this interface. */
export interface AccountPart {
  /** Applies a change to the account within the same transaction. */
  follow?: (tx: SystemTx, before: Account, after: Account) => Promise<void>;
  /** Returns this feature's section of the user's data export. */
  export?: (userId: string) => Promise<Partial<AccountExport>>;
  /** Returns teams that would be left without an owner. */
  findObstacles?: (userId: string) => Promise<NonNullable<Problem['teams']>>;
  /** Erases the user's data. Must be idempotent: it is retried after a partial failure. */
  purge?: (person: Account) => Promise<void>;
}

const partsOf = new WeakMap<App, AccountPart[]>();

/** Registers an account part. Parts are purged in registration order. */
export function addAccountPart(app: App, part: AccountPart): void {
  partsOf.set(app, [...accountParts(app), part]);
}

export function accountParts(app: App): readonly AccountPart[] {
  return partsOf.get(app) ?? [];
}
