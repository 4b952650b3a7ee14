import { taskCountsRoutes } from '@hearth/contracts/tasks/task-counts';
import { tasksRoutes } from '@hearth/contracts/tasks/tasks';
import { visibleTo } from '#features/projects/index.ts';
import { bindCommand } from '#platform/commands/index.ts';
import { commitWith, readTeam, type TeamTx } from '#platform/db/index.ts';
import { dayAt, isTimeZone, nameForDatabase, startOfDay } from '#platform/day-in-zone.ts';
import { invalidField, notFound } from '#platform/errors.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { JsonText } from '#platform/http/json-text.ts';
import { readIfMatch } from '#platform/http/if-match.ts';
import { decodeNumberCursor, decodePastCursor, toPage } from '#platform/http/paging.ts';
import { describeVersion } from '#features/tasks/description/description-versions.ts';
import { listHistory } from '#features/tasks/history/history.queries.ts';
import type { RecentTasks } from '#features/tasks/model/recent-tasks.ts';
import type { Rebalancer } from './rebalance.ts';
import { translateFormulas } from '#features/tasks/custom-fields/formula-sql.ts';
import { HeavyQueryQueue } from './heavy-query-queue.ts';
import { countByAssignee, countTasks } from '#features/tasks/model/task-counts.queries.ts';
import {
  findTask,
  listRequestedCustomFields,
  listTasks,
  readFormulas,
  estimateCost,
  type Listing,
  type TaskFilter,
} from '#features/tasks/model/tasks.queries.ts';
import { changeTask } from './change-tasks.service.ts';
import { createTask, deleteTask } from './tasks.service.ts';

/**
 * `MAX_WEIGHT` limits the cost of a list query, in comparisons and formula steps per task. Queries that cost more than `HEAVY` run one at a
 * time per user.
 */
const MAX_WEIGHT = 2000;
const HEAVY = 250;

export function bindTasks(app: App, rebalancer: Rebalancer, recentTasks: RecentTasks): Binding[] {
  const heavyAsks = new HeavyQueryQueue();

  /** Runs a read-only transaction that consists of a single statement. */
  async function read<T>(caller: Caller, query: (tx: TeamTx) => Promise<T>): Promise<T> {
    const who = { teamId: caller.teamId, userId: caller.actor.userId };
    return await readTeam(app.db, who, (tx) => commitWith(() => query(tx)));
  }
  const onTask = ({ teamId, actor, object }: Caller) => ({
    teamId,
    actor,
    taskId: object.id,
    projectId: object.projectId,
  });

  /**
   * Runs a list query. Heavy queries wait in the caller's queue.
   * @throws AppError INVALID_REQUEST if the time zone is unknown or the filter is too complex, RATE_LIMITED if the queue is full
   */
  async function list<T>(
    { teamId, actor }: Caller,
    { timeZone = 'UTC', ...filter }: TaskFilter & { timeZone?: string | undefined },
    query: (tx: TeamTx, listing: Listing) => Promise<T>,
  ): Promise<T> {
    if (!isTimeZone(timeZone)) throw invalidField('timeZone', 'must be a time zone such as Asia/Kolkata');
    const now = app.clock.now();
    const requestContext = {
      me: actor.userId,
      today: dayAt(now, timeZone),
      now: now.toISOString(),
      timeZone: nameForDatabase(timeZone),
      startOf: (day: string) => startOfDay(day, timeZone),
    };
    const who = { teamId, userId: actor.userId };
    const fields = listRequestedCustomFields(filter);
    const formulas =
      fields.length === 0
        ? translateFormulas([], [])
        : await readTeam(app.db, who, (tx) => readFormulas(tx, fields));
    const weight = estimateCost(filter, formulas);
    if (weight > MAX_WEIGHT)
      throw invalidField('filter', 'is too complex: use fewer conditions, values or computed fields');
    const archived = Object.keys(actor.archivedProjects ?? {});
    const around = { visible: visibleTo(actor), archived, formulas };
    const run = () =>
      readTeam(app.db, who, (tx) => commitWith(() => query(tx, { around, filter, requestContext })));
    return await (weight > HEAVY ? heavyAsks.run(actor.userId, run) : run());
  }

  return [
    bind('tasks.list', tasksRoutes, async ({ caller, query }) => {
      const { limit, cursor, ...filter } = query;
      const before = decodeNumberCursor(cursor);
      const rows = await list(caller, filter, (tx, listing) => listTasks(tx, listing, { before, limit }));
      const page = toPage(rows, limit, (row) => [String(row.number)]);
      const tasks = page.rows.map(({ json }) => json).join(',');
      return new JsonText(`{"tasks":[${tasks}],"nextCursor":${JSON.stringify(page.nextCursor)}}`);
    }),
    bind('tasks.count', taskCountsRoutes, async ({ caller, query: { by, ...filter } }) =>
      list(caller, filter, by === 'assignee' ? countByAssignee : countTasks),
    ),
    bindCommand('tasks.create', tasksRoutes, async ({ caller, body, key }) => {
      const on = { teamId: caller.teamId, actor: caller.actor };
      const result = await createTask(app, on, body, key);
      recentTasks.remember(caller.teamId, result.value.task);
      rebalancer.check(caller.teamId, caller.actor.userId, { ...result, tasks: [result.value.task] });
      return result;
    }),
    bind('tasks.get', tasksRoutes, async ({ caller, reply }) => {
      const task = await read(caller, (tx) => findTask(tx, caller.object.id, visibleTo(caller.actor)));
      if (task === null) throw notFound('This task');
      reply.header('etag', `"${describeVersion(task)}"`);
      return { task };
    }),
    bindCommand('tasks.update', tasksRoutes, async ({ caller, body, request, reply, key }) => {
      const versions = readIfMatch(request.headers['if-match']);
      const result = await changeTask(app, onTask(caller), body, key, versions);
      recentTasks.remember(caller.teamId, result.value.task);
      reply.header('etag', `"${describeVersion(result.value.task)}"`);
      rebalancer.check(caller.teamId, caller.actor.userId, { ...result, tasks: [result.value.task] });
      return result;
    }),
    bindCommand('tasks.delete', tasksRoutes, ({ caller, key }) => deleteTask(app, onTask(caller), key)),
    bind('tasks.history', tasksRoutes, async ({ caller, query: { cursor, limit } }) => {
      const before = decodePastCursor(cursor);
      const rows = await read(caller, (tx) =>
        listHistory(tx, caller.object.id, visibleTo(caller.actor), { before, limit }),
      );
      const page = toPage(rows, limit, (row) => row.id.split('.'));
      return { changes: page.rows, nextCursor: page.nextCursor };
    }),
  ];
}
