import { z } from 'zod';
import { withSystem, withTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, type JobBinding } from '#platform/jobs/index.ts';
import { purgeComments } from '#features/tasks/comments/comments.queries.ts';
import { dropFilesLater, purgeAttachments } from '#features/attachments/index.ts';
import { taskAttachments } from '#features/tasks/attachments/task-attachments.ts';
import {
  purgeMilestones,
  purgeProjects,
  purgeTasks,
  purgeTaskTypes,
  purgeTemplates,
} from './trash-purge.queries.ts';
import { listTrashKinds } from './trash-kind.ts';
import { listTeamIds } from '#features/teams/index.ts';
import { purgeTime } from '#features/tasks/time-tracking/time.queries.ts';
import { oldestRestorable } from '#platform/restorable.ts';

const HOUR_MS = 3_600_000;
/** Grace period: a restore that started just before the deadline may still hold its locks. */
const MARGIN_MS = HOUR_MS;
const TEAMS_AT_ONCE = 200;
/** Batch size, to keep lock waits short. */
const CHUNK = 500;

const purgeTrash = defineJob({
  kind: 'tasks.purge-trash',
  rule: { kind: 'system' },
  data: z.strictObject({}),
  limitMs: 10 * 60_000,
  attempts: 5,
  retryMs: 60_000,
  everyMs: 6 * HOUR_MS,
});

/** Purges what was deleted permanently from the trash of one team. */
export const purgeTeamTrash = defineJob({
  kind: 'tasks.purge-team-trash',
  rule: { kind: 'system' },
  data: z.strictObject({}),
  limitMs: 10 * 60_000,
  attempts: 5,
  retryMs: 60_000,
});

/**
 * Purges items that can no longer be restored from the trash. Trashed items do not count towards any limit, so no counter
 * changes. Their history entries are kept.
 */
export function bindTrashPurge(app: App): JobBinding[] {
  const findDue = () => new Date(oldestRestorable(app.clock.now()).getTime() - MARGIN_MS);
  const ofTeam = bindJob(purgeTeamTrash, ({ teamId, signal }) => purgeTeam(app, teamId, findDue(), signal));
  const ofAll = bindJob(purgeTrash, async ({ signal }) => {
    const before = findDue();
    let after: string | null = null;
    do {
      const last: string | null = after;
      const teamIds: string[] = await withSystem(app.db, (tx) => listTeamIds(tx, last, TEAMS_AT_ONCE), {
        isReadOnly: true,
      });
      for (const teamId of teamIds) await purgeTeam(app, teamId, before, signal);
      after = teamIds.length < TEAMS_AT_ONCE ? null : (teamIds.at(-1) ?? null);
    } while (after !== null);
  });
  return [ofAll, ofTeam];
}

async function purgeTeam(app: App, teamId: string, before: Date, signal: AbortSignal): Promise<void> {
  const on = { teamId, userId: null };
  let tasks = 0;
  let inChunk: number;
  do {
    signal.throwIfAborted();
    inChunk = await withTeam(app.db, on, async (tx) => {
      const { count, files } = await purgeTasks(tx, before, CHUNK);
      await dropFilesLater(app, tx, files);
      return count;
    });
    tasks += inChunk;
  } while (inChunk === CHUNK);
  do {
    signal.throwIfAborted();
    inChunk = await withTeam(app.db, on, async (tx) => {
      const files = await purgeAttachments(tx, taskAttachments, { before, limit: CHUNK });
      await dropFilesLater(app, tx, files);
      return files.length;
    });
  } while (inChunk === CHUNK);
  do {
    signal.throwIfAborted();
    inChunk = await withTeam(app.db, on, (tx) => purgeComments(tx, { before, limit: CHUNK }));
  } while (inChunk === CHUNK);
  do {
    signal.throwIfAborted();
    inChunk = await withTeam(app.db, on, (tx) => purgeTime(tx, before, CHUNK));
  } while (inChunk === CHUNK);
  for (const kind of listTrashKinds(app)) {
    do {
      signal.throwIfAborted();
      inChunk = await withTeam(app.db, on, async (tx) => {
        const { count, files } = await kind.purge(tx, { before, limit: CHUNK });
        await dropFilesLater(app, tx, files);
        return count;
      });
    } while (inChunk === CHUNK);
  }
  await withTeam(app.db, on, (tx) => purgeTemplates(tx, before));
  await withTeam(app.db, on, (tx) => purgeMilestones(tx, before));
  await withTeam(app.db, on, (tx) => purgeTaskTypes(tx, before));
  const projects = await withTeam(app.db, on, (tx) => purgeProjects(tx, before));
  if (tasks + projects > 0) app.log.info({ teamId, tasks, projects }, 'trash purged');
}
