import { sql } from 'kysely';
import { PICTURE } from '@hearth/contracts/auth/account-values';
import { can, explainRule } from '@hearth/contracts/permissions/permissions';
import { MAX_SUB_LEVELS } from '@hearth/contracts/model/task-values';
import type { ImportOutcome } from '@hearth/contracts/transfer/transfer';
import { addFormerPeople } from '#features/auth/index.ts';
import { putDocumentRows } from '#features/documents/index.ts';
import { deletePicture, storePicture } from '#features/files/index.ts';
import { workTimeJson } from '#features/members/index.ts';
import { projectJson } from '#features/projects/index.ts';
import { rebuildFlow } from '#features/analytics/index.ts';
import {
  deleteSamples,
  findUnsoundNesting,
  fieldJson,
  labelJson,
  taskTypeJson,
  putAttachmentRows,
  putCycleRows,
  putItemRows,
  putMilestoneRows,
  putRelationRows,
  putTemplateRows,
  putTaskRows,
  statusJson,
} from '#features/tasks/index.ts';
import { putViewRows } from '#features/views/index.ts';
import { findTeam, lockRole } from '#features/teams/index.ts';
import { runCommand, workScope, workScopeOf, type Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { assertStorageRoom, dropFilesLater } from '#features/attachments/index.ts';
import type { App } from '#platform/feature.ts';
import { checkFile, readPart, refuseRow, type CheckedFile } from './import-check.ts';
import type { Progress } from './import-progress.ts';
import { settleDocuments } from './import-documents.ts';
import { reserveRoom } from './import-room.ts';
import { createPeopleMap, type PeopleMap } from './import-people.ts';
import { storeFiles, type StoredFile } from './import-files.ts';
import { openTeamFile, type TeamFile } from './import-zip.ts';
import { endImport } from './imports.queries.ts';
import { refuseTeamWithWork } from './import-refusals.ts';
import {
  checkParentsLater,
  checkParentsNow,
  countNewSeats,
  deleteFields,
  deleteLabels,
  deleteTaskTypes,
  deleteStatuses,
  deleteTemplates,
  deleteWorkTimes,
  findStrayReply,
  findTaskOutOfState,
  insertFormerMembers,
  insertRows,
  ensureProjectManagers,
  releaseProjects,
  releaseTasks,
  releaseWorkTimes,
  isEmptyTeam,
  listMembersByEmail,
  listStatusIds,
  lockForImport,
  planForManyRows,
  raiseTaskNumber,
  markLinking,
  sumUpAllTime,
  applyImportedTeam,
  toCounts,
} from './import.queries.ts';
import { IMPORTED_PARTS, type ImportedPart } from './part-rows.ts';

const BATCH_ROWS = 500;
/** Deadline of the transaction, which writes the rows of a whole team. */
const DEADLINE_MS = 180_000;

/** Estimated progress after the file has been checked and after its rows have been written. Publishing the rows completes the import. */
const SHARES = { checked: 0.25, written: 0.75 };

interface ImportTarget {
  teamId: string;
  userId: string;
  importId: string;
}

/** Progress and cancellation of an import. An aborted import changes nothing. */
interface ImportControl {
  signal: AbortSignal;
  progress: Progress;
}

/**
 * Imports a team's export file into an empty team in a single transaction. Ids, numbers, times and the history are preserved. Users of the
 * file are matched to members by email address. All other users become former members without access. Roles of members do not change.
 * @throws AppError INVALID_REQUEST for an invalid file; INVALID_STATE for a team that already has content; PLAN_LIMIT_REACHED if the file
 * exceeds the plan's limits
 */
export async function importTeam(
  app: App,
  on: ImportTarget,
  path: string,
  control: ImportControl,
): Promise<void> {
  const file = await openTeamFile(path);
  try {
    const all = countListedRows(file);
    const checked = await checkFile(file, (rows) => {
      control.signal.throwIfAborted();
      control.progress.publish((rows / all) * SHARES.checked);
    });
    const storedFiles = await storeFiles(app, on.teamId, file, checked.attachmentIds, control.signal);
    const picture = checked.team.hasImage ? await file.bytes('pictures/team.webp', PICTURE.maxBytes) : null;
    const image = picture === null ? null : await storePicture(app, picture);
    let unused = image;
    try {
      let replaced: string | null = null;
      await runCommand(app, { ...on, deadlineMs: DEADLINE_MS, requestKey: null }, async (command) => {
        const imported = await importContent(app, command, {
          on,
          file,
          checked,
          image,
          storedFiles,
          all,
          control,
        });
        replaced = image === null ? null : imported.replaced;
      });
      unused = replaced;
    } finally {
      await deletePicture(app, unused);
    }
  } finally {
    file.close();
  }
}

function countListedRows({ manifest }: TeamFile): number {
  return Math.max(
    1,
    manifest.files.reduce((sum, { rows = 0 }) => sum + rows, 0),
  );
}

interface ImportInput {
  file: TeamFile;
  checked: CheckedFile;
  /** Address of the stored team image from the file. */
  image: string | null;
  /** Stored files on tasks and documents, by the ids of their rows. */
  storedFiles: ReadonlyMap<string, StoredFile>;
  on: ImportTarget;
  /** Number of rows in the file. */
  all: number;
  control: ImportControl;
}

async function importContent(
  app: App,
  command: Command,
  given: ImportInput,
): Promise<{ replaced: string | null }> {
  const { file, checked, image } = given;
  const { tx, teamId } = command;
  await lockForImport(tx);
  const before = await findTeam(tx);
  const role = await lockRole(tx, command.userId);
  if (before === null || before.deletedAt !== null || role === null) throw notFound('This team');
  if (!can({ userId: command.userId, role, grants: {}, privateProjects: {} }, 'team.import')) {
    throw new AppError('FORBIDDEN', `${explainRule('team.import')}.`);
  }
  if (!(await isEmptyTeam(tx))) throw refuseTeamWithWork();
  await reserveRoom(command, checked);
  const bytes = [...given.storedFiles.values()].reduce((sum, one) => sum + one.bytes, 0);
  await assertStorageRoom(app, tx, bytes);

  const people = createPeopleMap(app, checked.people, await listMembersByEmail(tx), command.now);
  await addFormerPeople(tx, people.former, command.now);
  await insertFormerMembers(tx, people.former);
  await dropSamples(app, command);
  for (const statusId of await listStatusIds(tx)) command.remove('status', statusId, 'team');
  await deleteStatuses(tx);
  for (const labelId of await deleteLabels(tx)) command.remove('label', labelId, 'team');
  for (const id of await deleteTaskTypes(tx)) command.remove('taskType', id, 'team');
  for (const fieldId of await deleteFields(tx)) command.remove('field', fieldId, 'team');
  for (const id of await deleteTemplates(tx)) command.remove('template', id, 'staff');
  for (const id of await deleteWorkTimes(tx)) command.remove('workTime', id, 'staff');
  await writeParts(command, given, people);
  // Check the storage again, this time including documents, with a size that is known only after they are written.
  await assertStorageRoom(app, tx, 0);
  await applyImportedTeam(tx, checked.team, image);

  await sumUpAllTime(tx);
  const wrong = await findTaskOutOfState(tx);
  if (wrong !== null) throw refuseRow('spans', 1, `doesn’t match where task ${wrong} is now`);
  const strayReply = await findStrayReply(tx);
  if (strayReply !== null)
    throw refuseRow('comments', 1, `has a reply to a comment that can’t have any: ${strayReply}`);
  const takenOver = await ensureProjectManagers(tx, command.userId, command.now);
  await releaseTasks(tx, command.userId, command.now);
  await releaseProjects(tx);
  await releaseWorkTimes(tx);
  command.count('collaborators', await countNewSeats(tx));
  await command.reserve();
  await raiseTaskNumber(tx, Math.max(checked.team.lastTaskNumber, checked.highestTaskNumber));
  await rebuildFlow(tx);

  const after = await findTeam(tx);
  if (after === null) throw notFound('This team');
  logEverything(command);
  // The imported grants change the access of members.
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
  const outcome: ImportOutcome = {
    counts,
    matchedPeople: people.matched,
    formerPeople: people.former.length,
  };
  const isFirst = await endImport(tx, {
    id: given.on.importId,
    at: app.clock.now(),
    state: 'done',
    outcome,
  });
  if (!isFirst) throw new Error('The import was already applied');
  return { replaced: before.image };
}

/** Deletes sample content and publishes the deletions. */
async function dropSamples(app: App, command: Command): Promise<void> {
  const { projectIds, tasks, files } = await deleteSamples(command.tx);
  for (const { id, projectId } of tasks) command.remove('task', id, workScope(projectId));
  for (const id of projectIds) command.remove('project', id, workScope(id));
  await dropFilesLater(app, command.tx, files);
}

const PARTS = Object.keys(IMPORTED_PARTS) as ImportedPart[];

async function writeParts(
  command: Command,
  { file, checked, storedFiles, all, control }: ImportInput,
  people: PeopleMap,
): Promise<void> {
  const { tx, teamId } = command;
  const team = { from: checked.team.id, to: teamId, lastSeq: checked.lastSeq };
  let written = 0;
  const reportProgress = (rows: number): void => {
    written += rows;
    control.progress.publish(SHARES.checked + (written / all) * (SHARES.written - SHARES.checked));
  };
  await checkParentsLater(tx);
  for (const part of PARTS) {
    const { table } = IMPORTED_PARTS[part];
    if (table === undefined) continue;
    let line = 0;
    let batch: object[] = [];
    const flush = async (): Promise<void> => {
      control.signal.throwIfAborted();
      await insertRows(tx, part, table, batch).catch((error: unknown) => {
        throw isOfFile(error)
          ? refuseRow(part, line, 'or a line before it doesn’t fit the rest', error)
          : error;
      });
      reportProgress(batch.length);
      batch = [];
    };
    for await (const row of readPart(file, part)) {
      line += 1;
      const renamed = people.rename(part, row, team);
      const attached =
        part === 'attachments' || part === 'documentAttachments'
          ? storedFiles.get((row as { id: string }).id)
          : {};
      // Skip attachments without a file in the export.
      if (attached === undefined) continue;
      batch.push({ ...renamed, ...attached });
      if (batch.length >= BATCH_ROWS) await flush();
    }
    if (batch.length > 0) await flush();
    if (part === 'tasks') await assertNesting(tx, line);
    if (part === 'taskLinks') await markLinking(tx);
  }
  await planForManyRows(tx);
  const onWritten = (rows: number): void => {
    control.signal.throwIfAborted();
    reportProgress(rows);
  };
  await settleDocuments(command, { file, people, team, onWritten, isOfFile });
}

/** Checks sub-tasks. @throws AppError INVALID_REQUEST if a parent is missing, a task is its own ancestor, or nesting is too deep */
async function assertNesting(tx: TeamTx, line: number): Promise<void> {
  await checkParentsNow(tx).catch((error: unknown) => {
    throw isOfFile(error)
      ? refuseRow('tasks', line, 'or a line before it is a sub-task of a task that isn’t in the file', error)
      : error;
  });
  const wrong = await findUnsoundNesting(tx, MAX_SUB_LEVELS);
  if (wrong !== null)
    throw refuseRow('tasks', line, `makes task ${wrong} a sub-task of itself, or nests it too deep`);
}

/** Whether the database rejected a row because of its data, such as a duplicate, a missing reference or a value out of range. */
function isOfFile(error: unknown): boolean {
  return /^(?:22|23)/.test(String((error as { code?: unknown }).code));
}

/** Publishes the imported rows that clients keep, except trash. Above a few thousand rows, open clients reload a snapshot instead. */
function logEverything(command: Command): void {
  const { teamId } = command;
  command.logMany(sql`
    select 'status'::text as entity, s.id as entity_id, 'put'::text as op, ${statusJson}::jsonb as data,
      'team'::text as scope, null::text as prev_scope from statuses s where s.team_id = ${teamId}`);
  command.logMany(sql`
    select 'workTime'::text as entity, w.id as entity_id, 'put'::text as op, ${workTimeJson}::jsonb as data,
      'staff'::text as scope, null::text as prev_scope from work_times w where w.team_id = ${teamId}`);
  command.logMany(sql`
    select 'label'::text as entity, l.id as entity_id, 'put'::text as op, ${labelJson}::jsonb as data,
      'team'::text as scope, null::text as prev_scope from labels l where l.team_id = ${teamId}`);
  command.logMany(sql`
    select 'taskType'::text as entity, y.id as entity_id, 'put'::text as op, ${taskTypeJson}::jsonb as data,
      'team'::text as scope, null::text as prev_scope
    from task_types y where y.team_id = ${teamId} and y.deleted_at is null`);
  command.logMany(sql`
    select 'field'::text as entity, f.id as entity_id, 'put'::text as op, ${fieldJson}::jsonb as data,
      'team'::text as scope, null::text as prev_scope
    from fields f where f.team_id = ${teamId} and f.deleted_at is null`);
  command.logMany(sql`
    select 'project'::text as entity, p.id as entity_id, 'put'::text as op, ${projectJson}::jsonb as data,
      ${workScopeOf('p.id')} as scope, null::text as prev_scope
    from projects p where p.team_id = ${teamId} and p.deleted_at is null`);
  command.logMany(
    putCycleRows(
      teamId,
      sql`exists (select from projects p
        where p.team_id = c.team_id and p.id = c.project_id and p.deleted_at is null)`,
    ),
  );
  command.logMany(
    putMilestoneRows(
      teamId,
      sql`exists (select from projects p
        where p.team_id = m.team_id and p.id = m.project_id and p.deleted_at is null)`,
    ),
  );
  command.logMany(putTemplateRows(teamId));
  command.logMany(putTaskRows(teamId, sql`t.deleted_at is null`));
  command.logMany(putDocumentRows(teamId, sql`true`));
  command.logMany(putRelationRows(teamId, sql`true`));
  command.logMany(putItemRows(teamId, sql`true`));
  command.logMany(putAttachmentRows(teamId, sql`true`));
  command.logMany(
    putViewRows(
      teamId,
      sql`not exists (select from projects p
        where p.team_id = v.team_id and p.id = v.project_id and p.deleted_at is not null)`,
    ),
  );
}
