import { MEMBER_WITH_ACCESS } from '@hearth/contracts/core/errors';
import { toSet } from '@hearth/contracts/core/same';
import { listMentions } from '@hearth/contracts/rich-text/comment-values';
import { listMembersWithAccess } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { notFoundAt } from '#platform/errors.ts';
import { chooseWatchers } from '#features/tasks/watchers/watchers.service.ts';
import { decidePeople, refreshPeople, type Draft, type Plan } from './drafts.ts';

/** @throws AppError NOT_FOUND naming the first user who can't see tasks of the project */
export async function assertMaySee(
  { tx }: Command,
  projectId: string | null,
  userIds: readonly string[],
  pathOf: (at: number) => string,
): Promise<void> {
  const seeing = new Set(await listMembersWithAccess(tx, projectId, toSet(userIds)));
  assertAll(userIds, (id) => seeing.has(id), pathOf);
}

function assertAll(
  userIds: readonly string[],
  isAllowed: (userId: string) => boolean,
  pathOf: (at: number) => string,
): void {
  const at = userIds.findIndex((id) => !isAllowed(id));
  if (at !== -1) throw notFoundAt(pathOf(at), MEMBER_WITH_ACCESS);
}

/**
 * Chooses the assignees of each task. A move to another project unassigns users without access to it.
 * @throws AppError NOT_FOUND naming the first newly assigned user who can't see tasks of the project
 */
export async function chooseAssignees(plan: Plan): Promise<void> {
  const touched = plan.drafts.filter(
    ({ request, isMoving }) => isMoving || request.fields.assigneeIds !== undefined,
  );
  for (const draft of touched) await refreshPeople(plan, draft);
  const wanted = ({ request, before }: Draft) => toSet(request.fields.assigneeIds ?? before.assigneeIds);
  const seeing = new Map<string | null, ReadonlySet<string>>();
  for (const [projectId, drafts] of Map.groupBy(touched, ({ task }) => task.projectId)) {
    const people = drafts.flatMap((draft) =>
      draft.isMoving ? wanted(draft) : listAdded(draft.before.assigneeIds, wanted(draft)),
    );
    seeing.set(projectId, new Set(await listMembersWithAccess(plan.command.tx, projectId, toSet(people))));
  }
  for (const draft of touched) {
    const { request, before, task, isMoving } = draft;
    const sees = (id: string) => seeing.get(task.projectId)?.has(id) === true;
    const isAllowed = (id: string) => sees(id) || before.assigneeIds.includes(id);
    assertAll(request.fields.assigneeIds ?? [], isAllowed, (at) => `${request.pathOf('assigneeIds')}.${at}`);
    decidePeople(draft, 'assigneeIds', isMoving ? wanted(draft).filter(sees) : wanted(draft));
  }
}

/** Chooses the watchers of each task and adds newly assigned and mentioned users. */
export async function chooseWatching(plan: Plan): Promise<void> {
  const joins = ({ before, task }: Draft) => [
    ...listAdded(before.assigneeIds, task.assigneeIds),
    ...(task.description === before.description
      ? []
      : listAdded(listMentions(before.description), listMentions(task.description))),
  ];
  const touched = plan.drafts.filter(
    (draft) => draft.isMoving || draft.request.fields.watcherIds !== undefined || joins(draft).length > 0,
  );
  if (touched.length === 0) return;
  for (const draft of touched) await refreshPeople(plan, draft);
  const chosen = await chooseWatchers(
    plan.command,
    touched.map((draft) => ({
      taskId: draft.task.id,
      projectId: draft.task.projectId,
      isMoving: draft.isMoving,
      before: draft.before.watcherIds,
      requested: draft.request.fields.watcherIds,
      joining: joins(draft),
      path: draft.request.pathOf('watcherIds'),
    })),
  );
  for (const [at, draft] of touched.entries()) decidePeople(draft, 'watcherIds', chosen[at] ?? null);
}

/**
 * Asserts that new reporters can see the task. An unchanged reporter is not checked because that user may have lost access.
 * @throws AppError NOT_FOUND
 */
export async function assertReporters({ command, drafts }: Plan): Promise<void> {
  const seen = new Set<string>();
  for (const { before, task, request } of drafts) {
    const { reporterId, projectId } = task;
    const name = `${projectId} ${reporterId}`;
    if (reporterId === null || reporterId === before.reporterId || seen.has(name)) continue;
    await assertMaySee(command, projectId, [reporterId], () => request.pathOf('reporterId'));
    seen.add(name);
  }
}

/** Returns the ids in `after` that are not in `before`. */
function listAdded(before: readonly string[], after: readonly string[]): string[] {
  return after.filter((id) => !before.includes(id));
}
