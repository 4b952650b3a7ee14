import {
  TASK_COLUMN_TYPES,
  toCamelCase,
  type CamelCase,
  type TaskColumn,
} from '#platform/db/tables/task-columns.ts';
import type { IMPORTED_PARTS, ImportedPart, Row } from './part-rows.ts';

export type Column = readonly [name: string, type: string];

export type RowOf<P extends ImportedPart> = Row<(typeof IMPORTED_PARTS)[P]>;
/** All fields of a row and fields derived from them. A missing field is a type error, since its data would be lost. */
type FieldOf<P extends ImportedPart> =
  | keyof RowOf<P>
  | (P extends 'tasks' ? 'startAt' | 'dueAt' : never)
  | (P extends 'attachments' | 'documentAttachments' ? 'storageKey' : never)
  | (P extends 'documents' ? 'rootId' | 'access' | 'isRestricted' : never)
  | (P extends 'workTimes' ? 'id' : never);

const taskColumns = Object.fromEntries(
  Object.entries(TASK_COLUMN_TYPES).map(([name, type]) => [toCamelCase(name), [name, type]]),
) as unknown as Record<CamelCase<TaskColumn>, Column>;

/** Parts whose rows are inserted into a table, with the columns of their fields; `team_id` is added to each row. */
export const IMPORT_TABLES = {
  statuses: {
    table: 'statuses',
    columns: {
      id: ['id', 'uuid'],
      name: ['name', 'text'],
      category: ['category', 'text'],
      color: ['color', 'text'],
      position: ['position', 'text'],
    },
  },
  labels: {
    table: 'labels',
    columns: {
      id: ['id', 'uuid'],
      name: ['name', 'text'],
      color: ['color', 'text'],
    },
  },
  taskTypes: {
    table: 'task_types',
    columns: {
      id: ['id', 'uuid'],
      name: ['name', 'text'],
      icon: ['icon', 'text'],
      color: ['color', 'text'],
      position: ['position', 'text'],
    },
  },
  fields: {
    table: 'fields',
    columns: {
      id: ['id', 'uuid'],
      name: ['name', 'text'],
      type: ['type', 'text'],
      options: ['options', 'jsonb'],
      currency: ['currency', 'text'],
      formula: ['formula', 'text'],
      result: ['result', 'text'],
      position: ['position', 'text'],
      deletedAt: ['deleted_at', 'timestamptz'],
    },
  },
  workTimes: {
    table: 'work_times',
    columns: {
      id: ['id', 'uuid'],
      userId: ['user_id', 'uuid'],
      capacity: ['capacity', 'int'],
      absences: ['absences', 'jsonb'],
      createdAt: ['created_at', 'timestamptz'],
      updatedAt: ['updated_at', 'timestamptz'],
    },
  },
  projects: {
    table: 'projects',
    columns: {
      id: ['id', 'uuid'],
      name: ['name', 'text'],
      key: ['key', 'text'],
      description: ['description', 'text'],
      color: ['color', 'text'],
      position: ['position', 'text'],
      isPrivate: ['is_private', 'boolean'],
      leadId: ['lead_id', 'uuid'],
      startDate: ['start_date', 'date'],
      targetDate: ['target_date', 'date'],
      health: ['health', 'text'],
      cycles: ['cycles', 'jsonb'],
      limits: ['limits', 'jsonb'],
      hasTriage: ['has_triage', 'boolean'],
      isSample: ['is_sample', 'boolean'],
      archivedAt: ['archived_at', 'timestamptz'],
      archivedBy: ['archived_by', 'uuid'],
      createdBy: ['created_by', 'uuid'],
      createdAt: ['created_at', 'timestamptz'],
      updatedAt: ['updated_at', 'timestamptz'],
      deletedAt: ['deleted_at', 'timestamptz'],
      deletedBy: ['deleted_by', 'uuid'],
    },
  },
  grants: {
    table: 'project_grants',
    columns: {
      projectId: ['project_id', 'uuid'],
      userId: ['user_id', 'uuid'],
      level: ['level', 'text'],
      grantedBy: ['granted_by', 'uuid'],
      grantedAt: ['granted_at', 'timestamptz'],
    },
  },
  milestones: {
    table: 'milestones',
    columns: {
      id: ['id', 'uuid'],
      projectId: ['project_id', 'uuid'],
      name: ['name', 'text'],
      description: ['description', 'text'],
      targetDate: ['target_date', 'date'],
      position: ['position', 'text'],
      createdBy: ['created_by', 'uuid'],
      createdAt: ['created_at', 'timestamptz'],
      updatedAt: ['updated_at', 'timestamptz'],
    },
  },
  cycles: {
    table: 'cycles',
    columns: {
      id: ['id', 'uuid'],
      projectId: ['project_id', 'uuid'],
      number: ['number', 'int'],
      name: ['name', 'text'],
      startsOn: ['starts_on', 'date'],
      endsOn: ['ends_on', 'date'],
      timeZone: ['time_zone', 'text'],
      startedAt: ['started_at', 'timestamptz'],
      closedAt: ['closed_at', 'timestamptz'],
      startTasks: ['start_tasks', 'jsonb'],
      record: ['record', 'jsonb'],
      figures: ['figures', 'jsonb'],
      createdAt: ['created_at', 'timestamptz'],
      updatedAt: ['updated_at', 'timestamptz'],
    },
  },
  workKeys: { table: 'work_keys', columns: { key: ['key', 'text'] } },
  tasks: {
    table: 'tasks',
    columns: taskColumns,
  },
  assignees: {
    table: 'task_assignees',
    columns: {
      taskId: ['task_id', 'uuid'],
      userId: ['user_id', 'uuid'],
      assignedAt: ['assigned_at', 'timestamptz'],
    },
  },
  watchers: {
    table: 'task_watchers',
    columns: {
      taskId: ['task_id', 'uuid'],
      userId: ['user_id', 'uuid'],
      watchedAt: ['watched_at', 'timestamptz'],
      stoppedAt: ['stopped_at', 'timestamptz'],
    },
  },
  taskLabels: {
    table: 'task_labels',
    columns: {
      taskId: ['task_id', 'uuid'],
      labelId: ['label_id', 'uuid'],
    },
  },
  taskLinks: {
    table: 'task_links',
    columns: {
      taskId: ['task_id', 'uuid'],
      fieldId: ['field_id', 'uuid'],
      otherId: ['other_id', 'uuid'],
    },
  },
  relations: {
    table: 'task_relations',
    columns: {
      id: ['id', 'uuid'],
      kind: ['kind', 'text'],
      fromId: ['from_id', 'uuid'],
      toId: ['to_id', 'uuid'],
      createdBy: ['created_by', 'uuid'],
      createdAt: ['created_at', 'timestamptz'],
    },
  },
  checklistItems: {
    table: 'checklist_items',
    columns: {
      id: ['id', 'uuid'],
      taskId: ['task_id', 'uuid'],
      title: ['title', 'text'],
      isDone: ['is_done', 'boolean'],
      position: ['position', 'text'],
    },
  },
  attachments: {
    table: 'attachments',
    columns: {
      id: ['id', 'uuid'],
      taskId: ['task_id', 'uuid'],
      name: ['name', 'text'],
      type: ['type', 'text'],
      bytes: ['bytes', 'int'],
      width: ['width', 'int'],
      height: ['height', 'int'],
      storageKey: ['storage_key', 'text'],
      createdBy: ['created_by', 'uuid'],
      createdAt: ['created_at', 'timestamptz'],
    },
  },
  timeEntries: {
    table: 'time_entries',
    columns: {
      id: ['id', 'uuid'],
      taskId: ['task_id', 'uuid'],
      userId: ['user_id', 'uuid'],
      day: ['day', 'date'],
      startedAt: ['started_at', 'timestamptz'],
      endedAt: ['ended_at', 'timestamptz'],
      note: ['note', 'text'],
      madeBy: ['made_by', 'text'],
      createdAt: ['created_at', 'timestamptz'],
    },
  },
  skips: {
    table: 'task_skips',
    columns: {
      id: ['id', 'uuid'],
      taskId: ['task_id', 'uuid'],
      day: ['day', 'date'],
      toDay: ['to_day', 'date'],
      rule: ['rule', 'text'],
      toRule: ['to_rule', 'text'],
      planned: ['planned', 'jsonb'],
      reason: ['reason', 'text'],
      skippedBy: ['skipped_by', 'uuid'],
      skippedAt: ['skipped_at', 'timestamptz'],
    },
  },
  views: {
    table: 'views',
    columns: {
      id: ['id', 'uuid'],
      projectId: ['project_id', 'uuid'],
      name: ['name', 'text'],
      color: ['color', 'text'],
      text: ['text', 'text'],
      isPrivate: ['is_private', 'boolean'],
      isLocked: ['is_locked', 'boolean'],
      position: ['position', 'text'],
      createdBy: ['created_by', 'uuid'],
      createdAt: ['created_at', 'timestamptz'],
      updatedAt: ['updated_at', 'timestamptz'],
    },
  },
  templates: {
    table: 'templates',
    columns: {
      id: ['id', 'uuid'],
      name: ['name', 'text'],
      kind: ['kind', 'text'],
      content: ['content', 'jsonb'],
      createdBy: ['created_by', 'uuid'],
      createdAt: ['created_at', 'timestamptz'],
      updatedAt: ['updated_at', 'timestamptz'],
    },
  },
  documents: {
    table: 'documents',
    columns: {
      id: ['id', 'uuid'],
      parentId: ['parent_id', 'uuid'],
      rootId: ['root_id', 'uuid'],
      projectId: ['project_id', 'uuid'],
      title: ['title', 'text'],
      icon: ['icon', 'text'],
      cover: ['cover', 'text'],
      position: ['position', 'text'],
      access: ['access', 'uuid[]'],
      isRestricted: ['is_restricted', 'boolean'],
      isPrivate: ['is_private', 'boolean'],
      isTemplate: ['is_template', 'boolean'],
      isFullWidth: ['is_full_width', 'boolean'],
      archivedAt: ['archived_at', 'timestamptz'],
      archivedBy: ['archived_by', 'uuid'],
      archivedWith: ['archived_with', 'uuid'],
      createdBy: ['created_by', 'uuid'],
      createdAt: ['created_at', 'timestamptz'],
      updatedBy: ['updated_by', 'uuid'],
      updatedAt: ['updated_at', 'timestamptz'],
      deletedAt: ['deleted_at', 'timestamptz'],
      deletedBy: ['deleted_by', 'uuid'],
      deletedWith: ['deleted_with', 'uuid'],
    },
  },
  documentGrants: {
    table: 'document_grants',
    columns: {
      documentId: ['document_id', 'uuid'],
      userId: ['user_id', 'uuid'],
      level: ['level', 'text'],
      grantedBy: ['granted_by', 'uuid'],
      grantedAt: ['granted_at', 'timestamptz'],
    },
  },
  documentAttachments: {
    table: 'document_attachments',
    columns: {
      id: ['id', 'uuid'],
      copiedFrom: ['copied_from', 'uuid'],
      documentId: ['document_id', 'uuid'],
      name: ['name', 'text'],
      type: ['type', 'text'],
      bytes: ['bytes', 'int'],
      width: ['width', 'int'],
      height: ['height', 'int'],
      storageKey: ['storage_key', 'text'],
      createdBy: ['created_by', 'uuid'],
      createdAt: ['created_at', 'timestamptz'],
    },
  },
  comments: {
    table: 'task_comments',
    columns: {
      id: ['id', 'uuid'],
      taskId: ['task_id', 'uuid'],
      body: ['body', 'text'],
      createdBy: ['created_by', 'uuid'],
      createdAt: ['created_at', 'timestamptz'],
      parentId: ['parent_id', 'uuid'],
      editedAt: ['edited_at', 'timestamptz'],
      deletedAt: ['deleted_at', 'timestamptz'],
      deletedBy: ['deleted_by', 'uuid'],
    },
  },
  reactions: {
    table: 'comment_reactions',
    columns: {
      commentId: ['comment_id', 'uuid'],
      userId: ['user_id', 'uuid'],
      emoji: ['emoji', 'text'],
      createdAt: ['created_at', 'timestamptz'],
    },
  },
  spans: {
    table: 'task_state_spans',
    columns: {
      taskId: ['task_id', 'uuid'],
      ordinal: ['ordinal', 'int'],
      enteredAt: ['entered_at', 'timestamptz'],
      leftAt: ['left_at', 'timestamptz'],
      statusId: ['status_id', 'uuid'],
      category: ['category', 'text'],
      enteredBy: ['entered_by', 'uuid'],
    },
  },
  history: {
    table: 'history',
    columns: {
      seq: ['seq', 'bigint'],
      ordinal: ['ordinal', 'int'],
      entity: ['entity', 'text'],
      entityId: ['entity_id', 'uuid'],
      field: ['field', 'text'],
      old: ['old_value', 'jsonb'],
      new: ['new_value', 'jsonb'],
      actor: ['actor', 'uuid'],
      at: ['at', 'timestamptz'],
    },
  },
} as const satisfies { [P in ImportedPart]?: { table: string; columns: Record<FieldOf<P>, Column> } };

export type TablePart = keyof typeof IMPORT_TABLES;
