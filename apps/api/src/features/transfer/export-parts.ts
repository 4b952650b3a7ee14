import { sql, type RawBuilder } from 'kysely';
import { VALUE_PREFIX } from '@hearth/contracts/custom-fields/custom-field-values';
import { RELATION_SIDES } from '@hearth/contracts/relations/relation-values';
import { wasDocumentVisible } from '#features/documents/index.ts';
import { HIDDEN_TASK, SUB_TASK_LINE } from '@hearth/contracts/model/task-values';
import type { TeamTx } from '#platform/db/index.ts';
import { TASK_COLUMN_TYPES, toCamelCase, type TaskColumn } from '#platform/db/tables/task-columns.ts';
import { instantJson, whenJson } from '#platform/sql-json.ts';
import type { PartName } from './part-rows.ts';

/** The team to export, the requesting user, and the projects to omit because the user may not see them. */
export interface ExportRequest {
  teamId: string;
  apiOrigin: string;
  hiddenProjectIds: readonly string[];
  /** The requesting user, whose own rights determine which documents are exported. */
  userId: string;
}

/** The columns of tasks as arguments of `json_build_object`. Expects the table `tasks` aliased as `r`. */
function taskPairs(request: ExportRequest): RawBuilder<unknown> {
  const unlessHiddenTask = (of: string, column: string) =>
    sql`case when not ${isHiddenTask(request, of)} then ${sql.ref(column)} end`;
  const special: Partial<Record<TaskColumn, RawBuilder<unknown> | null>> = {
    start_date: whenJson(sql`r.start_date`, sql`r.start_at`),
    start_at: null,
    due_date: whenJson(sql`r.due_date`, sql`r.due_at`),
    due_at: null,
    parent_id: unlessHiddenTask('r.parent_id', 'r.parent_id'),
    sibling_position: unlessHiddenTask('r.parent_id', 'r.sibling_position'),
    deleted_with: unlessHiddenTask('r.deleted_with', 'r.deleted_with'),
    cover_id: sql`(select f.id from attachments f
      where f.team_id = r.team_id and f.id = r.cover_id and f.task_id = r.id and f.deleted_at is null)`,
  };
  const pairs = Object.entries(TASK_COLUMN_TYPES).flatMap(([name, type]) => {
    const plain = type === 'timestamptz' ? at(`r.${name}`) : sql.ref(`r.${name}`);
    const value = name in special ? special[name as TaskColumn] : plain;
    return value === null || value === undefined ? [] : [sql`${sql.lit(toCamelCase(name))}, ${value}`];
  });
  return sql.join(pairs);
}

type Select = (request: ExportRequest) => RawBuilder<{ line: string }>;

const at = (column: string) => instantJson(sql.raw(column));

function isOwnImage(request: ExportRequest, column: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce(starts_with(${sql.ref(column)}, ${`${request.apiOrigin}/images/`}), false)`;
}

function isVisible(request: ExportRequest, column: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${sql.ref(column)} <> all (${request.hiddenProjectIds}::uuid[]), true)`;
}

function isHiddenTask(request: ExportRequest, column: string): RawBuilder<boolean> {
  if (request.hiddenProjectIds.length === 0) return sql<boolean>`false`;
  return sql<boolean>`exists (select from tasks u where u.team_id = ${request.teamId} and u.id = ${sql.ref(column)}
    and not ${isVisible(request, 'u.project_id')})`;
}

/** Whether the requesting user may see a document. Restricted documents require a grant regardless of the user's role. */
export function isDocumentVisible(request: ExportRequest, alias: string): RawBuilder<boolean> {
  const d = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<boolean>`(${isVisible(request, `${alias}.project_id`)} and (not ${d('is_restricted')} or exists (
    select from document_grants own where own.team_id = ${d('team_id')} and own.document_id = any (${d('access')})
      and own.user_id = ${request.userId}::uuid)))`;
}

/** A document id, or null if it refers to a document that is not exported. Expects the table `documents` aliased as `d`. */
function unlessHidden(request: ExportRequest, column: string): RawBuilder<string | null> {
  return sql<string | null>`case when not exists (select from documents o where o.team_id = d.team_id
    and o.id = ${sql.ref(column)} and not ${isDocumentVisible(request, 'o')}) then ${sql.ref(column)} end`;
}

/** Selects rows that belong to exported documents. Provides the table `documents` aliased as `d`. */
function ofDocuments(request: ExportRequest, table: string): RawBuilder<unknown> {
  return sql`from ${sql.table(table)} r join documents d on d.team_id = r.team_id and d.id = r.document_id
    where r.team_id = ${request.teamId} and ${isDocumentVisible(request, 'd')}`;
}

/**
 * Whether a history entry of a document may be exported: the document is visible now and was visible then, and the entry does not refer to
 * a hidden document. Expects the tables `documents` aliased as `d` and `history` aliased as `r`.
 */
function isExportable(request: ExportRequest): RawBuilder<boolean> {
  // Check visibility both before and after the entry's command, because the command may have changed the title together with the access.
  const sides = [sql<boolean>`l.seq >= r.seq`, sql<boolean>`l.seq > r.seq`].map((isLater) =>
    wasDocumentVisible({
      teamId: request.teamId,
      id: sql`d.id`,
      isLater,
      isProjectVisible: (projectId) =>
        sql`coalesce(${projectId} <> all (${request.hiddenProjectIds}::uuid[]), true)`,
      granted: sql`array(select g.document_id from document_grants g
        where g.team_id = ${request.teamId} and g.user_id = ${request.userId}::uuid)`,
    }),
  );
  return sql<boolean>`(d.id is not null and ${isDocumentVisible(request, 'd')} and ${sql.join(sides, sql` and `)} and (
    r.field <> all (${['parentId', 'access']}::text[]) or not exists (
      select from documents o where o.team_id = d.team_id and not ${isDocumentVisible(request, 'o')}
        and (strpos(r.old_value::text, o.id::text) > 0 or strpos(r.new_value::text, o.id::text) > 0))))`;
}

/** A history value in which ids of tasks that are not exported are replaced or removed. Expects the table `history` aliased as `r`. */
function withoutHidden(request: ExportRequest, column: string): RawBuilder<unknown> {
  const value = sql.ref(column);
  if (request.hiddenProjectIds.length === 0) return value;
  return sql`case when r.field = any (${['parentId', SUB_TASK_LINE, ...RELATION_SIDES]}::text[]) and exists (select from tasks u where u.team_id = r.team_id
      and u.id::text = ${value} #>> '{}' and not ${isVisible(request, 'u.project_id')})
    then to_jsonb(${HIDDEN_TASK}::text)
    when starts_with(r.field, ${VALUE_PREFIX}) and jsonb_typeof(${value}) = 'array' then (
      select jsonb_agg(one order by place) from jsonb_array_elements(${value}) with ordinality as e (one, place)
      where not exists (select from tasks u where u.team_id = r.team_id and u.id::text = one #>> '{}'
        and not ${isVisible(request, 'u.project_id')}))
    else ${value} end`;
}

/**
 * Whether the task of a history entry was in an exported project at that time. True for entries of other entities. Expects
 * the tables `history` aliased as `r` and `tasks` aliased as `t`.
 */
function wasVisible(request: ExportRequest): RawBuilder<boolean> {
  if (request.hiddenProjectIds.length === 0) return sql<boolean>`true`;
  return sql<boolean>`coalesce((
    select coalesce((l.old_value #>> '{}')::uuid <> all (${request.hiddenProjectIds}::uuid[]), true) from history l
    where l.team_id = r.team_id and l.entity = 'task' and l.entity_id = t.id and l.field = 'projectId'
      and (l.seq > r.seq or (l.seq = r.seq and r.field <> 'projectId'))
    order by l.seq, l.ordinal limit 1), true)`;
}

/** Selects rows that belong to exported tasks. Provides the table `tasks` aliased as `t`. */
function ofTasks(request: ExportRequest, table: string): RawBuilder<unknown> {
  return sql`from ${sql.table(table)} r join tasks t on t.team_id = r.team_id and t.id = r.task_id
    where r.team_id = ${request.teamId} and ${isVisible(request, 't.project_id')}`;
}

/** Lists private projects, including those in the trash, on which a user has no grant, regardless of their role in the team. */
export async function listHiddenProjects(
  tx: TeamTx,
  userId: string,
): Promise<{ id: string; createdAt: Date }[]> {
  const { rows } = await sql<{ id: string; createdAt: Date }>`
    select p.id, p.created_at as "createdAt" from projects p where p.team_id = ${tx.teamId} and p.is_private and not exists (
      select from project_grants g
      where g.team_id = p.team_id and g.project_id = p.id and g.user_id = ${userId}) limit 10000`.execute(tx);
  return rows;
}

/** Lists restricted documents on which a user has no grant, regardless of their role in the team. */
export async function listHiddenDocuments(
  tx: TeamTx,
  userId: string,
): Promise<{ id: string; createdAt: Date }[]> {
  const { rows } = await sql<{ id: string; createdAt: Date }>`
    select d.id, d.created_at as "createdAt" from documents d
    where d.team_id = ${tx.teamId} and d.is_restricted and not exists (
      select from document_grants g
      where g.team_id = d.team_id and g.document_id = any (d.access) and g.user_id = ${userId})`.execute(tx);
  return rows;
}

/** Lists the ids and storage keys of the files in the parts `attachments` and `documentAttachments`. */
export async function listFiles(
  tx: TeamTx,
  request: ExportRequest,
): Promise<{ id: string; storageKey: string }[]> {
  const { rows: onTasks } = await sql<{ id: string; storageKey: string }>`
    select r.id, r.storage_key as "storageKey" ${ofTasks(request, 'attachments')} and r.deleted_at is null
    order by t.number, r.created_at, r.id`.execute(tx);
  const { rows: onDocuments } = await sql<{ id: string; storageKey: string }>`
    select r.id, r.storage_key as "storageKey" ${ofDocuments(request, 'document_attachments')} and r.deleted_at is null
    order by d.id, r.created_at, r.id`.execute(tx);
  return [...onTasks, ...onDocuments];
}

/** Queries that return each part as lines of JSON text. The order is stable because exports of the same data must be identical. */
export const PART_SELECTS: Record<Exclude<PartName, 'documentContents'>, Select> = {
  team: (request) => sql`
    select json_build_object('id', r.id, 'name', r.name, 'key', r.key, 'hasImage', ${isOwnImage(request, 'r.image')},
      'membersMayInvite', r.members_may_invite, 'membersMayUseTokens', r.members_may_use_tokens, 'defaultRole', r.default_role,
      'estimateUnit', r.estimate_unit, 'hasPublicLinks', r.has_public_links, 'timeZone', r.time_zone,
      'workingDays', to_jsonb(r.working_days), 'holidays', to_jsonb(r.holidays), 'createdBy', r.created_by,
      'createdAt', ${at('r.created_at')}, 'lastTaskNumber', h.last_task_number)::text as line
    from teams r join team_heads h on h.team_id = r.id where r.id = ${request.teamId}`,

  people: (request) => sql`
    select json_build_object('id', u.id, 'name', u.name,
      'email', case when r.removed_at is null and u.deleted_at is null then u.email end, 'teamRole', r.role,
      'joinedAt', ${at('r.joined_at')}, 'removedAt', ${at('r.removed_at')},
      'hasImage', r.removed_at is null and ${isOwnImage(request, 'u.image')})::text as line
    from memberships r join users u on u.id = r.user_id where r.team_id = ${request.teamId} order by u.id`,

  statuses: (request) => sql`
    select json_build_object('id', r.id, 'name', r.name, 'category', r.category, 'color', r.color,
      'position', r.position)::text as line
    from statuses r where r.team_id = ${request.teamId} order by r.position, r.id`,

  labels: (request) => sql`
    select json_build_object('id', r.id, 'name', r.name, 'color', r.color)::text as line
    from labels r where r.team_id = ${request.teamId} order by r.id`,

  taskTypes: (request) => sql`
    select json_build_object('id', r.id, 'name', r.name, 'icon', r.icon, 'color', r.color, 'position', r.position)::text as line
    from task_types r where r.team_id = ${request.teamId} and r.deleted_at is null order by r.id`,

  fields: (request) => sql`
    select json_build_object('id', r.id, 'name', r.name, 'type', r.type, 'options', r.options, 'currency', r.currency,
      'formula', r.formula, 'result', r.result, 'position', r.position, 'deletedAt', ${at('r.deleted_at')})::text as line
    from fields r where r.team_id = ${request.teamId} order by r.id`,

  workTimes: (request) => sql`
    select json_build_object('userId', r.user_id, 'capacity', r.capacity, 'absences', r.absences,
      'createdAt', ${at('r.created_at')}, 'updatedAt', ${at('r.updated_at')})::text as line
    from work_times r where r.team_id = ${request.teamId} order by r.id`,

  projects: (request) => sql`
    select json_build_object('id', r.id, 'name', r.name, 'key', r.key, 'description', r.description, 'color', r.color,
      'position', r.position, 'isPrivate', r.is_private,
      'leadId', r.lead_id, 'startDate', to_char(r.start_date, 'YYYY-MM-DD'),
      'targetDate', to_char(r.target_date, 'YYYY-MM-DD'), 'health', r.health, 'cycles', r.cycles, 'limits', r.limits, 'hasTriage', r.has_triage, 'isSample', r.is_sample, 'archivedAt', ${at('r.archived_at')}, 'archivedBy', r.archived_by, 'createdBy', r.created_by,
      'createdAt', ${at('r.created_at')}, 'updatedAt', ${at('r.updated_at')}, 'deletedAt', ${at('r.deleted_at')}, 'deletedBy', r.deleted_by)::text as line
    from projects r where r.team_id = ${request.teamId} and ${isVisible(request, 'r.id')} order by r.id`,

  grants: (request) => sql`
    select json_build_object('projectId', r.project_id, 'userId', r.user_id, 'level', r.level,
      'grantedBy', r.granted_by, 'grantedAt', ${at('r.granted_at')})::text as line
    from project_grants r where r.team_id = ${request.teamId} and ${isVisible(request, 'r.project_id')}
    order by r.project_id, r.user_id`,

  milestones: (request) => sql`
    select json_build_object('id', r.id, 'projectId', r.project_id, 'name', r.name, 'description', r.description,
      'targetDate', to_char(r.target_date, 'YYYY-MM-DD'), 'position', r.position, 'createdBy', r.created_by,
      'createdAt', ${at('r.created_at')}, 'updatedAt', ${at('r.updated_at')})::text as line
    from milestones r where r.team_id = ${request.teamId} and ${isVisible(request, 'r.project_id')} and r.deleted_at is null
    order by r.id`,

  cycles: (request) => sql`
    select json_build_object('id', r.id, 'projectId', r.project_id, 'number', r.number, 'name', r.name,
      'startsOn', to_char(r.starts_on, 'YYYY-MM-DD'), 'endsOn', to_char(r.ends_on, 'YYYY-MM-DD'), 'timeZone', r.time_zone,
      'startedAt', ${at('r.started_at')}, 'closedAt', ${at('r.closed_at')}, 'startTasks', r.start_tasks,
      'record', r.record, 'figures', r.figures,
      'createdAt', ${at('r.created_at')}, 'updatedAt', ${at('r.updated_at')})::text as line
    from cycles r where r.team_id = ${request.teamId} and ${isVisible(request, 'r.project_id')} order by r.project_id, r.number`,

  workKeys: (request) => sql`
    select json_build_object('key', r.key)::text as line from work_keys r where r.team_id = ${request.teamId} order by r.key`,

  tasks: (request) => sql`
    select json_build_object(${taskPairs(request)})::text as line
    from tasks r where r.team_id = ${request.teamId} and ${isVisible(request, 'r.project_id')} order by r.number`,

  assignees: (request) => sql`
    select json_build_object('taskId', r.task_id, 'userId', r.user_id, 'assignedAt', ${at('r.assigned_at')})::text as line
    ${ofTasks(request, 'task_assignees')} order by t.number, r.user_id`,

  watchers: (request) => sql`
    select json_build_object('taskId', r.task_id, 'userId', r.user_id, 'watchedAt', ${at('r.watched_at')},
      'stoppedAt', ${at('r.stopped_at')})::text as line
    ${ofTasks(request, 'task_watchers')} order by t.number, r.user_id`,

  taskLabels: (request) => sql`
    select json_build_object('taskId', r.task_id, 'labelId', r.label_id)::text as line
    ${ofTasks(request, 'task_labels')} order by t.number, r.label_id`,

  taskLinks: (request) => sql`
    select json_build_object('taskId', r.task_id, 'fieldId', r.field_id, 'otherId', r.other_id)::text as line
    ${ofTasks(request, 'task_links')} and not ${isHiddenTask(request, 'r.other_id')}
    order by t.number, r.field_id, r.other_id`,

  relations: (request) => sql`
    select json_build_object('id', r.id, 'kind', r.kind, 'fromId', r.from_id, 'toId', r.to_id,
      'createdBy', r.created_by, 'createdAt', ${at('r.created_at')})::text as line
    from task_relations r
    join tasks a on a.team_id = r.team_id and a.id = r.from_id
    join tasks b on b.team_id = r.team_id and b.id = r.to_id
    where r.team_id = ${request.teamId} and ${isVisible(request, 'a.project_id')} and ${isVisible(request, 'b.project_id')}
    order by r.id`,

  checklistItems: (request) => sql`
    select json_build_object('id', r.id, 'taskId', r.task_id, 'title', r.title, 'isDone', r.is_done,
      'position', r.position)::text as line
    ${ofTasks(request, 'checklist_items')} order by t.number, r.position, r.id`,

  attachments: (request) => sql`
    select json_build_object('id', r.id, 'taskId', r.task_id, 'name', r.name, 'type', r.type, 'bytes', r.bytes,
      'width', r.width, 'height', r.height, 'createdBy', r.created_by, 'createdAt', ${at('r.created_at')})::text as line
    ${ofTasks(request, 'attachments')} and r.deleted_at is null order by t.number, r.created_at, r.id`,

  timeEntries: (request) => sql`
    select json_build_object('id', r.id, 'taskId', r.task_id, 'userId', r.user_id, 'day', to_char(r.day, 'YYYY-MM-DD'),
      'startedAt', ${at('r.started_at')}, 'endedAt', ${at('r.ended_at')}, 'note', r.note, 'madeBy', r.made_by,
      'createdAt', ${at('r.created_at')})::text as line
    ${ofTasks(request, 'time_entries')} and r.deleted_at is null and r.ended_at is not null
    order by t.number, r.started_at, r.id`,

  skips: (request) => sql`
    select json_build_object('id', r.id, 'taskId', r.task_id, 'day', to_char(r.day, 'YYYY-MM-DD'),
      'toDay', to_char(r.to_day, 'YYYY-MM-DD'), 'rule', r.rule, 'toRule', r.to_rule, 'planned', r.planned, 'reason', r.reason,
      'skippedBy', r.skipped_by, 'skippedAt', ${at('r.skipped_at')})::text as line
    ${ofTasks(request, 'task_skips')} order by t.number, r.skipped_at, r.id`,

  views: (request) => sql`
    select json_build_object('id', r.id, 'projectId', r.project_id, 'name', r.name, 'color', r.color, 'text', r.text,
      'isPrivate', r.is_private, 'isLocked', r.is_locked, 'position', r.position, 'createdBy', r.created_by,
      'createdAt', ${at('r.created_at')}, 'updatedAt', ${at('r.updated_at')})::text as line
    from views r where r.team_id = ${request.teamId} and ${isVisible(request, 'r.project_id')} and not r.is_private
    order by r.id`,

  templates: (request) => sql`
    select json_build_object('id', r.id, 'name', r.name, 'kind', r.kind, 'content', r.content,
      'createdBy', r.created_by, 'createdAt', ${at('r.created_at')}, 'updatedAt', ${at('r.updated_at')})::text as line
    from templates r where r.team_id = ${request.teamId} and r.deleted_at is null order by r.id`,

  documents: (request) => sql`
    select json_build_object('id', d.id, 'parentId', ${unlessHidden(request, 'd.parent_id')}, 'projectId', d.project_id,
      'title', d.title, 'icon', d.icon, 'cover', d.cover, 'position', d.position,
      -- Without its hidden parent, the document becomes private, so that nobody gains access.
      'isPrivate', d.is_private or (d.is_restricted and d.parent_id is not null and ${unlessHidden(request, 'd.parent_id')} is null),
      'isTemplate', d.is_template, 'isFullWidth', d.is_full_width,
      'archivedAt', ${at('d.archived_at')}, 'archivedBy', d.archived_by, 'archivedWith', ${unlessHidden(request, 'd.archived_with')},
      'createdBy', d.created_by, 'createdAt', ${at('d.created_at')}, 'updatedBy', d.updated_by, 'updatedAt', ${at('d.updated_at')},
      'deletedAt', ${at('d.deleted_at')}, 'deletedBy', d.deleted_by, 'deletedWith', ${unlessHidden(request, 'd.deleted_with')})::text as line
    from documents d where d.team_id = ${request.teamId} and ${isDocumentVisible(request, 'd')} order by d.id`,

  documentGrants: (request) => sql`
    select json_build_object('documentId', r.document_id, 'userId', r.user_id, 'level', r.level,
      'grantedBy', r.granted_by, 'grantedAt', ${at('r.granted_at')})::text as line
    ${ofDocuments(request, 'document_grants')} order by r.document_id, r.user_id`,

  documentAttachments: (request) => sql`
    select json_build_object('id', r.id, 'documentId', r.document_id, 'name', r.name, 'type', r.type, 'bytes', r.bytes,
      'width', r.width, 'height', r.height, 'copiedFrom', r.copied_from, 'createdBy', r.created_by,
      'createdAt', ${at('r.created_at')})::text as line
    ${ofDocuments(request, 'document_attachments')} and r.deleted_at is null order by d.id, r.created_at, r.id`,

  comments: (request) => sql`
    select json_build_object('id', r.id, 'taskId', r.task_id, 'parentId', r.parent_id, 'body', r.body,
      'createdBy', r.created_by, 'createdAt', ${at('r.created_at')}, 'editedAt', ${at('r.edited_at')},
      'deletedAt', ${at('r.deleted_at')}, 'deletedBy', r.deleted_by)::text as line
    ${ofTasks(request, 'task_comments')} order by t.number, r.created_at, r.id`,

  reactions: (request) => sql`
    select json_build_object('commentId', r.comment_id, 'userId', r.user_id, 'emoji', r.emoji,
      'createdAt', ${at('r.created_at')})::text as line
    from comment_reactions r
    join task_comments c on c.team_id = r.team_id and c.id = r.comment_id
    join tasks t on t.team_id = c.team_id and t.id = c.task_id
    where r.team_id = ${request.teamId} and ${isVisible(request, 't.project_id')}
    order by t.number, r.created_at, r.comment_id, r.user_id, r.emoji`,

  spans: (request) => sql`
    select json_build_object('taskId', r.task_id, 'ordinal', r.ordinal, 'enteredAt', ${at('r.entered_at')},
      'leftAt', ${at('r.left_at')}, 'statusId', r.status_id, 'category', r.category, 'enteredBy', r.entered_by)::text as line
    ${ofTasks(request, 'task_state_spans')} order by t.number, r.ordinal`,

  history: (request) => sql`
    select json_build_object('seq', r.seq, 'ordinal', r.ordinal, 'entity', r.entity, 'entityId', r.entity_id,
      'field', r.field, 'old', ${withoutHidden(request, 'r.old_value')}, 'new', ${withoutHidden(request, 'r.new_value')}, 'actor', r.actor, 'at', ${at('r.at')})::text as line
    from history r
    left join task_comments c on c.team_id = r.team_id and c.id = r.entity_id and r.entity = 'comment'
    left join cycles y on y.team_id = r.team_id and y.id = r.entity_id and r.entity = 'cycle'
    left join milestones m on m.team_id = r.team_id and m.id = r.entity_id and r.entity = 'milestone'
    left join views v on v.team_id = r.team_id and v.id = r.entity_id and r.entity = 'view'
    left join documents d on d.team_id = r.team_id and d.id = r.entity_id and r.entity = 'document'
    left join tasks t on t.team_id = r.team_id
      and t.id = case when r.entity = 'task' then r.entity_id else c.task_id end
    where r.team_id = ${request.teamId} and ${isVisible(request, 't.project_id')} and ${wasVisible(request)}
      and (r.entity <> 'project' or ${isVisible(request, 'r.entity_id')})
      and (r.entity <> 'cycle' or (y.id is not null and ${isVisible(request, 'y.project_id')}))
      and (r.entity <> 'milestone' or (m.id is not null and ${isVisible(request, 'm.project_id')}))
      and (r.entity <> 'view' or (not v.is_private and ${isVisible(request, 'v.project_id')}))
      and (r.entity <> 'document' or ${isExportable(request)})
    order by r.seq, r.ordinal`,

  invites: (request) => sql`
    select json_build_object('id', r.id, 'teamRole', r.role, 'email', r.email, 'domain', r.domain, 'maxUses', r.max_uses, 'uses', r.uses,
      'createdBy', r.created_by, 'createdAt', ${at('r.created_at')}, 'expiresAt', ${at('r.expires_at')},
      'revokedAt', ${at('r.revoked_at')})::text as line
    from invites r where r.team_id = ${request.teamId} order by r.created_at, r.id`,

  audit: (request) => sql`
    select json_build_object('id', r.id, 'number', r.number, 'hash', encode(r.hash, 'hex'), 'act', r.act, 'object', r.object,
      'objectId', r.object_id, 'objectName', r.object_name, 'details', r.details, 'actor', r.actor, 'at', ${at('r.at')},
      'address', r.address, 'requestId', r.request_id, 'tokenId', r.token_id)::text as line
    from audit_entries r where r.team_id = ${request.teamId} order by r.number`,
};
