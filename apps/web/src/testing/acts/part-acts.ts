import { RELATION_SIDES } from '@hearth/contracts/relations/relation-values';
import type { SyncRows } from '@hearth/contracts/sync';
import type { TeamStore } from '#platform/sync/index.ts';
import { removeAttachment, renameAttachment } from '#features/tasks/attachments/attachments.data.ts';
import {
  createItems,
  deleteItem,
  moveItem,
  turnIntoSubTask,
  updateItem,
} from '#features/tasks/checklists/checklist.data.ts';
import {
  addComment,
  deleteComment,
  editComment,
  toggleReaction,
} from '#features/tasks/comments/comments.data.ts';
import { changePersonal, placePersonal, snoozeTasks } from '#features/tasks/reminders/personal-task.data.ts';
import {
  cancelTask,
  createRelation,
  createRelations,
  deleteRelation,
  findRelationProblem,
} from '#features/tasks/relations/relations.data.ts';
import { addReminders, remindAgain, removeReminders } from '#features/tasks/reminders/reminders.data.ts';
import {
  addTime,
  changeTime,
  deleteTime,
  startTimer,
  stopTimer,
} from '#features/tasks/time-tracking/time.data.ts';
import { checklistByTask, updateTask } from '#features/tasks/model/tasks.data.ts';
import { declineAsDuplicates, declineTasks } from '#features/tasks/triage/triage-decline.data.ts';
import {
  acceptTasks,
  listSendable,
  putOffTasks,
  sendToTriage,
  switchTriage,
} from '#features/tasks/model/triage.data.ts';
import { ownTimer } from '#features/tasks/time-tracking/running-timers.ts';
import type { Act, Chance } from './chance.ts';
import { anyProject, anyTask, idsOf, isNotArchived, someTasks } from './find.ts';

type Task = SyncRows['task'];

/** Returns a random sub-item of a task outside archived projects. */
function anyOf<E extends 'checklistItem' | 'attachment' | 'comment' | 'timeEntry'>(
  store: TeamStore,
  chance: Chance,
  entity: E,
  holds: (row: SyncRows[E]) => boolean = () => true,
): SyncRows[E] | undefined {
  return chance.row(store, entity, (row) => {
    const task = store.row('task', row.taskId);
    return task !== undefined && isNotArchived(store, task.projectId) && holds(row);
  });
}

const isWaiting = (store: TeamStore) => (task: Task) =>
  task.triage !== null && isNotArchived(store, task.projectId);
const sayable = (comment: SyncRows['comment']): boolean => comment.deletedAt === null;
const isOver = ({ endedAt, userId }: SyncRows['timeEntry'], store: TeamStore): boolean =>
  endedAt !== null && userId === store.userId;
const when = (chance: Chance) => ({ on: 'day' as const, day: chance.day(), days: 0, time: '09:00' });
const spent = (chance: Chance) => {
  const day = `2026-11-0${1 + chance.below(9)}`;
  const endedAt = `${day}T1${chance.below(10)}:00:00.000Z`;
  return { startedAt: `${day}T08:00:00.000Z`, endedAt, day, note: chance.word() };
};

/** Random actions on the sub-items of tasks. */
export const partActs: Record<string, Act> = {
  createItems: (store, chance) => {
    const task = anyTask(store, chance);
    return task && createItems(store, task.id, [chance.word(), chance.word()]);
  },
  'createItems: between': (store, chance) => {
    const item = anyOf(store, chance, 'checklistItem');
    return item && createItems(store, item.taskId, [chance.word()], 0);
  },
  updateItem: (store, chance) => {
    const item = anyOf(store, chance, 'checklistItem');
    return item && updateItem(store, item, { title: chance.word(), isDone: chance.below(2) === 0 });
  },
  moveItem: (store, chance) => {
    const item = anyOf(store, chance, 'checklistItem');
    return item && moveItem(store, item, chance.below(checklistByTask(store).ids(item.taskId).length));
  },
  deleteItem: (store, chance) => {
    const item = anyOf(store, chance, 'checklistItem');
    return item && deleteItem(store, item);
  },
  turnIntoSubTask: (store, chance) => {
    const item = anyOf(
      store,
      chance,
      'checklistItem',
      ({ taskId }) => store.row('task', taskId)?.parentId === null,
    );
    const task = store.row('task', item?.taskId ?? '');
    return item && task && turnIntoSubTask(store, task, item);
  },
  createRelation: (store, chance) => {
    const [task, other] = someTasks(store, chance);
    const side = chance.one(RELATION_SIDES);
    if (task === undefined || other === undefined) return null;
    const problem = findRelationProblem(store, [task.id], side, other.id);
    return problem === null ? createRelation(store, task.id, side, other.id) : null;
  },
  createRelations: (store, chance) => {
    const [other, ...ids] = idsOf(someTasks(store, chance));
    const side = chance.one(RELATION_SIDES);
    if (other === undefined || ids.length === 0) return null;
    return findRelationProblem(store, ids, side, other) === null
      ? createRelations(store, ids, side, other)
      : null;
  },
  deleteRelation: (store, chance) => {
    const isFree = (id: string) => isNotArchived(store, store.row('task', id)?.projectId ?? null);
    const relation = chance.row(
      store,
      'relation',
      ({ fromId, toId }) =>
        store.row('task', fromId) !== undefined &&
        store.row('task', toId) !== undefined &&
        isFree(fromId) &&
        isFree(toId),
    );
    return relation && deleteRelation(store, relation, chance.one([relation.fromId, relation.toId]));
  },
  cancelTask: (store, chance) => {
    const task = anyTask(store, chance, ({ repeat, closedAt }) => repeat === null && closedAt === null);
    return task && cancelTask(store, task);
  },
  addComment: (store, chance) => {
    const task = anyTask(store, chance);
    return task && addComment(store, task.id, chance.word());
  },
  'addComment: answer': (store, chance) => {
    const comment = anyOf(store, chance, 'comment', (one) => one.parentId === null && sayable(one));
    return comment && addComment(store, comment.taskId, chance.word(), comment.id);
  },
  editComment: (store, chance) => {
    const comment = anyOf(store, chance, 'comment', sayable);
    return comment && editComment(store, comment, chance.word());
  },
  deleteComment: (store, chance) => {
    const comment = anyOf(store, chance, 'comment', sayable);
    return comment && deleteComment(store, comment);
  },
  toggleReaction: (store, chance) => {
    const comment = anyOf(store, chance, 'comment', sayable);
    return comment && toggleReaction(store, comment, chance.one(['👍', '🎉']));
  },
  addTime: (store, chance) => {
    const task = anyTask(store, chance);
    return task && addTime(store, task.id, spent(chance));
  },
  changeTime: (store, chance) => {
    const entry = anyOf(store, chance, 'timeEntry', (one) => isOver(one, store));
    return entry && changeTime(store, entry, spent(chance));
  },
  deleteTime: (store, chance) => {
    const entry = anyOf(store, chance, 'timeEntry', (one) => isOver(one, store));
    return entry && deleteTime(store, entry);
  },
  renameAttachment: (store, chance) => {
    const file = anyOf(store, chance, 'attachment');
    return file && renameAttachment(store, file, `${chance.word()}.txt`);
  },
  removeAttachment: (store, chance) => {
    const file = anyOf(store, chance, 'attachment');
    return file && removeAttachment(store, file);
  },
  'updateTask: cover': (store, chance) => {
    const file = anyOf(store, chance, 'attachment', ({ type }) => type === 'image/png');
    return file && updateTask(store, file.taskId, { coverId: file.id });
  },
  snoozeTasks: (store, chance) => snoozeTasks(store, idsOf(someTasks(store, chance)), chance.day()),
  placePersonal: (store, chance) => {
    const [task, ...others] = someTasks(store, chance);
    return task && placePersonal(store, task.id, idsOf(others), others.length);
  },
  changePersonal: (store, chance) =>
    changePersonal(
      store,
      someTasks(store, chance).map(({ id }) => ({ taskId: id, fields: { snoozedUntil: chance.dayOrNot() } })),
    ),
  addReminders: (store, chance) => addReminders(store, someTasks(store, chance), when(chance)),
  removeReminders: (store, chance) => {
    const own = chance.row(
      store,
      'ownTask',
      ({ reminders, taskId }) => reminders.length > 0 && store.row('task', taskId) !== undefined,
    );
    const task = store.row('task', own?.taskId ?? '');
    const [reminder] = own?.reminders ?? [];
    return task && reminder && removeReminders(store, [task], reminder);
  },
  remindAgain: (store, chance) => {
    const task = anyTask(store, chance);
    return task && remindAgain(store, task, when(chance));
  },
  acceptTasks: (store, chance) =>
    acceptTasks(store, idsOf(chance.rows(store, 'task', isWaiting(store)).slice(0, 2))),
  putOffTasks: (store, chance) =>
    putOffTasks(store, idsOf(chance.rows(store, 'task', isWaiting(store)).slice(0, 2)), chance.day()),
  sendToTriage: (store, chance) => {
    const open = chance.rows(
      store,
      'task',
      ({ repeat, projectId }) => repeat === null && isNotArchived(store, projectId),
    );
    return sendToTriage(store, listSendable(store, idsOf(open)).slice(0, 2));
  },
  switchTriage: (store, chance) => {
    const project = anyProject(store, chance);
    return project && switchTriage(store, project.id, !project.hasTriage);
  },
  declineTasks: (store, chance) =>
    declineTasks(store, idsOf(chance.rows(store, 'task', isWaiting(store)).slice(0, 2)), chance.word()),
  declineAsDuplicates: (store, chance) => {
    const other = anyTask(store, chance, ({ triage }) => triage === null);
    const waiting = chance.rows(store, 'task', isWaiting(store)).slice(0, 2);
    return other && declineAsDuplicates(store, idsOf(waiting), other.id);
  },
};

/** Separate from the other actions: a timer on a deleted task has ended and does not resume when the task is restored. */
export const timerActs: Record<string, Act> = {
  startTimer: (store, chance) => {
    const task = anyTask(store, chance);
    return task && startTimer(store, task.id);
  },
  stopTimer: (store) => {
    const entry = ownTimer(store);
    return entry && stopTimer(store, entry);
  },
};
