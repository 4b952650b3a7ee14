import { foldName } from '@hearth/contracts/core/fold';
import { isSame } from '@hearth/contracts/core/same';
import type { ReminderWish } from '@hearth/contracts/reminders/reminder-values';
import { AppError } from '#platform/errors.ts';
import type { CallRoute } from '#platform/http/call-route.ts';
import { PROPOSABLE, type Effect, type Fields, type PlannedChange } from './proposal-draft.ts';
import { readReminders } from './reminders.ts';
import { compare, listLabels, readEntity, remember, type EntityKind } from './entities.ts';

type AnyCall = (route: string, input: { params?: Fields; body?: unknown }) => Promise<Fields | undefined>;

/** Applies one row on behalf of the user. @returns the effects, which an undo reverts */
export async function doChange(call: CallRoute, change: PlannedChange): Promise<Effect[]> {
  const { route, params = {}, fixed = {} } = change.call;
  if (!PROPOSABLE.includes(route)) throw new TypeError(`${route} can’t be proposed`);
  const send: AnyCall = call as unknown as AnyCall;
  const { title, id } = change;
  const { newLabels, remind, ...after } = change.after ?? {};
  const body = { ...after, ...(await addLabels(call, after, newLabels)), ...fixed };
  switch (route) {
    case 'tasks.create':
    case 'projects.create':
    case 'documents.create': {
      const kind = kindOf(route);
      await send(route, { params, body: { ...body, id } });
      if (remind !== undefined) await addReminder(call, id, remind);
      const is = await readEntity(call, kind, id);
      return [{ what: 'made', kind, id, title, now: is === null ? {} : remember(kind, is) }];
    }
    case 'tasks.update':
    case 'projects.update':
    case 'documents.update': {
      const kind = kindOf(route);
      if (remind !== undefined) {
        const reminderId = await addReminder(call, id, remind);
        return [{ what: 'reminded', title, taskId: id, reminderId }];
      }
      return await watch(call, kind, { id, title }, () => send(route, { params, body }));
    }
    case 'tasks.comment': {
      const taskId = String(params['taskId']);
      // Commenting makes the user a watcher, which an undo has to revert.
      const followed = await watch(call, 'task', { id: taskId, title }, () =>
        send(route, { params, body: { ...body, id } }),
      );
      return [...followed, { what: 'made', kind: 'comment', id, title, now: { body: body['body'] }, taskId }];
    }
    case 'labels.create':
      await send(route, { params, body: { ...body, id } });
      return [{ what: 'made', kind: 'label', id, title, now: { name: body['name'] } }];
    case 'relations.create':
      await send(route, { params, body: { ...fixed, id } });
      return [{ what: 'linked', id, title, taskId: String(params['taskId']) }];
    case 'relations.delete':
      await send(route, { params });
      return [
        {
          what: 'unlinked',
          title,
          taskId: String(params['taskId']),
          side: String(fixed['side']),
          otherId: String(fixed['otherId']),
        },
      ];
    case 'tasks.delete':
    case 'projects.delete':
    case 'documents.delete':
      await send(route, { params });
      return [{ what: 'trashed', kind: kindOf(route), id, title }];
    case 'projects.archive':
    case 'documents.archive':
      await send(route, { params });
      return [{ what: 'archived', kind: kindOf(route), id, title }];
    case 'projects.unarchive':
      await send(route, { params });
      return [{ what: 'unarchived', kind: 'project', id, title }];
  }
}

/** Adds a reminder to the user's reminders of a task. @returns its id */
async function addReminder(call: CallRoute, taskId: string, remind: unknown): Promise<string> {
  const added = remind as ReminderWish;
  const reminders = [...(await readReminders(call, taskId)), added];
  await call('ownTasks.update', { body: { taskIds: [taskId], reminders } });
  return added.id;
}

/** Creates the labels of a row that do not exist yet. An undo keeps them: others may use them by then, and only admins delete labels. */
async function addLabels(call: CallRoute, { labelIds }: Fields, newLabels: unknown): Promise<Fields> {
  if (!Array.isArray(newLabels) || newLabels.length === 0) return {};
  const labels = await listLabels(call);
  const ids: unknown[] = Array.isArray(labelIds) ? [...labelIds] : [];
  for (const name of newLabels.map(String)) {
    const known = labels.find((one) => foldName(one.name) === foldName(name));
    ids.push(known?.id ?? (await call('labels.create', { body: { name } })).label.id);
  }
  return { labelIds: [...new Set(ids)] };
}

/**
 * Checks whether the target of a row has changed since the card was created.
 * @returns the row with the current values, or null if the target is unchanged
 * @throws AppError NOT_FOUND if the target no longer exists
 */
export async function findStale(call: CallRoute, change: PlannedChange): Promise<PlannedChange | null> {
  const { before, kind, id, call: planned } = change;
  if (before === null || kind === 'comment' || kind === 'label') return null;
  if (planned.route.startsWith('relations.')) return null;
  const is = await readEntity(call, kind, id);
  if (is === null) throw new AppError('NOT_FOUND', `“${change.title}” no longer exists.`);
  const names = Object.keys(before).filter((name) => name in is);
  if (names.every((name) => isSame(before[name], is[name]))) return null;
  return { ...change, before: Object.fromEntries(names.map((name) => [name, is[name]])) };
}

async function watch(
  call: CallRoute,
  kind: EntityKind,
  { id, title }: { id: string; title: string },
  act: () => Promise<unknown>,
): Promise<Effect[]> {
  const was = await readEntity(call, kind, id);
  await act();
  const is = await readEntity(call, kind, id);
  if (was === null || is === null) return [];
  const { old, now } = compare(kind, was, is);
  return Object.keys(old).length === 0 ? [] : [{ what: 'changed', kind, id, title, old, now }];
}

function kindOf(route: string): EntityKind {
  if (route.startsWith('tasks.')) return 'task';
  return route.startsWith('projects.') ? 'project' : 'document';
}
