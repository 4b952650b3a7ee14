import { z } from 'zod';
import { filter, limit, ref, scope, sort, word } from './inputs.ts';
import { both, countTasks, listTasks, narrow, OPEN, describeTasks } from './describe-tasks.ts';
import { defineTool, type Source, type Tool, type ToolOutput, type ToolContext } from './tool.ts';

type ListRequest = Parameters<typeof listTasks>[1];

async function answer(ctx: ToolContext, query: ListRequest, most: number): Promise<ToolOutput> {
  const { tasks, isCut } = await listTasks(ctx, query, most);
  const { described, sources } = await describeTasks(ctx, tasks);
  return { data: { tasks: described }, sources, isCut };
}

const list = defineTool({
  name: 'listTasks',
  description:
    'Lists tasks by a filter as saved views have it: fields status, category, priority, assignee (ids or me), label, project, due (overdue, today, next7, days), blocked, title.',
  kind: 'read',
  needs: ['tasks.list', 'tasks.count', 'tasks.get'],
  input: z.strictObject({
    filter: filter.optional(),
    sort: sort.optional(),
    keys: z.array(ref).max(50).optional(),
    title: word.optional(),
    limit,
  }),
  run: async (ctx, { keys, title, limit: most, ...query }) => {
    if (keys !== undefined) {
      const tasks = [];
      for (const key of keys) tasks.push((await ctx.call('tasks.get', { params: { taskId: key } })).task);
      const { described, sources } = await describeTasks(ctx, tasks);
      return { data: { tasks: described, total: described.length }, sources };
    }
    const items = [
      ...(query.filter === undefined ? [] : [query.filter]),
      ...(title === undefined ? [] : [{ field: 'title', op: 'is', values: [title] } as const]),
    ];
    const sorted = query.sort === undefined ? {} : { sort: query.sort };
    const [only] = items;
    const wanted = items.length === 1 && only !== undefined && 'match' in only ? only : both(...items);
    const { tasks, isCut } = await listTasks(ctx, { filter: wanted, ...sorted }, most);
    const { described, sources } = await describeTasks(ctx, tasks);
    const total = isCut ? (await countTasks(ctx, wanted)).tasks : described.length;
    return { data: { tasks: described, total }, sources, isCut };
  },
});

const overdue = defineTool({
  name: 'findOverdue',
  description: 'Open tasks that are past their due date.',
  kind: 'read',
  needs: ['tasks.list'],
  input: z.strictObject({ ...scope, limit }),
  run: async (ctx, { limit: most, ...of }) =>
    await answer(
      ctx,
      { filter: both(OPEN, { field: 'due', op: 'is', values: ['overdue'] }, ...narrow(of)) },
      most,
    ),
});

const blocked = defineTool({
  name: 'findBlocked',
  description: 'Open tasks that wait for others.',
  kind: 'read',
  needs: ['tasks.list'],
  input: z.strictObject({ ...scope, limit }),
  run: async (ctx, { limit: most, ...of }) =>
    await answer(
      ctx,
      { filter: both(OPEN, { field: 'blocked', op: 'is', values: ['yes'] }, ...narrow(of)) },
      most,
    ),
});

const triage = defineTool({
  name: 'triageQueue',
  description: 'Tasks that wait in triage to be taken in.',
  kind: 'read',
  needs: ['tasks.list'],
  input: z.strictObject({ projectId: ref.optional(), limit }),
  run: async (ctx, { projectId, limit: most }) =>
    await answer(ctx, { waits: true, ...(projectId === undefined ? {} : { projectId }) }, most),
});

const workload = defineTool({
  name: 'workload',
  description: 'How many open and late tasks each person has, and the sum of their estimates.',
  kind: 'read',
  needs: ['tasks.count', 'members.list'],
  input: z.strictObject(scope),
  run: async (ctx, of) => {
    const counts = await countTasks(ctx, both(OPEN, ...narrow(of)), 'assignee');
    const { members } = await ctx.names();
    const people = counts.people.flatMap(({ userId, tasks: open, late, estimate }) => {
      const person = members.find(({ id }) => id === userId);
      if (person === undefined || (of.personId !== undefined && userId !== of.personId)) return [];
      return [{ id: userId, name: person.name, open, late, estimate }];
    });
    return { data: { people }, sources: [] };
  },
});

const projects = defineTool({
  name: 'listProjects',
  description: 'The projects in sight.',
  kind: 'read',
  needs: ['projects.list'],
  input: z.strictObject({}),
  run: async (ctx) => {
    const found = await ctx.call('projects.list', { query: { limit: '200' } });
    const sources = found.projects.map(({ id, name, updatedAt, archivedAt }) =>
      ctx.cite({ kind: 'project', id, title: name, updatedAt, isArchived: archivedAt !== null }),
    );
    const data = found.projects.map(({ id, name, key }, at) => ({
      id,
      name,
      key,
      handle: sources[at]?.handle,
    }));
    return { data: { projects: data }, sources, isCut: found.nextCursor !== null };
  },
});

const members = defineTool({
  name: 'listMembers',
  description: 'The people of the team with their roles.',
  kind: 'read',
  needs: ['members.list'],
  input: z.strictObject({}),
  run: async (ctx) => {
    const names = await ctx.names();
    return {
      data: { members: names.members.map(({ id, name, role }) => ({ id, name, role })) },
      sources: [],
    };
  },
});

const documents = defineTool({
  name: 'listDocuments',
  description: 'The documents in sight, by title.',
  kind: 'read',
  needs: ['documents.list'],
  input: z.strictObject({ projectId: ref.optional(), limit }),
  run: async (ctx, { projectId, limit: most }) => {
    const query = { limit: String(most), ...(projectId === undefined ? {} : { projectId }) };
    const found = await ctx.call('documents.list', { query });
    const sources = found.documents.map(({ id, title, updatedAt, archivedAt }) =>
      ctx.cite({ kind: 'document', id, title, updatedAt, isArchived: archivedAt !== null }),
    );
    const data = found.documents.map(({ id, title }, at) => ({ id, title, handle: sources[at]?.handle }));
    return { data: { documents: data }, sources, isCut: found.nextCursor !== null };
  },
});

const activity = defineTool({
  name: 'activity',
  description: 'What changed in tasks since a day or a moment, and who did it.',
  kind: 'read',
  needs: ['tasks.changed'],
  input: z.strictObject({
    since: z.string().max(40),
    until: z.string().max(40).optional(),
    ...scope,
    limit,
  }),
  run: async (ctx, { since, until, projectId, personId, limit: most }) => {
    const at = since.length === 10 ? `${since}T00:00:00.000Z` : since;
    const found = await ctx.call('tasks.changed', {
      query: {
        since: at,
        by: 'everybody',
        limit: String(Math.min(most, 25)),
        ...(projectId === undefined ? {} : { projectId }),
      },
    });
    const names = await ctx.names();
    const sources: Source[] = [];
    const entries = found.tasks.flatMap((task) => {
      const { taskId: id, key, title, lastAt, isNew } = task;
      const source = ctx.cite({ kind: 'task', id, title: `${key} ${title}`, updatedAt: lastAt }, key);
      sources.push(source);
      const creation = isNew
        ? [{ at: lastAt, by: '', task: `${key} ${title}`, field: null, handle: source.handle }]
        : [];
      const changes = task.changes
        .filter(({ actor, at: when }) => {
          const isByPerson = personId === undefined || actor === personId;
          return isByPerson && (until === undefined || when.slice(0, until.length) <= until);
        })
        .map(({ field, actor, at: when }) => ({
          at: when,
          by: names.members.find((one) => one.id === actor)?.name ?? '',
          task: `${key} ${title}`,
          field,
          handle: source.handle,
        }));
      return [...(personId === undefined ? creation : []), ...changes];
    });
    return { data: { entries: entries.slice(0, 100) }, sources, isCut: found.nextCursor !== null };
  },
});

export const LIST_TOOLS: readonly Tool[] = [
  list,
  overdue,
  blocked,
  triage,
  workload,
  projects,
  members,
  documents,
  activity,
];
