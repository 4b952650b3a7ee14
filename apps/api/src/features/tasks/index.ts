import { addAccountPart } from '#features/auth/index.ts';
import { keysOf } from '#features/files/index.ts';
import { onRightsLost } from '#features/members/index.ts';
import { onProject } from '#features/projects/index.ts';
import { addTeamFiles, onTeamCreated } from '#features/teams/index.ts';
import type { App, Feature } from '#platform/feature.ts';
import { toUuid } from '#platform/uuid.ts';
import { unassignWhoLostSight } from './assignees.queries.ts';
import { bindBulkTasks } from './bulk-tasks.routes.ts';
import { isComment } from './comments.queries.ts';
import { bindChangedTasks } from './changed-tasks.routes.ts';
import { bindComments } from './comments.routes.ts';
import { projectTasks } from './project-tasks.ts';
import { fieldJson, isField } from './fields.queries.ts';
import { bindFields } from './fields.routes.ts';
import { isTaskType } from './task-types.queries.ts';
import { bindTaskTypes } from './task-types.routes.ts';
import { seedTaskTypes } from './task-types.service.ts';
import { isLabel } from './labels.queries.ts';
import { bindLabels } from './labels.routes.ts';
import { createRebalancer } from './rebalance.ts';
import { taskSnapshot } from './snapshot.queries.ts';
import { isStatus } from './statuses.queries.ts';
import { bindStatuses } from './statuses.routes.ts';
import { seedStatuses } from './statuses.service.ts';
import { createTaskPart } from './task-account.ts';
import { bindTrashPurge } from './trash-purge.ts';
import { loadTrashObject } from './task-trash.queries.ts';
import { loadTaskObject } from './tasks.queries.ts';
import { forgetOwnTasks } from './own-tasks.queries.ts';
import { bindCycleJobs } from './cycle-jobs.ts';
import { isCycle } from './cycles.queries.ts';
import { bindCycles } from './cycles.routes.ts';
import { isMilestone } from './milestones.queries.ts';
import { bindMilestones } from './milestones.routes.ts';
import { bindOwnTasks } from './own-tasks.routes.ts';
import { isAttachment, listTeamFiles } from './attachments.queries.ts';
import { bindAttachments } from './attachments.routes.ts';
import { bindDropFiles } from './attachment-files.ts';
import { isItem } from './checklist.queries.ts';
import { bindChecklists } from './checklist.routes.ts';
import { isRelation } from './relations.queries.ts';
import { isSkip } from './series.queries.ts';
import { bindSeries } from './series.routes.ts';
import { bindRelations } from './relations.routes.ts';
import { bindTime } from './time.routes.ts';
import { endTimersWhoLostSight, isTimeEntry } from './time.queries.ts';
import { bindTasks } from './tasks.routes.ts';
import { bindDigest, createDigestPart } from './digest.ts';
import { bindReminders } from './reminders.ts';
import { unwatchWhoLostSight } from './watchers.queries.ts';
import { bindWatching } from './watchers.routes.ts';
import { isTemplate } from './templates.queries.ts';
import { bindTemplates } from './templates.routes.ts';
import { bindTrash } from './trash.routes.ts';
import { oldestRestorable } from './restorable.ts';

export { putRows as putTaskRows } from './task-log.queries.ts';
export { findUnsoundNesting } from './tree.queries.ts';
export { nameFiles, readNature, type FileNature } from './attachment-files.ts';
export { assertStorageRoom } from './attachments.service.ts';
export { putAttachmentRows } from './attachments.queries.ts';
export { putItemRows } from './checklist.queries.ts';
export { putRelationRows } from './relations.queries.ts';
export { putCycleRows } from './cycles.queries.ts';
export { putMilestoneRows } from './milestones.queries.ts';
export { fieldJson };
export { labelJson } from './labels.queries.ts';
export { taskTypeJson } from './task-types.queries.ts';
export { putTemplateRows } from './templates.queries.ts';
export { statusJson } from './statuses.queries.ts';
export { taskJson } from './tasks.queries.ts';

export async function tasks(app: App): Promise<Feature> {
  const rebalancer = createRebalancer(app);
  onTeamCreated(app, seedStatuses);
  onTeamCreated(app, seedTaskTypes);
  onProject(app, projectTasks);
  onRightsLost(app, unassignWhoLostSight);
  onRightsLost(app, unwatchWhoLostSight);
  onRightsLost(app, forgetOwnTasks);
  onRightsLost(app, endTimersWhoLostSight);
  addAccountPart(app, createTaskPart(app));
  addAccountPart(app, createDigestPart(app));
  addTeamFiles(app, async (tx, teamId) => (await listTeamFiles(tx, teamId)).flatMap(keysOf));
  return {
    name: 'tasks',
    bindings: [
      ...bindStatuses(app),
      ...bindLabels(app),
      ...bindTaskTypes(app),
      ...bindFields(app),
      ...bindTemplates(app),
      ...bindMilestones(app),
      ...bindCycles(app),
      ...bindTasks(app, rebalancer),
      ...bindChangedTasks(app),
      ...bindBulkTasks(app, rebalancer),
      ...bindWatching(app),
      ...bindRelations(app),
      ...bindComments(app),
      ...bindChecklists(app),
      ...bindAttachments(app),
      ...bindTime(app),
      ...bindSeries(app),
      ...bindOwnTasks(app),
      ...bindTrash(app),
    ],
    objects: {
      task: loadTaskObject,
      trash: async (tx, teamId, name) => {
        const id = toUuid(name);
        return id === null ? null : await loadTrashObject(tx, teamId, id, oldestRestorable(app.clock.now()));
      },
    },
    exists: {
      status: isStatus,
      label: isLabel,
      taskType: isTaskType,
      field: isField,
      comment: isComment,
      relation: isRelation,
      checklistItem: isItem,
      attachment: isAttachment,
      timeEntry: isTimeEntry,
      skip: isSkip,
      template: isTemplate,
      milestone: isMilestone,
      cycle: isCycle,
    },
    snapshot: taskSnapshot,
    jobs: [
      bindTrashPurge(app),
      bindDropFiles(app),
      ...bindCycleJobs(app),
      ...bindReminders(app),
      ...bindDigest(app),
    ],
    close: () => rebalancer.settle(),
  };
}
