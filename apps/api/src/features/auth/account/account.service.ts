import { DAY_MS } from '@hearth/contracts/core/days';
import type { Account } from '@hearth/contracts/account/account';
import { ACCOUNT_KEPT_DAYS } from '@hearth/contracts/auth/account-values';
import type { Problem } from '@hearth/contracts/core/errors';
import {
  mergeShortcuts,
  MAX_OWN_SHORTCUTS,
  type CustomShortcuts,
  type ShortcutChanges,
} from '@hearth/contracts/account/shortcut-values';
import type { User } from '@hearth/contracts/auth/auth';
import { withSystem } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { accountParts } from './account-parts.ts';
import {
  findAccount,
  lockAccount,
  setDeleteAt,
  updateAccount,
  type AccountFields,
} from './account.queries.ts';
import { endEverySession, type SignInParts } from '#features/auth/sign-in/auth.service.ts';
import { isSamePerson, emitPersonChanged } from '#features/auth/sign-in/person-changed.ts';

export async function readAccount(app: App, userId: string): Promise<Account> {
  return requireAccount(await withSystem(app.db, (tx) => findAccount(tx, userId), { isReadOnly: true }));
}

interface AccountChanges extends Omit<AccountFields, 'shortcuts'> {
  shortcuts?: ShortcutChanges | undefined;
}

/** Changes the account and publishes the change to the user's teams. `before` is the previous state. */
export async function changeAccount(
  app: App,
  userId: string,
  changes: AccountChanges,
): Promise<{ before: Account; account: Account }> {
  const changed = await withSystem(app.db, async (tx) => {
    const before = requireAccount(await lockAccount(tx, userId));
    const shortcuts = changes.shortcuts && joinShortcuts(before, changes.shortcuts);
    const account = await updateAccount(tx, userId, { ...changes, shortcuts }, app.clock.now());
    for (const part of accountParts(app)) await part.follow?.(tx, before, account);
    return { before, account };
  });
  const [before, after] = [toUser(changed.before), toUser(changed.account)];
  if (!isSamePerson(before, after)) await emitPersonChanged(app, before, after);
  return changed;
}

/** Merges the changes into the custom shortcuts. @throws AppError INVALID_REQUEST above the limit of custom shortcuts */
function joinShortcuts({ shortcuts }: Account, changes: ShortcutChanges): CustomShortcuts {
  const all = mergeShortcuts(shortcuts, changes);
  if (Object.keys(all).length <= MAX_OWN_SHORTCUTS) return all;
  const message = `can set up to ${MAX_OWN_SHORTCUTS} shortcuts`;
  throw new AppError('INVALID_REQUEST', `shortcuts ${message}.`, {
    errors: [{ path: 'shortcuts', message }],
  });
}

/**
 * Schedules the deletion of an account in 14 days and signs the user out everywhere.
 * @throws AppError LAST_OWNER, naming the teams that would be left without an owner
 */
export async function scheduleDeletion(parts: SignInParts, userId: string): Promise<void> {
  const { app } = parts;
  const teams: NonNullable<Problem['teams']> = [];
  for (const part of accountParts(app)) teams.push(...((await part.findObstacles?.(userId)) ?? []));
  if (teams.length > 0) {
    throw new AppError(
      'LAST_OWNER',
      `Make someone else an owner of these teams first, or delete them: ${teams.map(({ name }) => name).join(', ')}.`,
      { teams },
    );
  }
  await withSystem(app.db, async (tx) => {
    const account = requireAccount(await lockAccount(tx, userId));
    // Idempotent: a second request does not restart the period.
    if (account.deletesAt !== null) return;
    await setDeleteAt(tx, userId, new Date(app.clock.now().getTime() + ACCOUNT_KEPT_DAYS * DAY_MS));
  });
  await endEverySession(parts, userId);
}

/** Cancels the scheduled deletion of an account, if any. @throws AppError UNAUTHENTICATED if the deletion has begun */
export async function cancelDeletion(app: App, userId: string): Promise<Account> {
  return await withSystem(app.db, async (tx) => {
    const account = requireAccount(await lockAccount(tx, userId));
    return account.deletesAt === null ? account : await setDeleteAt(tx, userId, null);
  });
}

function toUser({ id, name, email, image }: Account): User {
  return { id, name, email, image };
}

function requireAccount(account: Account | null): Account {
  if (account === null) throw new AppError('UNAUTHENTICATED', 'This account has been deleted.');
  return account;
}
