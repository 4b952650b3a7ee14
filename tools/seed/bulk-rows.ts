import { EMPTY_SCALARS, pickScalars } from '@hearth/contracts/model/scalar-field-values';
import { isPlain, writeRichText } from '@hearth/contracts/rich-text/plain-text-values';
import { isClosed, type StatusCategory } from '@hearth/contracts/model/task-values';
import type { Project } from '@hearth/contracts/projects/projects';
import { workScope } from '@hearth/api/src/platform/commands/index.ts';
import type { Task } from '@hearth/contracts/tasks/tasks';
import type { SeedEvent } from './plan.ts';

/** Rows by table, identical to those that the write path would have written. `bulk.api.test.ts` compares the two. */
export interface BulkRows {
  projects: object[];
  work_keys: object[];
  tasks: object[];
  task_assignees: object[];
  task_watchers: object[];
  task_state_spans: object[];
  changes: object[];
  history: object[];
}

export interface BulkTeam {
  teamId: string;
  teamKey: string;
  /** The last log position and task number before the load. */
  seq: number;
  lastNumber: number;
  categoryOf: ReadonlyMap<string, StatusCategory>;
  /** Keys of existing projects, by id. */
  projectKeys: ReadonlyMap<string, string>;
}

interface Span {
  entered_at: string;
  left_at: string | null;
  status_id: string;
  entered_by: string;
}

/** Derives the rows from the events. Comments are not supported. */
export function makeBulkRows(
  team: BulkTeam,
  projects: readonly Project[],
  events: readonly SeedEvent[],
): { rows: BulkRows; seq: number; lastNumber: number } {
  const rows: BulkRows = {
    projects: [],
    work_keys: [],
    tasks: [],
    task_assignees: [],
    task_watchers: [],
    task_state_spans: [],
    changes: [],
    history: [],
  };
  const { teamId } = team;
  const keyOf = new Map(team.projectKeys);
  let { seq, lastNumber } = team;

  function log(
    entity: string,
    data: Project | Task,
    fields: string[] | null,
    scope: string,
    actor: string | null,
    at: string,
  ) {
    seq += 1;
    const change = { team_id: teamId, seq, ordinal: 0, entity, entity_id: data.id, op: 'put', data };
    rows.changes.push({ ...change, fields, scope, prev_scope: null, actor, mutation_id: null, at });
  }

  for (const project of projects) {
    keyOf.set(project.id, project.key);
    rows.projects.push({
      team_id: teamId,
      id: project.id,
      name: project.name,
      key: project.key,
      description: project.description,
      color: project.color,
      position: project.position,
      created_by: project.createdBy,
      created_at: project.createdAt,
      updated_at: project.updatedAt,
    });
    rows.work_keys.push({ team_id: teamId, key: project.key });
    log('project', project, null, workScope(project.id), project.createdBy, project.createdAt);
  }

  const taskOf = new Map<string, Task>();
  const spansOf = new Map<string, Span[]>();
  const categoryOf = (statusId: string): StatusCategory => {
    const category = team.categoryOf.get(statusId);
    if (category === undefined) throw new Error(`${statusId} is not a status of this team`);
    return category;
  };
  const scopeOf = (task: Task): string => workScope(task.projectId);

  for (const event of events) {
    const at = event.at.toISOString();
    if (event.kind === 'comment') throw new Error('Comments must be created through the API');
    const closedAt = isClosed(categoryOf(event.statusId)) ? at : null;
    const span = { entered_at: at, left_at: null, status_id: event.statusId, entered_by: event.userId };
    if (event.kind === 'create') {
      lastNumber += 1;
      const key = event.projectId === null ? team.teamKey : keyOf.get(event.projectId);
      const task: Task = {
        id: event.id,
        number: lastNumber,
        key: `${key}-${lastNumber}`,
        title: event.title,
        description: writeRichText(event.descriptionDoc),
        descriptionDoc: isPlain(event.descriptionDoc) ? null : event.descriptionDoc,
        descriptionVersion: null,
        projectId: event.projectId,
        statusId: event.statusId,
        ...EMPTY_SCALARS,
        priority: event.priority,
        assigneeIds: event.assigneeIds,
        watcherIds: [...new Set([event.userId, ...event.assigneeIds])].sort(),
        labelIds: [],
        startDate: null,
        dueDate: event.dueDate,
        trackedSeconds: 0,
        repeat: null,
        reporterId: event.userId,
        typeId: null,
        milestoneId: null,
        custom: {},
        cycleId: null,
        coverId: null,
        triage: null,
        series: null,
        parentId: null,
        siblingPosition: null,
        position: event.position,
        createdBy: event.userId,
        createdAt: at,
        updatedAt: at,
        closedAt,
      };
      taskOf.set(task.id, task);
      spansOf.set(task.id, [span]);
      log('task', task, null, scopeOf(task), event.userId, at);
      continue;
    }
    const before = taskOf.get(event.taskId);
    const spans = spansOf.get(event.taskId);
    const open = spans?.at(-1);
    if (before === undefined || spans === undefined || open === undefined)
      throw new Error(`Task ${event.taskId} not found`);
    const task: Task = {
      ...before,
      statusId: event.statusId,
      position: event.position,
      updatedAt: at,
      closedAt,
    };
    const fields = Object.keys(task).filter(
      (name) => task[name as keyof Task] !== before[name as keyof Task],
    );
    taskOf.set(task.id, task);
    open.left_at = at;
    spans.push(span);
    log('task', task, fields, scopeOf(task), event.userId, at);
    rows.history.push({
      team_id: teamId,
      seq,
      ordinal: 0,
      entity: 'task',
      entity_id: task.id,
      field: 'statusId',
      old_value: before.statusId,
      new_value: task.statusId,
      actor: event.userId,
      at,
    });
  }

  for (const task of taskOf.values()) {
    rows.tasks.push({
      team_id: teamId,
      id: task.id,
      number: task.number,
      project_id: task.projectId,
      title: task.title,
      description: task.description,
      description_doc: task.descriptionDoc,
      status_id: task.statusId,
      ...pickScalars(task),
      due_date: task.dueDate,
      position: task.position,
      reporter_id: task.reporterId,
      created_by: task.createdBy,
      created_at: task.createdAt,
      updated_at: task.updatedAt,
      closed_at: task.closedAt,
    });
    for (const userId of task.assigneeIds) {
      rows.task_assignees.push({
        team_id: teamId,
        task_id: task.id,
        user_id: userId,
        assigned_at: task.createdAt,
      });
    }
    for (const userId of task.watcherIds) {
      rows.task_watchers.push({
        team_id: teamId,
        task_id: task.id,
        user_id: userId,
        watched_at: task.createdAt,
      });
    }
    for (const [index, span] of (spansOf.get(task.id) ?? []).entries()) {
      const category = categoryOf(span.status_id);
      rows.task_state_spans.push({
        team_id: teamId,
        task_id: task.id,
        category,
        ordinal: index + 1,
        ...span,
      });
    }
  }
  return { rows, seq, lastNumber };
}
