import type { Proposal } from '@hearth/contracts/assistant/assistant';
import { AppError } from '#platform/errors.ts';
import type { CallRoute } from '#platform/http/call-route.ts';
import { readReminders } from './reminders.ts';
import type { Effect, Fields } from './proposal-draft.ts';
import { listEdited, listLabels, planRevert, readEntity, type EntityKind } from './entities.ts';

type KeptObjects = Proposal['kept'];

/** Undoes effects in reverse order. @returns the objects with fields that are not restored because they have been changed since */
export async function undoEffects(call: CallRoute, done: readonly Effect[]): Promise<KeptObjects> {
  const kept: KeptObjects = [];
  for (const effect of done.toReversed()) {
    const fields = await undoEffect(call, effect).catch((error: unknown) => {
      // The object has been deleted in the meantime, so nothing is left to undo.
      if (error instanceof AppError && error.code === 'NOT_FOUND') return [];
      throw error;
    });
    if (fields.length > 0)
      kept.push({ id: 'id' in effect ? effect.id : effect.taskId, title: effect.title, fields });
  }
  return kept;
}

async function undoEffect(call: CallRoute, effect: Effect): Promise<string[]> {
  switch (effect.what) {
    case 'changed': {
      const is = await readEntity(call, effect.kind, effect.id);
      if (is === null) return [];
      const { fields, kept } = planRevert(effect, is);
      if (Object.keys(fields).length > 0) await setBack(call, effect.kind, effect.id, fields);
      return kept;
    }
    case 'made':
      return await removeMade(call, effect);
    case 'trashed':
      await call('trash.restore', { params: { itemId: effect.id } });
      return [];
    case 'archived':
      if (effect.kind === 'project') await call('projects.unarchive', { params: { projectId: effect.id } });
      else await call('documents.unarchive', { params: { documentId: effect.id } });
      return [];
    case 'unarchived':
      await call('projects.archive', { params: { projectId: effect.id } });
      return [];
    case 'reminded': {
      const all = await readReminders(call, effect.taskId);
      const reminders = all.filter(({ id }) => id !== effect.reminderId);
      if (reminders.length < all.length)
        await call('ownTasks.update', { body: { taskIds: [effect.taskId], reminders } });
      return [];
    }
    case 'linked':
      await call('relations.delete', { params: { taskId: effect.taskId, relationId: effect.id } });
      return [];
    case 'unlinked': {
      const body = { side: effect.side as 'blocks', otherId: effect.otherId };
      await call('relations.create', { params: { taskId: effect.taskId }, body });
      return [];
    }
  }
}

async function setBack(call: CallRoute, kind: EntityKind, id: string, fields: Fields): Promise<void> {
  if (kind === 'task') await call('tasks.update', { params: { taskId: id }, body: fields });
  else if (kind === 'project') await call('projects.update', { params: { projectId: id }, body: fields });
  else await call('documents.update', { params: { documentId: id }, body: fields });
}

/** Deletes a created object, unless it has been edited or added to since. */
async function removeMade(call: CallRoute, effect: Effect & { what: 'made' }): Promise<string[]> {
  const { kind, id, now, taskId = '' } = effect;
  const query = { limit: '1' };
  if (kind === 'comment') {
    // Earlier texts, because a comment has no route of its own and may be on any page of the task's comments.
    const { texts } = await call('comments.history', { params: { taskId, commentId: id }, query });
    if (texts.length > 0) return ['body'];
    await call('comments.delete', { params: { taskId, commentId: id } });
    return [];
  }
  if (kind === 'label') {
    const label = (await listLabels(call)).find((one) => one.id === id);
    if (label !== undefined && label.name !== now['name']) return ['name'];
    const { tasks } = await call('tasks.list', { query: { labelId: id, ...query } });
    if (tasks.length > 0) return ['tasks'];
    await call('labels.delete', { params: { labelId: id } });
    return [];
  }
  const is = await readEntity(call, kind, id);
  if (is === null) return [];
  const edited = listEdited(kind, now, is);
  if (kind === 'task') {
    const { comments } = await call('tasks.comments', { params: { taskId: id }, query });
    if (comments.length > 0) edited.push('comments');
    const { tasks } = await call('tasks.list', { query: { parentId: id, limit: '1' } });
    if (tasks.length > 0) edited.push('subTasks');
    if (edited.length === 0) await call('tasks.delete', { params: { taskId: id } });
  } else if (kind === 'project') {
    const { tasks } = await call('tasks.list', { query: { projectId: id, limit: '1' } });
    if (tasks.length > 0) edited.push('tasks');
    const { documents } = await call('documents.list', { query: { projectId: id, limit: '1' } });
    if (documents.length > 0) edited.push('documents');
    if (edited.length === 0) await call('projects.delete', { params: { projectId: id } });
  } else {
    const { documents } = await call('documents.list', { query: { parentId: id, limit: '1' } });
    if (documents.length > 0) edited.push('documents');
    if (edited.length === 0) await call('documents.delete', { params: { documentId: id } });
  }
  return edited;
}
