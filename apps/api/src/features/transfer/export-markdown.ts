import { replaceMentions } from '@hearth/contracts/rich-text/comment-values';
import {
  EMPTY_SCALARS,
  SCALAR_FIELD_NAMES,
  type ScalarValues,
} from '@hearth/contracts/model/scalar-field-values';
import { sql, type RawBuilder } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';
import type { ExportRequest } from './export-parts.ts';

/** A project in the readable export. `id` is null for tasks without a project. */
interface ReadableProject {
  id: string | null;
  key: string;
  name: string;
  description: string;
}

interface ReadableComment {
  by: string | null;
  at: string;
  body: string;
  isAnswer: boolean;
  /** Names of mentioned users by id. */
  mentioned: Record<string, string>;
}

interface ReadableTask extends ScalarValues {
  key: string;
  title: string;
  status: string;
  start: string | null;
  due: string | null;
  description: string;
  /** Names of mentioned users by id. */
  mentioned: Record<string, string>;
  assignees: string[];
  type: string | null;
  labels: string[];
  comments: ReadableComment[];
}

const CHUNK_ROWS = 100;

const scalarColumns = sql.raw(SCALAR_FIELD_NAMES.map((field) => `t.${field}`).join(', '));

/** Formats a time in UTC because the reader's time zone is unknown. */
function momentText(column: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')`;
}

/** Lists up to `limit` visible projects that are not in the trash, followed by an entry for tasks without a project. */
export async function listReadableProjects(
  tx: TeamTx,
  request: ExportRequest,
  limit: number,
): Promise<ReadableProject[]> {
  const { rows } = await sql<ReadableProject>`
    select p.id, p.key, p.name, p.description from projects p
    where p.team_id = ${request.teamId} and p.deleted_at is null and p.id <> all (${request.hiddenProjectIds}::uuid[])
    order by p.position, p.id limit ${limit}`.execute(tx);
  return [...rows, { id: null, key: 'no-project', name: 'Tasks without a project', description: '' }];
}

/** Yields a project as readable Markdown, with its tasks in board order. */
export async function* writeProject(
  tx: TeamTx,
  request: ExportRequest,
  project: ReadableProject,
): AsyncGenerator<string> {
  yield `# ${project.name}\n`;
  if (project.description !== '') yield `\n${project.description}\n`;
  const query = sql<ReadableTask>`
    select coalesce(p.key, k.key) || '-' || t.number as key, t.title, s.name as status, ${scalarColumns}, t.description,
      case when strpos(t.description, '<@') > 0 then (
        select coalesce(json_object_agg(p.id, p.name), '{}') from memberships m join users p on p.id = m.user_id
        where m.team_id = t.team_id and strpos(t.description, '<@' || p.id || '>') > 0) else '{}' end as mentioned,
      coalesce(to_char(t.start_date, 'YYYY-MM-DD'), ${momentText(sql`t.start_at`)}) as start,
      coalesce(to_char(t.due_date, 'YYYY-MM-DD'), ${momentText(sql`t.due_at`)}) as due,
      (select coalesce(json_agg(u.name order by u.name), '[]') from task_assignees a join users u on u.id = a.user_id
        where a.team_id = t.team_id and a.task_id = t.id) as assignees,
      (select y.name from task_types y where y.team_id = t.team_id and y.id = t.type_id) as type,
      (select coalesce(json_agg(l.name order by l.name), '[]') from task_labels x
        join labels l on l.team_id = x.team_id and l.id = x.label_id
        where x.team_id = t.team_id and x.task_id = t.id) as labels,
      (select coalesce(json_agg(json_build_object('by', u.name, 'body', c.body,
          'isAnswer', c.parent_id is not null,
          'mentioned', (select coalesce(json_object_agg(p.id, p.name), '{}') from memberships m join users p on p.id = m.user_id
            where m.team_id = c.team_id and strpos(c.body, '<@' || p.id || '>') > 0),
          'at', to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'))
          order by coalesce(q.created_at, c.created_at), coalesce(c.parent_id, c.id), c.created_at, c.id), '[]')
        from task_comments c left join users u on u.id = c.created_by
        left join task_comments q on q.team_id = c.team_id and q.id = c.parent_id
        where c.team_id = t.team_id and c.task_id = t.id and c.deleted_at is null) as comments
    from tasks t
    join teams k on k.id = t.team_id
    join statuses s on s.team_id = t.team_id and s.id = t.status_id
    left join projects p on p.team_id = t.team_id and p.id = t.project_id
    where t.team_id = ${request.teamId} and t.deleted_at is null and t.project_id is not distinct from ${project.id}::uuid
    order by s.position, s.id, t.position, t.number`;
  let status: string | null = null;
  for await (const { rows } of tx.getExecutor().stream<ReadableTask>(query.compile(tx), CHUNK_ROWS)) {
    for (const task of rows) {
      if (task.status !== status) yield `\n## ${task.status}\n`;
      status = task.status;
      yield writeTask(task);
    }
  }
}

function nameMentioned(text: string, mentioned: Readonly<Record<string, string>>): string {
  return replaceMentions(text, (id) => `@${mentioned[id] ?? 'Somebody'}`);
}

function writeTask(task: ReadableTask): string {
  const facts = [
    ...(task.type === null ? [] : [task.type]),
    ...(task.assignees.length === 0 ? [] : [task.assignees.join(', ')]),
    ...(task.start === null ? [] : [`from ${task.start}`]),
    ...(task.due === null ? [] : [`due ${task.due}`]),
    ...SCALAR_FIELD_NAMES.filter((field) => task[field] !== EMPTY_SCALARS[field]).map(
      (field) => `${field} ${task[field]}`,
    ),
    ...task.labels.map((label) => `#${label}`),
  ];
  const parts = [`\n### ${task.key} ${task.title}\n`];
  if (facts.length > 0) parts.push(`\n${facts.join(' · ')}\n`);
  if (task.description !== '') parts.push(`\n${nameMentioned(task.description, task.mentioned)}\n`);
  for (const { by, at, body, isAnswer, mentioned } of task.comments) {
    const text = nameMentioned(body, mentioned);
    const quoted = text.split('\n').map((line) => `> ${line}`.trimEnd());
    parts.push(`\n${isAnswer ? '↳ ' : ''}**${by ?? 'Somebody'}**, ${at} UTC:\n\n${quoted.join('\n')}\n`);
  }
  return parts.join('');
}
