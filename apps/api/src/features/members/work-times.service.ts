import { isSame } from '@hearth/contracts/core/same';
import { hasRole, type Actor } from '@hearth/contracts/permissions/permissions';
import { WORK_TIME_LIMITS, type Absence, type WorkTime } from '@hearth/contracts/members/work-time-values';
import { runCommand, type RequestKey, type Command, type CommandResult } from '#platform/commands/index.ts';
import { AppError, forbidden, invalidField, notFound } from '#platform/errors.ts';
import type { BodyOf, App } from '#platform/feature.ts';
import { lockWithOwners } from './members.queries.ts';
import { deleteWorkTime, findWorkTime, writeWorkTime } from './work-times.queries.ts';

type Reply = { workTime: WorkTime };
interface TeamActor {
  teamId: string;
  actor: Actor;
}

/** Changes the team's default capacity, which applies to members without their own capacity. */
export async function changeTeamWorkTime(
  app: App,
  { teamId, actor }: TeamActor,
  { capacity }: BodyOf<'workTimes.updateTeam'>,
  requestKey: RequestKey,
): Promise<CommandResult<Reply>> {
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const locked = await lockWithOwners(command.tx, [actor.userId]);
    const now = locked.find(({ userId }) => userId === actor.userId);
    if (now === undefined) throw notFound('This team');
    if (!hasRole(now.role, 'admin')) throw forbidden('workTimes.changeTeam');
    return { workTime: await change(command, teamId, { capacity }) };
  });
}

/**
 * Changes a member's capacity or absences.
 * @throws AppError NOT_FOUND; FORBIDDEN for another member, unless the caller is an owner or admin; INVALID_REQUEST for too many absences
 */
export async function changeWorkTime(
  app: App,
  { teamId, actor, userId }: TeamActor & { userId: string },
  body: BodyOf<'workTimes.update'>,
  requestKey: RequestKey,
): Promise<CommandResult<Reply>> {
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const locked = await lockWithOwners(command.tx, [actor.userId, userId]);
    const now = locked.find((one) => one.userId === actor.userId);
    if (now === undefined) throw notFound('This team');
    if (userId !== actor.userId && !hasRole(now.role, 'admin')) {
      throw new AppError(
        'FORBIDDEN',
        'You can only set your own working time. Owners and admins can set everyone’s.',
      );
    }
    if (!locked.some((one) => one.userId === userId)) throw notFound('This member');
    return { workTime: await change(command, userId, body) };
  });
}

/** Deletes the work times of a member who leaves. */
export async function removeWorkTime(command: Command, userId: string): Promise<void> {
  if (await deleteWorkTime(command.tx, userId)) command.remove('workTime', userId, 'staff');
}

async function change(
  command: Command,
  id: string,
  { capacity, absences = {} }: BodyOf<'workTimes.update'>,
): Promise<WorkTime> {
  const { tx } = command;
  const before = await findWorkTime(tx, id);
  const old = before ?? { id, capacity: null, absences: {} };
  const after: WorkTime = {
    id,
    capacity: capacity === undefined ? old.capacity : capacity,
    absences: merge(old.absences, absences),
  };
  if (Object.keys(after.absences).length > WORK_TIME_LIMITS.absences) {
    throw invalidField('absences', `can have up to ${WORK_TIME_LIMITS.absences}: remove past ones first`);
  }
  if (isSame(after, old)) return after;
  await writeWorkTime(tx, after, command.now);
  command.put('workTime', id, before, after, 'staff');
  return after;
}

/** Merges absences, with ids and fields in the key order of jsonb. */
function merge(
  before: WorkTime['absences'],
  changes: Readonly<Record<string, Absence | null>>,
): WorkTime['absences'] {
  const entries = Object.entries({ ...before, ...changes }).filter(
    (entry): entry is [string, Absence] => entry[1] !== null,
  );
  return Object.fromEntries(
    entries
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, { from, to, word }]) => [id, { to, from, word }]),
  );
}
