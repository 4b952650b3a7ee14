import { PLANS } from '@hearth/contracts/billing/plans';
import type { Seats } from '@hearth/contracts/billing/seats';
import { findPlanInForce } from '#features/billing/index.ts';
import { runCommand, type CommandResult, type RequestKey } from '#platform/commands/index.ts';
import { readTeam, type TeamTx } from '#platform/db/index.ts';
import { AppError, notFoundAt } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { setWriters } from './seats-limit.service.ts';
import { pickSeatHolders } from './seats-order.ts';
import {
  findChooseBy,
  listViewOnly,
  listWriters,
  lockWriters,
  writeChoice,
  type Writer,
} from './seats-team.queries.ts';

interface TeamUser {
  teamId: string;
  userId: string;
}

export async function getSeats(app: App, on: TeamUser): Promise<Seats> {
  return await readTeam(app.db, on, async (tx) => describeSeats(tx, await listWriters(tx)));
}

async function describeSeats(tx: TeamTx, writers: readonly Writer[]): Promise<Seats> {
  const { collaborators: max } = PLANS[await findPlanInForce(tx)].limits;
  const viewOnlyIds = (await listViewOnly(tx)).map(({ userId }) => userId);
  const isInForce = viewOnlyIds.length > 0;
  const writing = writers.filter((one) => !one.isViewOnly);
  const { chooseBy } = await findChooseBy(tx);
  const isOpen = !isInForce && writing.length > max;
  return {
    max,
    writerIds: writers.map(({ userId }) => userId),
    keptIds: pickSeatHolders(isInForce ? writing.map((one) => ({ ...one, keepsSeat: null })) : writers, max),
    viewOnlyIds,
    chooseBy: isOpen ? (chooseBy?.toISOString() ?? null) : null,
  };
}

/**
 * Stores the owner's choice of members who keep write access. The choice takes effect at the deadline, or immediately if some members are
 * already view-only.
 * @throws AppError NOT_FOUND, PLAN_LIMIT_REACHED
 */
export async function chooseSeats(
  app: App,
  on: TeamUser,
  wanted: readonly string[],
  requestKey: RequestKey,
): Promise<CommandResult<{ seats: Seats }>> {
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    const { tx } = command;
    const writers = await lockWriters(tx);
    const keptIds = await withOwners(tx, writers, wanted);
    await writeChoice(tx, keptIds);
    command.audit({ act: 'seats.chosen', object: 'team', objectId: command.teamId, details: { keptIds } });
    if ((await listViewOnly(tx)).length > 0) await setWriters(command, writers, keptIds);
    return { seats: await describeSeats(tx, await listWriters(tx)) };
  });
}

/** Returns the ids of the chosen members and of all owners, even those not in the choice. */
async function withOwners(
  tx: TeamTx,
  writers: readonly Writer[],
  wanted: readonly string[],
): Promise<string[]> {
  const known = new Set(writers.map(({ userId }) => userId));
  for (const [at, userId] of wanted.entries()) {
    if (!known.has(userId)) throw notFoundAt(`keptIds.${at}`, 'someone in this team who can edit');
  }
  const owners = writers.filter(({ role }) => role === 'owner');
  const chosen = new Set([...owners.map(({ userId }) => userId), ...wanted]);
  const plan = await findPlanInForce(tx);
  const max = PLANS[plan].limits.collaborators;
  const used = chosen.size;
  // Owners keep their seats even if they alone exceed the plan.
  if (used <= Math.max(max, owners.length)) return [...chosen];
  throw new AppError(
    'PLAN_LIMIT_REACHED',
    `The ${PLANS[plan].shownAs} plan includes ${max} collaborators, and ${used} were chosen.`,
    { limit: 'collaborators', max, used, plan },
  );
}
