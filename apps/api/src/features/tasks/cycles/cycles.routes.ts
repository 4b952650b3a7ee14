import type { Cycle } from '@hearth/contracts/cycles/cycles';
import { cyclesRoutes } from '@hearth/contracts/cycles/cycles';
import { visibleTo } from '#features/projects/index.ts';
import {
  bindCommand,
  runCommand,
  workScope,
  type CommandResult,
  type RequestKey,
} from '#platform/commands/index.ts';
import { readTeam, type TeamTx } from '#platform/db/index.ts';
import { notFound } from '#platform/errors.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodeNumberCursor, toPage } from '#platform/http/paging.ts';
import { listCycles, listRecord, lockCycle, renameCycle } from './cycles.queries.ts';
import { assertProjectNotArchived } from '#features/tasks/model/assert-not-archived.ts';

export function bindCycles(app: App): Binding[] {
  const onProject = ({ teamId, actor, object }: Caller) => ({
    teamId,
    userId: actor.userId,
    projectId: object.id,
  });
  const read = async <T>(caller: Caller, query: (tx: TeamTx) => Promise<T>) =>
    await readTeam(app.db, onProject(caller), query);

  return [
    bind('cycles.list', cyclesRoutes, async ({ caller, query }) => {
      const before = decodeNumberCursor(query.cursor);
      const { limit } = query;
      const rows = await read(caller, (tx) => listCycles(tx, onProject(caller).projectId, { before, limit }));
      const page = toPage(rows, limit, (row) => [String(row.number)]);
      return { cycles: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommand('cycles.update', cyclesRoutes, async ({ caller, params, body, key }) => {
      const on = { ...onProject(caller), cycleId: params.cycleId };
      return await nameCycle(app, on, body.name, key);
    }),
    bind('cycles.record', cyclesRoutes, async ({ caller, params, query }) => {
      const after = decodeNumberCursor(query.cursor) ?? 0;
      const on = { ...onProject(caller), cycleId: params.cycleId, visible: visibleTo(caller.actor) };
      const rows = await read(caller, (tx) => listRecord(tx, on, { after, limit: query.limit }));
      const page = toPage(rows, query.limit, (row) => [String(row.at)]);
      return { entries: page.rows.map(({ at: _at, ...entry }) => entry), nextCursor: page.nextCursor };
    }),
  ];
}

async function nameCycle(
  app: App,
  on: { teamId: string; userId: string; projectId: string; cycleId: string },
  name: string,
  requestKey: RequestKey,
): Promise<CommandResult<{ cycle: Cycle }>> {
  return await runCommand(app, { ...on, requestKey }, async (command) => {
    await assertProjectNotArchived(command, on.projectId);
    const before = await lockCycle(command.tx, on);
    if (before === null) throw notFound('This cycle');
    if (before.name === name) return { cycle: before };
    const cycle = { ...before, name, updatedAt: command.now.toISOString() };
    await renameCycle(command.tx, cycle);
    command.put('cycle', cycle.id, before, cycle, workScope(on.projectId));
    return { cycle };
  });
}
