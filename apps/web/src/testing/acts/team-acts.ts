import { COLORS } from '@hearth/contracts/core/colors';
import { STATUS_CATEGORIES } from '@hearth/contracts/model/task-values';
import { TASK_TYPE_ICONS } from '@hearth/contracts/task-types/task-type-values';
import type { TeamStore } from '#platform/sync/index.ts';
import { addFavourite, moveFavourite, removeFavourite } from '#features/favourites/favourites.data.ts';
import { changeRole } from '#features/members/members.data.ts';
import {
  archiveProject,
  createProject,
  deleteProject,
  updateProject,
  type ProjectFields,
} from '#features/projects/model/projects.data.ts';
import { renameCycle } from '#features/tasks/cycles/cycles.data.ts';
import {
  createField,
  deleteField,
  moveField,
  updateField,
} from '#features/tasks/custom-fields/fields.data.ts';
import { updateLabel } from '#features/tasks/labels/labels.data.ts';
import {
  createMilestone,
  deleteMilestone,
  moveMilestone,
  updateMilestone,
} from '#features/tasks/milestones/milestones.data.ts';
import {
  createStatus,
  deleteStatus,
  isNeeded,
  moveStatus,
  updateStatus,
} from '#features/tasks/statuses/statuses.data.ts';
import {
  createTaskType,
  deleteTaskType,
  moveTaskType,
  updateTaskType,
} from '#features/tasks/task-types/task-types.data.ts';
import {
  applyTemplate,
  createTemplate,
  deleteTemplate,
  renameTemplate,
} from '#features/tasks/templates/templates.data.ts';
import { changeWorkTime } from '#features/tasks/workload/work-times.data.ts';
import { updateTeam } from '#features/teams/teams.data.ts';
import { createView, deleteView, updateView } from '#features/views/saved-views/saved-views.data.ts';
import type { Act, Chance } from './chance.ts';
import { anyProject, anyTask, isNotArchived } from './find.ts';

const step = (chance: Chance): 1 | -1 => chance.one([1, -1] as const);
const text = (chance: Chance): string =>
  chance.one(['view=table&filter=assignee%3Ame', 'sort=due', 'view=board']);

/** Favourites of deleted rows are hidden. */
const shownFavourites = (store: TeamStore, chance: Chance) =>
  chance.rows(store, 'favourite', ({ kind, id }) => store.row(kind, id) !== undefined);

/** Random actions on all entities except tasks, their sub-items and documents. */
export const teamActs: Record<string, Act> = {
  // Never a private project: when a permission is granted or lost, the rows are refetched and undo steps about missing rows are dropped.
  createProject: (store, chance) =>
    createProject(store, {
      name: chance.word(),
      key: `K${chance.below(10_000)}`,
      color: chance.one(COLORS),
    }),
  updateProject: (store, chance) => {
    const project = anyProject(store, chance);
    const statusId = chance.row(store, 'status')?.id ?? '';
    const changes: Partial<ProjectFields>[] = [
      { name: chance.word(), description: chance.word() },
      { key: `Q${chance.below(10_000)}` },
      { color: chance.one(COLORS), health: chance.one(['onTrack', 'atRisk', 'offTrack', null] as const) },
      { startDate: '2026-12-01', targetDate: chance.day() },
      { leadId: chance.row(store, 'member')?.userId ?? null },
      { [`limits.${statusId}`]: 1 + chance.below(9) },
    ];
    return project && updateProject(store, project.id, chance.one(changes));
  },
  deleteProject: (store, chance) => {
    const project = anyProject(store, chance);
    return project && deleteProject(store, project.id);
  },
  archiveProject: (store, chance) => {
    const project = chance.row(store, 'project');
    return project && archiveProject(store, project.id, project.archivedAt === null);
  },
  addFavourite: (store, chance) => {
    const project = anyProject(store, chance, ({ id }) => store.row('favourite', id) === undefined);
    const view = chance.row(store, 'view', ({ id }) => store.row('favourite', id) === undefined);
    const document = chance.row(
      store,
      'document',
      ({ id, archivedAt }) => archivedAt === null && store.row('favourite', id) === undefined,
    );
    if (document !== undefined && chance.below(3) === 0) return addFavourite(store, 'document', document.id);
    if (view !== undefined && chance.below(2) === 0) return addFavourite(store, 'view', view.id);
    return project && addFavourite(store, 'project', project.id);
  },
  removeFavourite: (store, chance) => {
    const [favourite] = shownFavourites(store, chance);
    return favourite && removeFavourite(store, favourite);
  },
  moveFavourite: (store, chance) => {
    const [favourite, ...others] = shownFavourites(store, chance);
    const ids = others.toSorted((a, b) => (a.position < b.position ? -1 : 1)).map(({ id }) => id);
    return favourite && moveFavourite(store, favourite, ids, chance.below(ids.length + 1));
  },
  createView: (store, chance) =>
    createView(store, {
      projectId: anyProject(store, chance)?.id ?? null,
      name: chance.word(),
      text: text(chance),
      isPrivate: chance.below(2) === 0,
      isLocked: false,
      color: chance.one(COLORS),
    }),
  updateView: (store, chance) => {
    const view = chance.row(store, 'view', ({ projectId }) => isNotArchived(store, projectId));
    return (
      view &&
      updateView(store, view.id, { name: chance.word(), text: text(chance), color: chance.one(COLORS) })
    );
  },
  deleteView: (store, chance) => {
    const view = chance.row(store, 'view', ({ projectId }) => isNotArchived(store, projectId));
    return view && deleteView(store, view.id);
  },
  createMilestone: (store, chance) => {
    const project = anyProject(store, chance);
    return (
      project && createMilestone(store, project.id, { name: chance.word(), targetDate: chance.dayOrNot() })
    );
  },
  updateMilestone: (store, chance) => {
    const milestone = chance.row(store, 'milestone', ({ projectId }) => isNotArchived(store, projectId));
    const fields = { name: chance.word(), description: chance.word(), targetDate: chance.dayOrNot() };
    return milestone && updateMilestone(store, milestone, fields);
  },
  moveMilestone: (store, chance) => {
    const milestone = chance.row(store, 'milestone', ({ projectId }) => isNotArchived(store, projectId));
    return milestone && moveMilestone(store, milestone, step(chance));
  },
  deleteMilestone: (store, chance) => {
    const milestone = chance.row(store, 'milestone', ({ projectId }) => isNotArchived(store, projectId));
    return milestone && deleteMilestone(store, milestone);
  },
  renameCycle: (store, chance) => {
    const cycle = chance.row(store, 'cycle', ({ projectId }) => isNotArchived(store, projectId));
    return cycle && renameCycle(store, cycle, chance.word());
  },
  createField: (store, chance) =>
    createField(store, {
      name: chance.word(),
      type: 'text',
      options: [],
      currency: null,
      formula: null,
      result: null,
    }),
  updateField: (store, chance) => {
    const field = chance.row(store, 'field');
    return field && updateField(store, field.id, { name: chance.word() });
  },
  moveField: (store, chance) => {
    const field = chance.row(store, 'field');
    return field && moveField(store, field.id, step(chance));
  },
  deleteField: (store, chance) => {
    const field = chance.row(store, 'field');
    return field && deleteField(store, field.id);
  },
  updateLabel: (store, chance) => {
    const label = chance.row(store, 'label');
    return label && updateLabel(store, label.id, { name: chance.word(), color: chance.one(COLORS) });
  },
  createStatus: (store, chance) =>
    createStatus(store, {
      name: chance.word(),
      category: chance.one(STATUS_CATEGORIES),
      color: chance.one(COLORS),
    }),
  updateStatus: (store, chance) => {
    const status = chance.row(store, 'status');
    return status && updateStatus(store, status.id, { name: chance.word(), color: chance.one(COLORS) });
  },
  moveStatus: (store, chance) => {
    const status = chance.row(store, 'status');
    return status && moveStatus(store, status.id, step(chance));
  },
  deleteStatus: (store, chance) => {
    const used = new Set(store.all('task').map(({ statusId }) => statusId));
    const all = store.all('status');
    const status = chance.row(store, 'status', (one) => !used.has(one.id) && !isNeeded(one, all));
    return status && deleteStatus(store, status.id);
  },
  createTaskType: (store, chance) =>
    createTaskType(store, {
      name: chance.word(),
      icon: chance.one(TASK_TYPE_ICONS),
      color: chance.one(COLORS),
    }),
  updateTaskType: (store, chance) => {
    const type = chance.row(store, 'taskType');
    return type && updateTaskType(store, type.id, { name: chance.word(), icon: chance.one(TASK_TYPE_ICONS) });
  },
  moveTaskType: (store, chance) => {
    const type = chance.row(store, 'taskType');
    return type && moveTaskType(store, type.id, step(chance));
  },
  deleteTaskType: (store, chance) => {
    const type = chance.row(store, 'taskType');
    return type && deleteTaskType(store, type);
  },
  createTemplate: (store, chance) => {
    const task = anyTask(store, chance);
    return task && createTemplate(store, { kind: 'task', id: task.id }, { name: chance.word(), people: [] });
  },
  'createTemplate: project': (store, chance) => {
    const project = anyProject(store, chance);
    return (
      project &&
      createTemplate(store, { kind: 'project', id: project.id }, { name: chance.word(), people: [] })
    );
  },
  renameTemplate: (store, chance) => {
    const template = chance.row(store, 'template');
    return template && renameTemplate(store, template.id, chance.word());
  },
  deleteTemplate: (store, chance) => {
    const template = chance.row(store, 'template');
    return template && deleteTemplate(store, template.id);
  },
  applyTemplate: (store, chance) => {
    const template = chance.row(store, 'template', ({ kind }) => kind === 'task');
    const projectId = anyProject(store, chance)?.id ?? null;
    return template && applyTemplate(store, template, { startDate: chance.day(), roleIds: [], projectId });
  },
  'applyTemplate: project': (store, chance) => {
    const template = chance.row(store, 'template', ({ kind }) => kind === 'project');
    const project = { name: chance.word(), key: `T${chance.below(10_000)}` };
    return template && applyTemplate(store, template, { startDate: chance.day(), roleIds: [], project });
  },
  changeWorkTime: (store, chance) =>
    changeWorkTime(store, chance.row(store, 'member')?.userId ?? '', { capacity: chance.below(40) }),
  'changeWorkTime: absence': (store, chance) =>
    changeWorkTime(store, chance.row(store, 'member')?.userId ?? '', {
      [`absences.${store.newId()}`]: { from: '2026-12-24', to: chance.day(), word: chance.word() },
    }),
  'changeWorkTime: team': (store, chance) =>
    changeWorkTime(store, store.teamId, { capacity: chance.below(40) }),
  updateTeam: (store, chance) =>
    updateTeam(store, { name: chance.word(), estimateUnit: chance.one(['points', 'hours'] as const) }),
  changeRole: (store, chance) => {
    const member = chance.row(
      store,
      'member',
      ({ userId, teamRole }) => userId !== store.userId && teamRole !== 'guest',
    );
    return member && changeRole(store, member.userId, chance.one(['admin', 'member'] as const));
  },
};
