import { can, canSee, type Actor, type WorkAction } from '@hearth/contracts/permissions/permissions';
import { AppError, notFound, refusalOf } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { authorizeCall, type OnBehalf } from '#platform/http/call-route.ts';
import type { PlannedChange } from './proposal-draft.ts';

/** The action that is authorized on the project in the body of each route. */
const INTO_PROJECT: Partial<Readonly<Record<PlannedChange['call']['route'], WorkAction>>> = {
  'tasks.create': 'task.create',
  'tasks.update': 'task.create',
  'documents.create': 'document.create',
};

/**
 * Authorizes planned changes before they are proposed, so that the card offers only what can be confirmed. Confirming authorizes them again.
 * @throws AppError FORBIDDEN or NOT_FOUND, naming the object if there are several
 */
export async function assertMayApply(
  app: App,
  who: OnBehalf,
  changes: readonly PlannedChange[],
): Promise<void> {
  for (const change of changes) {
    try {
      await assertMayApplyOne(app, who, change);
    } catch (error) {
      if (!(error instanceof AppError) || changes.length === 1) throw error;
      throw new AppError(error.code, `“${change.title}”: ${error.detail}`, { ...error.extra, cause: error });
    }
  }
}

async function assertMayApplyOne(app: App, who: OnBehalf, change: PlannedChange): Promise<void> {
  const { newLabels, remind, ...fields } = change.after ?? {};
  const { route, params } = change.call;
  if (Array.isArray(newLabels) && newLabels.length > 0) await authorizeCall(app, who, 'labels.create');
  if (remind !== undefined) await authorizeCall(app, who, 'ownTasks.update');
  // A reminder is private to the user and doesn't change the task.
  if (change.act === 'update' && remind !== undefined) return;
  const actor = await authorizeCall(app, who, route, params);
  const action = INTO_PROJECT[route];
  const isInNewProject = change.needs !== undefined;
  if (action === undefined || isInNewProject) return;
  if (change.act === 'create' || fields['projectId'] !== undefined)
    assertMayPutInto(actor, action, fields['projectId']);
}

function assertMayPutInto(actor: Actor, action: WorkAction, projectId: unknown): void {
  const object = { projectId: typeof projectId === 'string' ? projectId : null, createdBy: null };
  if (!canSee(actor, object)) throw notFound('This project');
  if (!can(actor, action, object)) throw refusalOf(actor, action, object);
}
