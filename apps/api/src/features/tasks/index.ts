import { addAccountPart } from '#features/auth/index.ts';
import { addAttachmentKind, isAttachment } from '#features/attachments/index.ts';
import type { App, Feature } from '#platform/feature.ts';
import { toUuid } from '#platform/uuid.ts';
import {
  removeAssigneesWithoutAccess,
  removeWatchersWithoutAccess,
} from '#features/tasks/watchers/lost-sight.queries.ts';
import { bindBulkTasks } from '#features/tasks/changes/bulk-tasks.routes.ts';
import { bindChangedTasks } from '#features/tasks/history/changed-tasks.routes.ts';
import { isComment } from '#features/tasks/comments/comments.queries.ts';
import { bindComments } from '#features/tasks/comments/comments.routes.ts';
import { projectTasks } from './project-tasks.ts';
import { fieldJson, isField } from '#features/tasks/custom-fields/fields.queries.ts';
import { bindFields } from '#features/tasks/custom-fields/fields.routes.ts';
import { isTaskType } from '#features/tasks/task-types/task-types.queries.ts';
import { bindTaskTypes } from '#features/tasks/task-types/task-types.routes.ts';
import { seedTaskTypes } from '#features/tasks/task-types/task-types.service.ts';
import { isLabel } from '#features/tasks/labels/labels.queries.ts';
import { bindLabels } from '#features/tasks/labels/labels.routes.ts';
import { createRebalancer } from '#features/tasks/changes/rebalance.ts';
import { taskSnapshot } from './snapshot.queries.ts';
import { isStatus } from '#features/tasks/statuses/statuses.queries.ts';
import { bindStatuses } from '#features/tasks/statuses/statuses.routes.ts';
import { seedStatuses } from '#features/tasks/statuses/statuses.service.ts';
import { createTaskPart } from './task-account.ts';
import { bindTrashPurge } from '#features/tasks/trash/trash-purge.ts';
import { loadTrashObject } from '#features/tasks/trash/task-trash.queries.ts';
import { RecentTasks } from '#features/tasks/model/recent-tasks.ts';
import { loadTaskObject } from '#features/tasks/model/tasks.queries.ts';
import { deletePersonalTasksOf } from './reminders/personal-tasks.queries.ts';
import { bindCycleJobs } from '#features/tasks/cycles/cycle-jobs.ts';
import { isCycle } from '#features/tasks/cycles/cycles.queries.ts';
import { bindCycles } from '#features/tasks/cycles/cycles.routes.ts';
import { isMilestone } from '#features/tasks/milestones/milestones.queries.ts';
import { bindMilestones } from '#features/tasks/milestones/milestones.routes.ts';
import { bindPersonalTasks } from './reminders/personal-tasks.routes.ts';
import { bindTaskAttachments, taskAttachments } from '#features/tasks/attachments/task-attachments.ts';
import { isItem } from '#features/tasks/checklists/checklist.queries.ts';
import { bindChecklists } from '#features/tasks/checklists/checklist.routes.ts';
import { isRelation } from '#features/tasks/relations/relations.queries.ts';
import { isSkip } from '#features/tasks/recurrence/series.queries.ts';
import { bindSeries } from '#features/tasks/recurrence/series.routes.ts';
import { bindRelations } from '#features/tasks/relations/relations.routes.ts';
import { bindTime } from '#features/tasks/time-tracking/time.routes.ts';
import { endTimersWithoutAccess, isTimeEntry } from '#features/tasks/time-tracking/time.queries.ts';
import { bindTasks } from '#features/tasks/changes/tasks.routes.ts';
import { bindDigest, createDigestPart } from '#features/tasks/digest/digest.ts';
import { bindReminders } from '#features/tasks/reminders/reminders.ts';
import { bindWatching } from '#features/tasks/watchers/watchers.routes.ts';
import { isTemplate } from '#features/tasks/templates/templates.queries.ts';
import { bindTemplates } from '#features/tasks/templates/templates.routes.ts';
import { bindSample } from '#features/tasks/sample/sample.routes.ts';
import { listTrashKinds } from '#features/tasks/trash/trash-kind.ts';
import { bindTrash } from '#features/tasks/trash/trash.routes.ts';
import { oldestRestorable } from '#platform/restorable.ts';

export { putRows as putTaskRows } from '#features/tasks/model/task-log.queries.ts';
export { findUnsoundNesting } from './sub-tasks/sub-tree.queries.ts';
export { putAttachmentRows } from '#features/tasks/attachments/task-attachments.queries.ts';
export { putItemRows } from '#features/tasks/checklists/checklist.queries.ts';
export { putRelationRows } from '#features/tasks/relations/relations.queries.ts';
export { putCycleRows } from '#features/tasks/cycles/cycles.queries.ts';
export { putMilestoneRows } from '#features/tasks/milestones/milestones.queries.ts';
export { fieldJson };
export { labelJson } from '#features/tasks/labels/labels.queries.ts';
export { taskTypeJson } from '#features/tasks/task-types/task-types.queries.ts';
export { putTemplateRows } from '#features/tasks/templates/templates.queries.ts';
export { addTrashKind, type RestoredItem } from '#features/tasks/trash/trash-kind.ts';
export { deleteSamples } from '#features/tasks/trash/trash-purge.queries.ts';
export { statusJson } from '#features/tasks/statuses/statuses.queries.ts';
export { findWorkOf, readFigures } from './work-of-person.queries.ts';
export { taskJson } from '#features/tasks/model/tasks.queries.ts';
export { taskKey } from '#features/tasks/model/tasks.queries.ts';
export { pickTasks } from '#features/tasks/model/pick-tasks.ts';

export async function tasks(app: App): Promise<Feature> {
  const rebalancer = createRebalancer(app);
  const recentTasks = new RecentTasks();
  app.events.on('team.created', seedStatuses);
  app.events.on('team.created', seedTaskTypes);
  app.events.onEach(projectTasks);
  app.events.on('rights.lost', removeAssigneesWithoutAccess);
  app.events.on('rights.lost', removeWatchersWithoutAccess);
  app.events.on('rights.lost', deletePersonalTasksOf);
  app.events.on('rights.lost', endTimersWithoutAccess);
  addAccountPart(app, createTaskPart(app));
  addAccountPart(app, createDigestPart(app));
  addAttachmentKind(app, taskAttachments);
  return {
    name: 'tasks',
    bindings: [
      ...bindStatuses(app),
      ...bindLabels(app),
      ...bindTaskTypes(app),
      ...bindFields(app),
      ...bindTemplates(app),
      bindSample(app),
      ...bindMilestones(app),
      ...bindCycles(app),
      ...bindTasks(app, rebalancer, recentTasks),
      ...bindChangedTasks(app),
      ...bindBulkTasks(app, rebalancer),
      ...bindWatching(app),
      ...bindRelations(app),
      ...bindComments(app),
      ...bindChecklists(app),
      ...bindTaskAttachments(app),
      ...bindTime(app),
      ...bindSeries(app),
      ...bindPersonalTasks(app),
      ...bindTrash(app),
    ],
    objects: {
      task: async (tx, name) => {
        const task = await loadTaskObject(tx, name);
        if (task !== null) recentTasks.remember(tx.teamId, task);
        return task;
      },
      trash: async (tx, name) => {
        const id = toUuid(name);
        return id === null
          ? null
          : await loadTrashObject(tx, listTrashKinds(app), id, oldestRestorable(app.clock.now()));
      },
    },
    recentTask: (teamId, id) => recentTasks.find(teamId, id),
    exists: {
      status: isStatus,
      label: isLabel,
      taskType: isTaskType,
      field: isField,
      comment: isComment,
      relation: isRelation,
      checklistItem: isItem,
      attachment: (tx, id) => isAttachment(tx, taskAttachments.table, id),
      timeEntry: isTimeEntry,
      skip: isSkip,
      template: isTemplate,
      milestone: isMilestone,
      cycle: isCycle,
    },
    snapshot: taskSnapshot,
    jobs: [...bindTrashPurge(app), ...bindCycleJobs(app), ...bindReminders(app), ...bindDigest(app)],
    close: () => rebalancer.settle(),
  };
}
