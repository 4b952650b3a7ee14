import { printFilter, printSort } from '@hearth/contracts/views/view-text-values';
import type { FilterGroup, SortKey } from '@hearth/contracts/views/view-values';
import type { Task } from '@hearth/contracts/tasks/tasks';
import type { TaskCounts } from '@hearth/contracts/tasks/task-counts';
import type { Source, ToolContext } from './tool.ts';

/** A task in the form that is shown to models. */
interface DescribedTask {
  id: string;
  key: string;
  title: string;
  handle: string;
  status: string;
  category: string;
  priority: string;
  dueDate: string | null;
  assignees: string[];
  project: string | null;
}

const PAGE = 200;

export async function describeTasks(
  ctx: ToolContext,
  tasks: readonly Task[],
): Promise<{ described: DescribedTask[]; sources: Source[] }> {
  const { members, projects, statuses } = await ctx.names();
  const sources = tasks.map((task) => citeTask(ctx, task));
  const described = tasks.map((task, at): DescribedTask => {
    const status = statuses.find(({ id }) => id === task.statusId);
    return {
      id: task.id,
      key: task.key,
      title: task.title,
      handle: sources[at]?.handle ?? task.key,
      status: status?.name ?? '',
      category: status?.category ?? '',
      priority: task.priority,
      dueDate: task.dueDate,
      assignees: task.assigneeIds.map((id) => members.find((one) => one.id === id)?.name ?? 'Former member'),
      project: projects.find(({ id }) => id === task.projectId)?.name ?? null,
    };
  });
  return { described, sources };
}

export function citeTask(ctx: ToolContext, task: Task, quote?: string): Source {
  const { id, key, title, updatedAt } = task;
  const cited = quote === undefined || quote === '' ? {} : { quote };
  return ctx.cite({ kind: 'task', id, title: `${key} ${title}`, updatedAt, ...cited }, key);
}

interface TaskLookup {
  filter?: FilterGroup;
  sort?: readonly SortKey[];
  waits?: true;
  projectId?: string;
}

/** Returns visible tasks, fetched page by page up to `limit`. */
export async function listTasks(
  ctx: ToolContext,
  { filter, sort, waits, projectId }: TaskLookup,
  limit: number,
): Promise<{ tasks: Task[]; isCut: boolean }> {
  const query = {
    timeZone: ctx.timeZone,
    ...(filter === undefined || filter.items.length === 0 ? {} : { filter: printFilter(filter) }),
    ...(sort === undefined || sort.length === 0 ? {} : { sort: printSort(sort) }),
    ...(waits === undefined ? {} : { waits: 'true' as const }),
    ...(projectId === undefined ? {} : { projectId }),
  };
  const tasks: Task[] = [];
  let cursor: string | null = null;
  do {
    ctx.signal.throwIfAborted();
    const page: { tasks: Task[]; nextCursor: string | null } = await ctx.call('tasks.list', {
      query: {
        ...query,
        limit: String(Math.min(PAGE, limit - tasks.length)),
        ...(cursor === null ? {} : { cursor }),
      },
    });
    tasks.push(...page.tasks);
    cursor = page.nextCursor;
  } while (cursor !== null && tasks.length < limit);
  return { tasks, isCut: cursor !== null };
}

/** Counts visible tasks: the total, and optionally by assignee. */
export async function countTasks(
  ctx: ToolContext,
  filter: FilterGroup,
  by?: 'assignee',
): Promise<TaskCounts> {
  const { timeZone } = ctx;
  const filterQuery = filter.items.length === 0 ? {} : { filter: printFilter(filter) };
  return await ctx.call('tasks.count', { query: { timeZone, ...filterQuery, ...(by && { by }) } });
}

export const OPEN: FilterGroup['items'][number] = {
  field: 'category',
  op: 'not',
  values: ['completed', 'cancelled'],
};

export function both(...items: FilterGroup['items']): FilterGroup {
  return { match: 'all', items };
}

/** Builds the filter for a project or an assignee, if given. */
export function narrow(of: {
  projectId?: string | undefined;
  personId?: string | undefined;
}): FilterGroup['items'] {
  return [
    ...(of.projectId === undefined ? [] : [{ field: 'project', op: 'is', values: [of.projectId] } as const]),
    ...(of.personId === undefined ? [] : [{ field: 'assignee', op: 'is', values: [of.personId] } as const]),
  ];
}
