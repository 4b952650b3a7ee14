import type { SyncRows } from '@hearth/contracts/sync';
import { milestoneKey } from '@hearth/contracts/views/view-sort-values';
import {
  compareByPosition,
  defineRecipe,
  keyAt,
  updateCommand,
  type Command,
  type TeamStore,
  type View,
} from '#platform/sync/index.ts';
import { isTaken } from '#features/tasks/model/tasks.data.ts';

export type Milestone = SyncRows['milestone'];
type MilestoneFields = Partial<Pick<Milestone, 'name' | 'description' | 'targetDate' | 'position'>>;

/** Milestones by project, in order. */
export function milestonesByProject(store: TeamStore): View<'milestone'> {
  return store.sharedView('milestones of projects', {
    entity: 'milestone',
    group: ({ projectId }) => projectId,
    compare: compareByPosition,
  });
}

/** Milestones of all projects, by target date. */
export function milestonesByDate(store: TeamStore): View<'milestone'> {
  return store.sharedView('milestones', {
    entity: 'milestone',
    compare: (a, b) => {
      const [one, other] = [milestoneKey(a), milestoneKey(b)];
      return one < other ? -1 : Number(one > other);
    },
  });
}

/** Returns the group of `tasksByMilestone` for the tasks of a milestone in a status. */
export function milestoneSlot(milestoneId: string, statusId: string): string {
  return `${milestoneId}/${statusId}`;
}

/** Tasks by milestone and status, in no particular order. Tasks in triage are omitted. */
export function tasksByMilestone(store: TeamStore): View<'task'> {
  return store.sharedView('tasks of milestones', {
    entity: 'task',
    filter: (task) => task.milestoneId !== null && isTaken(task),
    group: ({ milestoneId, statusId }) => milestoneSlot(milestoneId ?? '', statusId),
    compare: () => 0,
  });
}

/** Creates a milestone after the existing ones of the project. */
export function createMilestone(
  store: TeamStore,
  projectId: string,
  fields: Pick<Milestone, 'name'> & MilestoneFields,
  id = store.newId(),
): Command {
  const order = milestonesByProject(store).ids(projectId);
  const body = {
    description: '',
    targetDate: null,
    ...fields,
    position: keyAt(order, order.length, (one) => store.row('milestone', one)),
  };
  const now = new Date(store.now()).toISOString();
  const row: Milestone = { id, projectId, ...body, createdBy: store.userId, createdAt: now, updatedAt: now };
  return {
    route: 'POST /teams/{teamId}/projects/{projectId}/milestones',
    params: { teamId: store.teamId, projectId },
    body: { id, ...body },
    effects: [{ entity: 'milestone', id, op: 'put', fields: row }],
    text: fields.name,
    inverse: { kind: 'whole', by: deleteAgain(id) },
  };
}

export function updateMilestone(store: TeamStore, milestone: Milestone, fields: MilestoneFields): Command {
  return updateCommand(store, {
    entity: 'milestone',
    id: milestone.id,
    route: 'PATCH /teams/{teamId}/projects/{projectId}/milestones/{milestoneId}',
    params: paramsOf(store, milestone),
    fields: { ...fields },
  });
}

/** Moves a milestone one position up or down within its project. */
export function moveMilestone(store: TeamStore, milestone: Milestone, step: 1 | -1): Command {
  const order = milestonesByProject(store).ids(milestone.projectId);
  const others = order.filter((one) => one !== milestone.id);
  const index = order.indexOf(milestone.id) + step;
  const position = keyAt(others, index, (one) => store.row('milestone', one));
  return updateMilestone(store, milestone, { position });
}

/** Deletes a milestone and clears it on its tasks. */
export function deleteMilestone(store: TeamStore, milestone: Milestone): Command {
  const tasks = store.all('task').filter(({ milestoneId }) => milestoneId === milestone.id);
  return {
    route: 'DELETE /teams/{teamId}/projects/{projectId}/milestones/{milestoneId}',
    params: paramsOf(store, milestone),
    effects: [
      ...tasks.map(({ id }) => ({ entity: 'task', id, op: 'patch', fields: { milestoneId: null } }) as const),
      { entity: 'milestone', id: milestone.id, op: 'delete' },
    ],
    inverse: { kind: 'whole', by: restoreAgain({ row: milestone, taskIds: tasks.map(({ id }) => id) }) },
  };
}

/** Restores a milestone and assigns it to its former tasks again, except for tasks that have another milestone by now. */
function restoreMilestone(
  store: TeamStore,
  { row, taskIds }: { row: Milestone; taskIds: readonly string[] },
): Command {
  const back = taskIds.filter((id) => {
    const task = store.row('task', id);
    return task?.milestoneId === null && task.projectId === row.projectId;
  });
  return {
    route: 'POST /teams/{teamId}/projects/{projectId}/milestones/{milestoneId}/restore',
    params: paramsOf(store, row),
    effects: [
      { entity: 'milestone', id: row.id, op: 'put', fields: row },
      ...back.map((id) => ({ entity: 'task', id, op: 'patch', fields: { milestoneId: row.id } }) as const),
    ],
    inverse: { kind: 'whole', by: deleteAgain(row.id) },
  };
}

function paramsOf(store: TeamStore, { id, projectId }: Milestone): Record<string, string> {
  return { teamId: store.teamId, projectId, milestoneId: id };
}

const deleteAgain = defineRecipe('delete milestone', (store, id: string) => {
  const row = store.row('milestone', id);
  return row === undefined ? null : deleteMilestone(store, row);
});
const restoreAgain = defineRecipe('restore milestone', restoreMilestone);
