import { reportRoutes, type ReportSchedule } from '@hearth/contracts/analytics/reports';
import { loadActor } from '#features/members/index.ts';
import { bindCommand, runCommand } from '#platform/commands/index.ts';
import { readTeam, type TeamTx } from '#platform/db/index.ts';
import { invalidField, notFound, notFoundAt } from '#platform/errors.ts';
import { bind, type App, type Binding } from '#platform/feature.ts';
import { isProjectVisible, readTeamFacts } from '#features/analytics/scope.queries.ts';
import { assertPro } from '#features/analytics/scope.service.ts';
import { visibleTo } from '#features/projects/index.ts';
import {
  deleteRecipient,
  deleteSchedule,
  findReader,
  findSchedule,
  putSchedule,
  type StoredSchedule,
} from './reports.queries.ts';
import { languageOf, mayReceive, readWeek, toReport } from './reports.service.ts';
import { nameOf, sendReport } from './report-jobs.ts';
import { nextReport } from './report-time.ts';

export function bindReports(app: App): Binding[] {
  return [
    bind('analytics.report', reportRoutes, async ({ caller, query }) => {
      const { teamId, actor } = caller;
      const figures = await readWeek(app, { teamId, actor }, query.projectId ?? null);
      const reader = await readTeam(app.db, { teamId, userId: actor.userId }, (tx) =>
        findReader(tx, actor.userId),
      );
      return { report: toReport(figures, query.language ?? languageOf(reader?.language ?? null)) };
    }),
    bind('analytics.schedule', reportRoutes, async ({ caller: { teamId, actor } }) => {
      const read = async (tx: TeamTx) => {
        await assertPro(tx);
        return await findSchedule(tx);
      };
      const schedule = await readTeam(app.db, { teamId, userId: actor.userId }, read);
      // Only users who may receive the report may see its schedule.
      const isVisible = schedule !== null && mayReceive(actor, schedule.projectId);
      return { schedule: isVisible ? toSchedule(schedule) : null };
    }),
    bindCommand('analytics.putSchedule', reportRoutes, async ({ caller, body, key: requestKey }) => {
      const { teamId, actor } = caller;
      return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
        const { tx, now } = command;
        const { projectId } = body;
        await assertPro(tx);
        if (projectId !== null && !(await isProjectVisible(tx, projectId, visibleTo(actor))))
          throw notFound('This project');
        const recipientIds = [...new Set(body.recipientIds)].toSorted();
        await assertReceivers(tx, body.recipientIds, projectId);
        if (recipientIds.length === 0 && !body.savesDocument)
          throw invalidField(
            'recipientIds',
            'must name a recipient, unless the report is saved as a document',
          );
        const facts = await readTeamFacts(tx);
        if (facts === null) throw notFound('This team');
        const nextAt = nextReport(body, facts.timeZone, now);
        const schedule = { ...body, recipientIds, nextAt, createdBy: actor.userId };
        await putSchedule(tx, schedule, now);
        const name = nameOf(teamId, nextAt);
        await command.enqueue(sendReport, { data: {}, runAt: nextAt, name });
        return { schedule: toSchedule(schedule) };
      });
    }),
    bindCommand(
      'analytics.deleteSchedule',
      reportRoutes,
      async ({ caller: { teamId, actor }, key: requestKey }) => {
        return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async ({ tx }) => {
          await deleteSchedule(tx);
          return null;
        });
      },
    ),
    bindCommand(
      'analytics.leaveSchedule',
      reportRoutes,
      async ({ caller: { teamId, actor }, key: requestKey }) => {
        return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async ({ tx }) => {
          await deleteRecipient(tx, actor.userId);
          return null;
        });
      },
    ),
  ];
}

function toSchedule({
  weekday,
  hour,
  projectId,
  savesDocument,
  recipientIds,
  nextAt,
  createdBy,
}: Omit<StoredSchedule, 'folderId'>): ReportSchedule {
  return {
    weekday,
    hour,
    projectId,
    savesDocument,
    recipientIds,
    nextAt: nextAt.toISOString(),
    createdBy,
  };
}

/**
 * Checks that all users may receive the report. Errors name the first user who may not.
 * @throws AppError NOT_FOUND for a user who is not a member; INVALID_REQUEST for a member who may not read the report
 */
async function assertReceivers(
  tx: TeamTx,
  userIds: readonly string[],
  projectId: string | null,
): Promise<void> {
  for (const [at, userId] of userIds.entries()) {
    const actor = await loadActor(tx, userId);
    if (actor === null) throw notFoundAt(`recipientIds.${at}`, 'a member of the team');
    if (!mayReceive(actor, projectId))
      throw invalidField(`recipientIds.${at}`, 'must be a member who can see what the report is about');
  }
}
