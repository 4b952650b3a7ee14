import { TIME_LIMITS } from '@hearth/contracts/time-tracking/time-values';
import { FIELD_FAULT_MESSAGES, readFieldValue } from '@hearth/contracts/custom-fields/custom-field-values';
import { LIMITS } from '@hearth/contracts/core/limits';
import { parseFormula } from '@hearth/contracts/custom-fields/formula-parse-values';
import { measureFormulas } from '@hearth/contracts/custom-fields/formula-size-values';
import { FORMULA_LIMITS } from '@hearth/contracts/custom-fields/formula-values';
import { findCircle, type Ends } from '@hearth/contracts/relations/relation-values';
import { listMembers } from '@hearth/contracts/templates/template-values';
import { isClosed, type StatusCategory } from '@hearth/contracts/model/task-values';
import { AppError } from '#platform/errors.ts';
import { explainIssue } from '#platform/explain-issue.ts';
import type { TeamFile } from './import-zip.ts';
import { IMPORTED_PARTS, partFile, type ImportedPart, type RowOf } from './part-rows.ts';

/** Contents of the file as determined by the check, before anything is written. */
export interface CheckedFile {
  team: RowOf<'team'>;
  people: RowOf<'people'>[];
  /** The last `seq` in the history of the file. */
  lastSeq: number;
  rows: Record<ImportedPart, number>;
  liveProjects: number;
  liveTasks: number;
  liveDocuments: number;
  /** Number of objects in the trash. */
  deleted: Record<'projects' | 'tasks' | 'documents', number>;
  highestTaskNumber: number;
  attachmentIds: string[];
}

const PUBLISH_EVERY_ROWS = 500;

/** Maximum number of tasks in a value. It exceeds the request limit because users with different rights can each add tasks to a value. */
const MAX_LINKS = 20 * LIMITS.tasksPerValue;

/** Builds the error for an invalid row, with a message for the importing user. */
export function refuseRow(part: ImportedPart, line: number, what: string, cause?: unknown): AppError {
  const path = `${partFile(part)}:${line}`;
  return new AppError(
    'INVALID_REQUEST',
    `The file isn’t consistent: ${path} ${what}. Nothing was imported.`,
    {
      errors: [{ path, message: what }],
      cause,
    },
  );
}

/** Yields the rows of a part after validating each against its schema. */
export async function* readPart<P extends ImportedPart>(file: TeamFile, part: P): AsyncGenerator<RowOf<P>> {
  const { row, most, isLater = false } = IMPORTED_PARTS[part];
  let line = 0;
  if (isLater && !file.has(partFile(part))) return;
  for await (const text of file.lines(partFile(part))) {
    line += 1;
    if (line > most) throw refuseRow(part, line, `exceeds the limit of ${most} rows`);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      throw refuseRow(part, line, 'isn’t JSON', error);
    }
    const parsed = row.safeParse(value, { error: explainIssue });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw refuseRow(part, line, `${issue?.path.join('.') ?? ''} ${issue?.message ?? 'isn’t valid'}`.trim());
    }
    yield parsed.data as RowOf<P>;
  }
}

/** Reads and checks the whole file. @throws AppError INVALID_REQUEST naming the first invalid line */
export async function checkFile(
  file: TeamFile,
  /** Called with the number of checked rows, every few hundred rows. */
  onRows: (count: number) => void = () => {},
): Promise<CheckedFile> {
  const rows = Object.fromEntries(
    Object.keys(IMPORTED_PARTS).map((part) => [part, 0]),
  ) as CheckedFile['rows'];
  const known = new Set<string>();
  const people: CheckedFile['people'] = [];
  const categories = new Map<string, StatusCategory>();
  let team: CheckedFile['team'] | undefined;
  let lastSeq = 0;
  let liveProjects = 0;
  let liveTasks = 0;
  let liveDocuments = 0;
  const deleted = { projects: 0, tasks: 0, documents: 0 };
  let highestTaskNumber = 0;

  let count = 0;
  async function* read<P extends ImportedPart>(part: P): ReturnType<typeof readPart<P>> {
    for await (const row of readPart(file, part)) {
      yield row;
      count += 1;
      if (count % PUBLISH_EVERY_ROWS === 0) onRows(count);
    }
  }
  const assertKnown = (part: ImportedPart, ...ids: (string | null)[]): void => {
    for (const id of ids) {
      if (id !== null && !known.has(id))
        throw refuseRow(part, rows[part], 'refers to someone who isn’t among its people');
    }
  };
  for await (const row of read('team')) {
    rows.team += 1;
    team = row;
  }
  for await (const row of read('people')) {
    rows.people += 1;
    if (known.has(row.id)) throw refuseRow('people', rows.people, 'is listed twice');
    known.add(row.id);
    people.push(row);
  }
  if (team === undefined) throw refuseRow('team', 1, 'is missing');
  assertKnown('team', team.createdBy);
  const withTime = new Set<string | null>();
  for await (const row of read('workTimes')) {
    rows.workTimes += 1;
    assertKnown('workTimes', row.userId);
    if (withTime.has(row.userId) || (row.userId === null && Object.keys(row.absences).length > 0))
      throw refuseRow('workTimes', rows.workTimes, 'is listed twice, or sets time off for everyone');
    withTime.add(row.userId);
  }
  for await (const row of read('statuses')) {
    rows.statuses += 1;
    categories.set(row.id, row.category);
  }
  for (const needed of ['unstarted', 'completed'] as const) {
    if (![...categories.values()].includes(needed))
      throw refuseRow('statuses', 1, `has no status that is ${needed}`);
  }
  for await (const _row of read('labels')) rows.labels += 1;
  for await (const _row of read('taskTypes')) rows.taskTypes += 1;
  const fields = new Map<string, RowOf<'fields'>>();
  for await (const row of read('fields')) {
    rows.fields += 1;
    fields.set(row.id, row);
  }
  // Check only live fields: a deleted field may refer to a field that was deleted later. Such a formula has no result until both fields are
  // restored.
  const living = [...fields.values()].filter(({ deletedAt }) => deletedAt === null);
  // The size of formulas of deleted fields is checked when they are restored.
  const sizes = measureFormulas(living);
  for (const { id, formula, result } of living) {
    const read = formula === null ? null : parseFormula(formula, living);
    const isLarge = (sizes.get(id) ?? 0) > FORMULA_LIMITS.nodes;
    if (read !== null && (isLarge || 'fault' in read || read.tree.kind !== result))
      throw refuseRow('fields', [...fields.keys()].indexOf(id) + 1, 'has an invalid formula');
  }
  const withTriage = new Set<string | null>();
  const samples = new Set<string | null>();
  for await (const row of read('projects')) {
    rows.projects += 1;
    if (row.hasTriage) withTriage.add(row.id);
    if (row.isSample) samples.add(row.id);
    assertKnown('projects', row.createdBy, row.deletedBy, row.leadId, row.archivedBy);
    if (row.archivedAt === null && row.archivedBy !== null)
      throw refuseRow('projects', rows.projects, 'says who archived it, but isn’t archived');
    if (row.startDate !== null && row.targetDate !== null && row.targetDate < row.startDate)
      throw refuseRow('projects', rows.projects, 'ends before it starts');
    if (row.deletedAt !== null) deleted.projects += 1;
    else if (!row.isSample) liveProjects += 1;
  }
  for await (const row of read('grants')) {
    rows.grants += 1;
    assertKnown('grants', row.userId, row.grantedBy);
  }
  for await (const _row of read('cycles')) rows.cycles += 1;
  for await (const row of read('milestones')) {
    rows.milestones += 1;
    assertKnown('milestones', row.createdBy);
  }
  for await (const _row of read('workKeys')) rows.workKeys += 1;
  for await (const row of read('tasks')) {
    rows.tasks += 1;
    assertKnown('tasks', row.createdBy, row.deletedBy, row.reporterId);
    const fault = findValueFault(row.custom, fields, known);
    if (fault !== null) throw refuseRow('tasks', rows.tasks, fault);
    if (row.triage !== null && !withTriage.has(row.projectId))
      throw refuseRow('tasks', rows.tasks, 'is in triage, but its project has none');
    const category = categories.get(row.statusId);
    if (category === undefined) throw refuseRow('tasks', rows.tasks, 'has a status that isn’t in the file');
    if (row.deletedAt === null) {
      if (!samples.has(row.projectId)) liveTasks += 1;
      if (isClosed(category) !== (row.closedAt !== null)) {
        throw refuseRow('tasks', rows.tasks, 'has a closing time that doesn’t match its status');
      }
    } else deleted.tasks += 1;
    highestTaskNumber = Math.max(highestTaskNumber, row.number);
  }
  for await (const row of read('assignees')) {
    rows.assignees += 1;
    assertKnown('assignees', row.userId);
  }
  for await (const row of read('watchers')) {
    rows.watchers += 1;
    assertKnown('watchers', row.userId);
  }
  for await (const _row of read('taskLabels')) rows.taskLabels += 1;
  const linksOf = new Map<string, number>();
  for await (const row of read('taskLinks')) {
    rows.taskLinks += 1;
    const ofValue = (linksOf.get(`${row.taskId}/${row.fieldId}`) ?? 0) + 1;
    linksOf.set(`${row.taskId}/${row.fieldId}`, ofValue);
    if (fields.get(row.fieldId)?.type !== 'relation')
      throw refuseRow('taskLinks', rows.taskLinks, 'refers to a task in a field that can’t contain one');
    if (ofValue > MAX_LINKS) throw refuseRow('taskLinks', rows.taskLinks, 'has too many tasks in one value');
  }
  const relations: Ends[] = [];
  for await (const row of read('relations')) {
    rows.relations += 1;
    assertKnown('relations', row.createdBy);
    relations.push(row);
  }
  const circle = findCircle(relations);
  if (circle !== null) {
    throw refuseRow('relations', relations.indexOf(circle) + 1, 'makes tasks wait for each other');
  }
  for await (const _row of read('checklistItems')) rows.checklistItems += 1;
  const attachmentIds: string[] = [];
  for await (const row of read('attachments')) {
    rows.attachments += 1;
    assertKnown('attachments', row.createdBy);
    attachmentIds.push(row.id);
  }
  const entriesOf = new Map<string, number>();
  for await (const row of read('timeEntries')) {
    rows.timeEntries += 1;
    assertKnown('timeEntries', row.userId);
    const ofTask = (entriesOf.get(row.taskId) ?? 0) + 1;
    if (ofTask > TIME_LIMITS.entriesPerTask)
      throw refuseRow('timeEntries', rows.timeEntries, 'exceeds the limit of its task');
    entriesOf.set(row.taskId, ofTask);
  }
  for await (const row of read('skips')) {
    rows.skips += 1;
    assertKnown('skips', row.skippedBy);
  }
  for await (const row of read('views')) {
    rows.views += 1;
    assertKnown('views', row.createdBy);
  }
  for await (const row of read('templates')) {
    rows.templates += 1;
    assertKnown('templates', row.createdBy, ...listMembers(row.content));
  }
  for await (const row of read('documents')) {
    rows.documents += 1;
    assertKnown('documents', row.createdBy, row.updatedBy, row.archivedBy, row.deletedBy);
    if (row.deletedAt === null) liveDocuments += 1;
    else deleted.documents += 1;
  }
  for await (const row of read('documentGrants')) {
    rows.documentGrants += 1;
    assertKnown('documentGrants', row.userId, row.grantedBy);
  }
  for await (const _row of read('documentContents')) rows.documentContents += 1;
  for await (const row of read('documentAttachments')) {
    rows.documentAttachments += 1;
    assertKnown('documentAttachments', row.createdBy);
    attachmentIds.push(row.id);
  }
  for await (const row of read('comments')) {
    rows.comments += 1;
    assertKnown('comments', row.createdBy, row.deletedBy);
  }
  for await (const row of read('reactions')) {
    rows.reactions += 1;
    assertKnown('reactions', row.userId);
  }
  for await (const row of read('spans')) {
    rows.spans += 1;
    assertKnown('spans', row.enteredBy);
  }
  for await (const row of read('history')) {
    rows.history += 1;
    assertKnown('history', row.actor);
    lastSeq = Math.max(lastSeq, row.seq);
  }
  const live = { liveProjects, liveTasks, liveDocuments, deleted };
  return { team, people, lastSeq, rows, ...live, highestTaskNumber, attachmentIds };
}

/** Returns the first error in the custom values of a task, or null if all values match their fields. */
function findValueFault(
  custom: Readonly<Record<string, unknown>>,
  fields: ReadonlyMap<string, RowOf<'fields'>>,
  people: ReadonlySet<string>,
): string | null {
  for (const [fieldId, given] of Object.entries(custom)) {
    const field = fields.get(fieldId);
    if (field === undefined) return 'has a value for a field that isn’t in the file';
    // Accept any option: tasks keep chosen options that were removed from the field later.
    const chosen = [given].flat().map((optionId) => ({ id: String(optionId) }));
    const read = readFieldValue({ type: field.type, options: chosen }, given);
    if (field.type === 'relation') return 'holds other tasks among its values, and not among taskLinks';
    if ('fault' in read) return `has a value its field can’t have: it ${FIELD_FAULT_MESSAGES[read.fault]}`;
    if (field.type === 'person' && !people.has(String(given)))
      return 'refers to someone who isn’t among its people';
  }
  return null;
}
