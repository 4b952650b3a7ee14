import { PLANS } from '@hearth/contracts/billing/plans';
import { findPlanInForce } from '#features/billing/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { listTables } from './attachment-kind.ts';
import { countStoredBytes } from './storage.queries.ts';

const MEGABYTE = 1024 * 1024;

type CountBytes = (tx: TeamTx) => Promise<number>;

const countersOf = new WeakMap<App, CountBytes[]>();

/** Registers a source of bytes that count towards a team's storage in addition to its files. */
export function addStoredBytes(app: App, count: CountBytes): void {
  countersOf.set(app, [...(countersOf.get(app) ?? []), count]);
}

/** Checks that this number of bytes fits within the team's storage. @throws AppError PLAN_LIMIT_REACHED */
export async function assertStorageRoom(app: App, tx: TeamTx, bytes: number): Promise<void> {
  const plan = await findPlanInForce(tx);
  let used = await countStoredBytes(tx, listTables(app));
  for (const count of countersOf.get(app) ?? []) used += await count(tx);
  if (used + bytes > PLANS[plan].storageBytes) throw refuseStorage(plan, used);
}

export function refuseStorage(plan: keyof typeof PLANS, used: number): AppError {
  const { storageBytes: max, shownAs } = PLANS[plan];
  const [inUse, room] = [Math.ceil(used / MEGABYTE), max / MEGABYTE];
  return new AppError(
    'PLAN_LIMIT_REACHED',
    `The ${shownAs} plan includes ${room} MB of files, and ${inUse} MB are in use.`,
    { limit: 'storage', max, used, plan },
  );
}
