import { sql } from 'kysely';
import { PICTURE } from '@hearth/contracts/account-values';
import { can, explainRule } from '@hearth/contracts/permissions';
import type { TeamImport } from '@hearth/contracts/transfer';
import { addFormerPeople } from '#features/auth/index.ts';
import { dropPicture, keepPicture } from '#features/files/index.ts';
import { projectJson } from '#features/projects/index.ts';
import { putTaskRows, statusJson } from '#features/tasks/index.ts';
import { findTeam, lockRole } from '#features/teams/index.ts';
import { runCommand, type Asked, type Command, type CommandResult } from '#platform/commands/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { checkFile, readPart, refuseRow, type CheckedFile } from './import-check.ts';
import { createPeopleMap, type PeopleMap } from './import-people.ts';
import { openTeamFile, type TeamFile } from './import-zip.ts';
import {
  countNewSeats,
  deleteStatuses,
  findTaskOutOfState,
  IMPORT_TABLES,
  insertFormerMembers,
  insertRows,
  keepManagers,
  releaseTasks,
  isEmptyTeam,
  listMembersByEmail,
  listStatusIds,
  lockForImport,
  raiseTaskNumber,
  takeOverTeam,
  toCounts,
  type TablePart,
} from './import.queries.ts';

const BATCH_ROWS = 500;
/** The whole of it; a single statement has `deadlineMs`. */
const LONGEST_MS = 60_000;
const DEADLINE_MS = 30_000;

type Imported = { import: TeamImport };

/**
 * Brings a team's file into an empty team, in one transaction: all of it or nothing. Ids, numbers, times and the
 * history stay as they were. Who is in the team under the same mail address is the same person; everybody else of the
 * file becomes a former member, who has a name and no rights. Nobody's role changes.
 * @throws AppError INVALID_REQUEST for what is no sound file; INVALID_STATE for a team with work in it;
 *   PLAN_LIMIT_REACHED when the plan has no room for all of it
 */
export async function importTeam(
  app: App,
  on: { teamId: string; userId: string },
  path: string,
  asked: Asked,
): Promise<CommandResult<Imported>> {
  const file = await openTeamFile(path);
  try {
    const checked = await checkFile(file);
    const picture = checked.team.hasImage ? await file.bytes('pictures/team.webp', PICTURE.maxBytes) : null;
    const image = picture === null ? null : await keepPicture(app, picture);
    let unused = image;
    try {
      let replaced: string | null = null;
      const result = await runCommand(app, { ...on, asked, deadlineMs: DEADLINE_MS }, async (command) => {
        const brought = await bringIn(app, command, { file, checked, image });
        replaced = brought.replaced;
        return { import: brought.import };
      });
      // The same request again was answered with what the first one brought in.
      if (!result.isRepeated) unused = image === null ? null : replaced;
      return result;
    } finally {
      await dropPicture(app, unused);
    }
  } finally {
    file.close();
  }
}

interface Given {
  file: TeamFile;
  checked: CheckedFile;
  /** Where the file's picture of the team now lies. */
  image: string | null;
}

async function bringIn(
  app: App,
  command: Command,
  { file, checked, image }: Given,
): Promise<Imported & { replaced: string | null }> {
  const { tx, teamId } = command;
  await lockForImport(tx, teamId);
  const before = await findTeam(tx, teamId);
  const role = await lockRole(tx, teamId, command.userId);
  if (before === null || before.deletedAt !== null || role === null) throw notFound('This team');
  if (!can({ userId: command.userId, role, grants: {}, privateProjects: {} }, 'team.import')) {
    throw new AppError('FORBIDDEN', `${explainRule('team.import')}.`);
  }
  if (!(await isEmptyTeam(tx, teamId))) {
    throw new AppError(
      'INVALID_STATE',
      'A file goes into a team without projects and tasks, the trash included. Make a new team for it.',
    );
  }
  await takeRoom(command, checked);

  const people = createPeopleMap(app, checked.people, await listMembersByEmail(tx, teamId), command.now);
  await addFormerPeople(tx, people.former, command.now);
  await insertFormerMembers(tx, teamId, people.former);
  for (const statusId of await listStatusIds(tx, teamId)) command.remove('status', statusId, 'team');
  await deleteStatuses(tx, teamId);
  await writeParts(app, command, { file, checked, people });
  await takeOverTeam(tx, teamId, checked.team, image);

  const wrong = await findTaskOutOfState(tx, teamId);
  if (wrong !== null) throw refuseRow('spans', 1, `does not end where task ${wrong} is`);
  const takenOver = await keepManagers(tx, teamId, command.userId, command.now);
  await releaseTasks(tx, teamId, command.userId, command.now);
  command.count('collaborators', await countNewSeats(tx, teamId));
  await command.reserve();
  await raiseTaskNumber(tx, teamId, Math.max(checked.team.lastTaskNumber, checked.highestTaskNumber));

  const after = await findTeam(tx, teamId);
  if (after === null) throw notFound('This team');
  tellAll(command);
  // Rights on projects came with it.
  command.changeAccessOfAll();
  command.put('team', teamId, before, after, 'team');
  const counts = toCounts(checked.rows);
  const { exportedAt, team } = file.manifest;
  command.audit({
    act: 'team.imported',
    object: 'team',
    objectId: teamId,
    details: { from: team.name, exportedAt, ...counts, privateProjectsTakenOver: takenOver },
  });
  return {
    import: { counts, matchedPeople: people.matched, formerPeople: people.former.length },
    replaced: before.image,
  };
}

/** Counts before anything is written: a file that does not fit is refused at once, and says how much would. */
async function takeRoom(command: Command, { liveProjects, liveTasks }: CheckedFile): Promise<void> {
  command.count('projects', liveProjects);
  command.count('tasks', liveTasks);
  try {
    await command.reserve();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'PLAN_LIMIT_REACHED') throw error;
    const { max = 0, used = 0, limit } = error.extra;
    const asked = limit === 'projects' ? liveProjects : liveTasks;
    throw new AppError(
      'PLAN_LIMIT_REACHED',
      `The file has ${asked} ${limit}, and there is room for ${Math.max(0, max - used)}. Nothing was brought in.`,
      { ...error.extra, cause: error },
    );
  }
}

const TABLE_PARTS = Object.keys(IMPORT_TABLES) as TablePart[];

async function writeParts(
  app: App,
  { tx, teamId }: Command,
  { file, checked, people }: { file: TeamFile; checked: CheckedFile; people: PeopleMap },
): Promise<void> {
  const startedAt = app.clock.monotonic();
  for (const part of TABLE_PARTS) {
    let line = 0;
    let batch: object[] = [];
    const flush = async (): Promise<void> => {
      if (app.clock.monotonic() - startedAt > LONGEST_MS) {
        throw new AppError('INVALID_REQUEST', 'The file takes too long to bring in. Nothing was brought in.');
      }
      await insertRows(tx, teamId, part, batch).catch((error: unknown) => {
        throw isOfFile(error)
          ? refuseRow(part, line, 'or a line before it does not fit the others', error)
          : error;
      });
      batch = [];
    };
    for await (const row of readPart(file, part)) {
      line += 1;
      batch.push(people.rename(part, row, { from: checked.team.id, to: teamId, lastSeq: checked.lastSeq }));
      if (batch.length >= BATCH_ROWS) await flush();
    }
    if (batch.length > 0) await flush();
  }
}

/** Did the database refuse a row for what is in it: a double, something that is not there, a value out of range? */
function isOfFile(error: unknown): boolean {
  return /^(?:22|23)/.test(String((error as { code?: unknown }).code));
}

/** Puts all of it into the log. Past a few thousand rows open clients start from a new snapshot instead. */
function tellAll(command: Command): void {
  const { teamId } = command;
  command.logMany(sql`
    select 'status'::text as entity, s.id as entity_id, 'put'::text as op, ${statusJson}::jsonb as data,
      'team'::text as scope, null::text as prev_scope from statuses s where s.team_id = ${teamId}`);
  command.logMany(sql`
    select 'project'::text as entity, p.id as entity_id, 'put'::text as op, ${projectJson}::jsonb as data,
      'project:' || p.id as scope, null::text as prev_scope
    from projects p where p.team_id = ${teamId} and p.deleted_at is null`);
  command.logMany(putTaskRows(teamId, sql`t.deleted_at is null`));
}
