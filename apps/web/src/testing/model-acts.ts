import type { SyncRows } from '@hearth/contracts/sync';
import { defineRecipe } from '#platform/sync/store/recipes.ts';
import type { TeamStore } from '#platform/sync/store/team-store.ts';
import type { Command, Effect } from '#platform/sync/rows/types.ts';
import { taskOf } from './model-server.ts';

/** A user's action in a random history. `pick` selects among the visible rows. */
export type Act =
  | { kind: 'title' | 'status' | 'place'; pick: number; value: number }
  | { kind: 'create'; pick: number; isBad: boolean }
  | { kind: 'project'; isBad: boolean }
  | { kind: 'move'; pick: number }
  | { kind: 'delete'; pick: number }
  | { kind: 'bad'; pick: number }
  | { kind: 'undo' }
  | { kind: 'redo' };

/** Builds the command of an action from the rows that the tab shows. Returns null if there is no matching row. */
export function commandOf(store: TeamStore, act: Act, newValue: () => string): Command | null {
  if (act.kind === 'undo' || act.kind === 'redo') return null;
  const tasks = store.all('task').toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const projects = store.all('project').toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (act.kind === 'project') {
    const id = newValue();
    return {
      route: 'POST /teams/{teamId}/projects',
      params: { teamId: 'team' },
      body: { id, name: act.isBad ? 'bad' : id },
      effects: [{ entity: 'project', id, op: 'put', fields: { id, name: id } }],
    };
  }
  if (act.kind === 'create') {
    const project = projects[act.pick % Math.max(1, projects.length)];
    if (project === undefined) return null;
    const id = newValue();
    const body = { ...taskOf(id, act.isBad ? 'bad' : `made ${id}`), projectId: project.id };
    const row = { ...body, updatedAt: '' };
    return {
      route: 'POST /teams/{teamId}/tasks',
      params: { teamId: 'team' },
      body,
      effects: [{ entity: 'task', id, op: 'put', fields: row }],
      inverse: { kind: 'whole', by: removeAgain(id) },
    };
  }
  const task = tasks[act.pick % Math.max(1, tasks.length)];
  if (task === undefined) return null;
  if (act.kind === 'delete') return removal(store, task.id);
  if (act.kind === 'title') return change(store, task.id, { title: `t ${newValue()}` });
  if (act.kind === 'bad') return change(store, task.id, { title: 'bad' });
  if (act.kind === 'status') return change(store, task.id, { statusId: `s${act.value % 3}` });
  if (act.kind === 'place') return change(store, task.id, { position: `a${act.value}` });
  const project = projects[act.pick % Math.max(1, projects.length)];
  return project === undefined ? null : change(store, task.id, { projectId: project.id });
}

export function change(store: TeamStore, id: string, fields: Record<string, unknown>): Command {
  const row = store.row('task', id) as Record<string, unknown> | undefined;
  const before = Object.fromEntries(Object.keys(fields).map((field) => [field, row?.[field]]));
  return {
    route: 'PATCH /teams/{teamId}/tasks/{taskId}',
    params: { teamId: 'team', taskId: id },
    body: fields,
    effects: [{ entity: 'task', id, op: 'patch', fields }],
    inverse: {
      kind: 'fields',
      entity: 'task',
      id,
      before,
      after: fields,
      by: changeAgain(id),
    },
  };
}

const changeAgain = defineRecipe('change', (store, id: string, back: Record<string, unknown>) =>
  change(store, id, back),
);

function removal(store: TeamStore, id: string): Command {
  const row = store.row('task', id);
  const effects: Effect[] = [{ entity: 'task', id, op: 'delete' }];
  return {
    route: 'DELETE /teams/{teamId}/tasks/{taskId}',
    params: { teamId: 'team', taskId: id },
    effects,
    inverse: row && { kind: 'whole', by: restoreAgain(row) },
  };
}

const removeAgain = defineRecipe('remove', (store, id: string) =>
  store.row('task', id) === undefined ? null : removal(store, id),
);
const restoreAgain = defineRecipe('restore', (_store, row: SyncRows['task']) => ({
  route: 'POST /teams/{teamId}/trash/{itemId}/restore',
  params: { teamId: 'team', itemId: row.id },
  effects: [{ entity: 'task', id: row.id, op: 'put', fields: row }],
  inverse: { kind: 'whole', by: removeAgain(row.id) },
}));
