import { isSame } from '@hearth/contracts/core/same';
import { findAttachment } from '#features/attachments/index.ts';
import { AppError, notFoundAt } from '#platform/errors.ts';
import { taskAttachments } from '#features/tasks/attachments/task-attachments.ts';
import { chooseValues } from '#features/tasks/custom-fields/field-values.ts';
import { findVersion } from '#features/tasks/description/description-versions.ts';
import { changeDescription } from '#features/tasks/description/task-description.ts';
import { chooseNestings } from '#features/tasks/sub-tasks/bulk-parent-rules.ts';
import { chooseNesting } from '#features/tasks/sub-tasks/parent-rules.ts';
import { chooseTriage } from '#features/tasks/triage/triage.ts';
import { assertReporters, chooseAssignees, chooseWatching } from './choose-people.ts';
import { draftTask, type Draft, type Plan } from './drafts.ts';
import { assertReference, type ReferenceField, type TaskRequest } from './lock-task.ts';

export type Step = (plan: Plan) => Promise<void> | void;

/** The order matters: a request with several errors is rejected with the first one found. */
export const STEPS_OF_ONE: readonly Step[] = [
  chooseAssignees,
  assertReporters,
  forEach(assertOwn('typeId'), assertOwn('milestoneId')),
  ifGiven(['custom'], chooseCustom),
  forEach(assertOwn('cycleId')),
  ifGiven(['coverId'], assertCovers),
  ifGiven(['parentId', 'siblingPosition'], nestOne),
  ifGiven(['description', 'descriptionDoc'], chooseTexts),
  chooseWatching,
  forEach(decideTriage),
];
export const STEPS_OF_MANY: readonly Step[] = [
  chooseAssignees,
  chooseWatching,
  assertReporters,
  ifGiven(['custom'], chooseCustom),
  ifGiven(['parentId', 'siblingPosition'], nestMany),
  forEach(assertOwn('cycleId'), assertOwn('typeId'), assertOwn('milestoneId'), decideTriage),
];

/** Plans the writes of locked tasks, without unchanged tasks. */
export async function planWrites(
  on: Omit<Plan, 'drafts'>,
  requests: readonly TaskRequest[],
  steps: readonly Step[],
): Promise<Draft[]> {
  const { command, locked } = on;
  const drafts = locked.tasks.flatMap((task, at) => {
    const request = requests[at];
    return request === undefined ? [] : [draftTask(on, task, request)];
  });
  for (const step of steps) await step({ ...on, drafts });
  const changed = drafts.filter(({ before, task, sets }) => {
    // Write the given sets if the current ones are unknown.
    const isGiven = !locked.areSetsCurrent && Object.values(sets).some((set) => set !== null);
    return isGiven || !isSame(task, before);
  });
  for (const draft of changed) draft.task.updatedAt = command.now.toISOString();
  return changed;
}

/** Runs a step only if a request contains one of its fields. */
function ifGiven(fields: readonly (keyof TaskRequest['fields'])[], step: Step): Step {
  return async (plan) => {
    const isGiven = plan.drafts.some(({ request }) =>
      fields.some((field) => request.fields[field] !== undefined),
    );
    if (isGiven) await step(plan);
  };
}

function forEach(...parts: readonly ((plan: Plan, draft: Draft) => void)[]): Step {
  return (plan) => {
    for (const draft of plan.drafts) for (const part of parts) part(plan, draft);
  };
}

function assertOwn(field: ReferenceField) {
  return ({ locked }: Plan, { before, task, request, isMoving }: Draft): void => {
    const { [field]: id, projectId } = task;
    const isUnchanged = id === before[field] && (field === 'typeId' || !isMoving);
    if (!isUnchanged) assertReference(locked, field, { id, projectId, path: request.pathOf(field) });
  };
}

async function chooseCustom({ command, actor, locked, drafts }: Plan): Promise<void> {
  const requests = drafts.map(({ before, task, request }) => ({
    taskId: task.id,
    projectId: task.projectId,
    current: before.custom,
    requested: request.fields.custom,
    pathOf: request.pathOfValue,
  }));
  const values = await chooseValues(command, actor, locked.customFields, requests);
  for (const [at, draft] of drafts.entries()) {
    const { custom = draft.task.custom, links = {} } = values[at] ?? {};
    draft.task.custom = custom;
    draft.links = links;
  }
}

/**
 * Asserts that each new cover is an image attached to its task. The tasks must be locked.
 * @throws AppError NOT_FOUND
 */
async function assertCovers({ command, drafts }: Plan): Promise<void> {
  for (const { before, task, request } of drafts) {
    const { coverId } = task;
    if (coverId === null || coverId === before.coverId) continue;
    const on = { subjectId: task.id, attachmentId: coverId };
    const found = await findAttachment(command.tx, taskAttachments, on);
    if (found === null || found.deletedAt !== null || found.attachment.width === null)
      throw notFoundAt(request.pathOf('coverId'), 'a picture on this task');
  }
}

/** Checks the new parent completely before the write. Needs no statement if only the order of siblings changes. */
async function nestOne({ command, actor, locked, drafts }: Plan): Promise<void> {
  for (const draft of drafts) {
    const nesting = await chooseNesting(command, actor, draft.before, draft.request.fields);
    nest(locked, draft, nesting);
  }
}

/** Checks each task separately. `assertSoundNesting` later checks the combined result. */
async function nestMany({ command, actor, locked, drafts }: Plan): Promise<void> {
  const requests = drafts.map(({ before, request }) => ({
    locked: before,
    requested: request.fields,
    path: request.pathOf('parentId'),
  }));
  const nestings = await chooseNestings(command, actor, requests);
  for (const [at, draft] of drafts.entries()) nest(locked, draft, nestings[at] ?? null);
}

function nest({ parents }: Plan['locked'], draft: Draft, nesting: Draft['nesting']): void {
  if (nesting === null) return;
  draft.nesting = nesting;
  Object.assign(draft.task, nesting);
  // A trashed parent is hidden from clients, but the task must be removed from it as well.
  draft.before = { ...draft.before, parentId: parents.get(draft.task.id) ?? null };
}

/**
 * Applies new descriptions.
 * @throws AppError CONFLICT if the base version of a description can't be rebuilt
 */
async function chooseTexts({ command, drafts }: Plan): Promise<void> {
  for (const { before, task, request } of drafts) {
    const { fields, descriptionVersions: versions } = request;
    const isBased = versions !== undefined && (fields.description ?? fields.descriptionDoc) !== undefined;
    const base = isBased ? await findVersion(command.tx, before, versions) : null;
    if (isBased && base === null)
      throw new AppError('CONFLICT', 'If-Match doesn’t name a known version of this task: read it again.');
    Object.assign(
      task,
      changeDescription(before, fields, () => command.newId(), base),
    );
  }
}

function decideTriage(
  { command, actor, locked }: Plan,
  { before, task, request, isMoving, entered }: Draft,
): void {
  if (request.fields.triage === undefined && !isMoving && entered === null) return;
  task.triage = chooseTriage(command, before, request.fields.triage, {
    hasTriage: locked.withTriage.has(task.projectId ?? ''),
    isComing: isMoving,
    isElsewhere: isMoving || entered !== null,
    isByGuest: actor.role === 'guest',
    isClosed: task.closedAt !== null,
    path: request.pathOf('triage'),
  });
}
