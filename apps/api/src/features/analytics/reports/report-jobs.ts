import { createHash } from 'node:crypto';
import { z } from 'zod';
import { lastWeek } from '@hearth/contracts/analytics/period-values';
import { writeDocument } from '#features/documents/index.ts';
import { loadActor } from '#features/members/index.ts';
import { dayAt } from '#platform/day-in-zone.ts';
import { readTeam, withSystem, withTeam } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, enqueueJob, wakeJobs, type JobBinding } from '#platform/jobs/index.ts';
import { defuse, deliveryOf, MAIL_BOUNDS, sendMail, writeMail } from '#platform/mail/index.ts';
import { readTeamFacts } from '#features/analytics/scope.queries.ts';
import { findReader, findSchedule, isFolder, listDueTeams, noteFolder, noteNext } from './reports.queries.ts';
import { languageOf, mayReceive, readWeek, toReport, type TeamActor } from './reports.service.ts';
import { nextReport } from './report-time.ts';
import { listLines, REPORT_TEXTS, formatPeriod } from './write-report.ts';

const TEAMS_AT_ONCE = 100;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Reports delayed by more than this, for example by an outage, are skipped in favour of the next one. */
const LATEST_MS = 24 * HOUR_MS;

/** Sends a team's report when it is due. */
export const sendReport = defineJob({
  kind: 'analytics.send-report',
  rule: { kind: 'system' },
  data: z.strictObject({}),
  limitMs: MINUTE_MS,
  attempts: 8,
  retryMs: 5_000,
});

/** Handles reports that are overdue because their job had no effect, for example because the team was in the trash. */
const sweep = defineJob({
  kind: 'analytics.sweep-reports',
  rule: { kind: 'system' },
  data: z.strictObject({}),
  limitMs: 2 * MINUTE_MS,
  attempts: 5,
  retryMs: MINUTE_MS,
  everyMs: HOUR_MS,
});

/** Week and project of a report, fixed when it is due. */
const about = z.strictObject({ week: z.string(), projectId: z.string().nullable() });

/** Emails the report to one recipient per job, with the recipient's current permissions. */
const mail = defineJob({
  kind: 'analytics.mail-report',
  rule: { kind: 'team', action: 'analytics.read' },
  data: about,
  ...MAIL_BOUNDS,
});

/** Saves the report on behalf of the user who set it up, if they are still permitted to. */
const save = defineJob({
  kind: 'analytics.save-report',
  rule: { kind: 'team', action: 'analytics.schedule' },
  data: about,
  limitMs: MINUTE_MS,
  attempts: 8,
  retryMs: 5_000,
});

export function bindReportJobs(app: App): JobBinding[] {
  return [
    bindJob(sweep, async ({ signal }) => {
      const now = app.clock.now();
      const teamIds = await withSystem(app.db, (tx) => listDueTeams(tx, now, TEAMS_AT_ONCE), {
        isReadOnly: true,
      });
      for (const teamId of teamIds) {
        signal.throwIfAborted();
        await sendOut(app, teamId);
      }
    }),
    bindJob(sendReport, async ({ teamId }) => await sendOut(app, teamId)),
    bindJob(mail, async ({ data, teamId, userId }) => await mailReport(app, { teamId, userId }, data)),
    bindJob(save, async ({ data, teamId, userId }) => await saveReport(app, { teamId, userId }, data)),
  ];
}

/** Enqueues due reports and the next run in one transaction, to send each report once a week even with several nodes. */
async function sendOut(app: App, teamId: string): Promise<void> {
  await withTeam(app.db, { teamId, userId: null }, async (tx) => {
    const now = app.clock.now();
    const facts = await readTeamFacts(tx);
    const schedule = await findSchedule(tx, true);
    if (facts === null || schedule === null || schedule.nextAt > now) return;
    const nextAt = nextReport(schedule, facts.timeZone, now);
    await noteNext(tx, nextAt);
    await enqueueJob(app, tx, sendReport, { teamId, data: {}, runAt: nextAt, name: nameOf(teamId, nextAt) });
    if (now.getTime() - schedule.nextAt.getTime() > LATEST_MS) return;
    const { projectId, recipientIds, createdBy } = schedule;
    const data = { week: lastWeek(dayAt(now, facts.timeZone)).from, projectId };
    if (deliveryOf(app) !== 'none')
      for (const userId of recipientIds) await enqueueJob(app, tx, mail, { data, teamId, userId });
    if (schedule.savesDocument) await enqueueJob(app, tx, save, { data, teamId, userId: createdBy });
  });
  wakeJobs(app);
}

/** Returns the job name used for deduplication: saving a schedule twice leaves one pending job. */
export function nameOf(teamId: string, at: Date): string {
  return `${teamId} ${at.toISOString()}`;
}

type About = z.infer<typeof about>;
interface ReportOwner {
  teamId: string;
  userId: string;
}

/**
 * Returns the week's figures for a user, or null if the report is obsolete because the week, the user's permissions or the plan changed.
 */
async function readFor(app: App, { teamId, userId }: ReportOwner, { week, projectId }: About) {
  const { actor, reader } = await readTeam(app.db, { teamId, userId }, async (tx) => ({
    actor: await loadActor(tx, userId),
    reader: await findReader(tx, userId),
  }));
  if (actor === null || reader === null || !mayReceive(actor, projectId)) return null;
  const on: TeamActor = { teamId, actor };
  try {
    const figures = await readWeek(app, on, projectId);
    return figures.week.from === week ? { on, reader, figures } : null;
  } catch (error) {
    if (isOver(error)) return null;
    throw error;
  }
}

/** Client errors are permanent: a retry would fail again. */
function isOver(error: unknown): boolean {
  return error instanceof AppError && error.status < 500;
}

async function mailReport(app: App, owner: ReportOwner, data: About): Promise<void> {
  if (deliveryOf(app) === 'none') return;
  const found = await readFor(app, owner, data);
  if (found === null) return;
  const { figures, reader } = found;
  const language = languageOf(reader.language);
  const texts = REPORT_TEXTS[language];
  const team = defuse(reader.team);
  const project = data.projectId === null ? '' : `&project=${data.projectId}`;
  await sendMail(
    app,
    writeMail(reader.email, language, {
      subject: texts.subject(team, formatPeriod(figures.week, language)),
      paragraphs: [
        ...listLines(figures, language).map((line) => `• ${line}`),
        ...(figures.isWithoutPrivate ? [texts.withoutPrivate] : []),
      ],
      button: texts.button,
      url: `${app.config.webOrigin}/dashboard/analytics?team=${owner.teamId}&report=true${project}`,
      small: texts.why(team),
    }),
  );
}

/** Derives a deterministic id (UUID version 8): a job that runs twice creates only one document. */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Saves the report below the common parent document of saved reports. Creates a new parent if there is none, or if the existing one is
 * deleted, archived or a template.
 */
async function saveReport(app: App, owner: ReportOwner, data: About): Promise<void> {
  const found = await readFor(app, owner, data);
  if (found === null) return;
  const { on, figures, reader } = found;
  const language = languageOf(reader.language);
  const { projectId } = data;
  const { title, markdown } = toReport(figures, language);
  const { teamId } = on;
  const id = idOf(`${teamId} ${projectId} ${data.week}`);
  const written = { id, title, icon: '📊', projectId, markdown };
  const folderId = await withTeam(app.db, { teamId, userId: null }, async (tx) => {
    const schedule = await findSchedule(tx);
    const isOfSame = schedule !== null && schedule.projectId === projectId && schedule.folderId !== null;
    return isOfSame && (await isFolder(tx, schedule.folderId ?? '')) ? schedule.folderId : null;
  });
  try {
    if (folderId !== null) {
      await writeDocument(app, on, { ...written, parentId: folderId });
      return;
    }
    const folder = await writeDocument(app, on, {
      title: REPORT_TEXTS[language].folder,
      icon: '📊',
      projectId,
      markdown: '',
    });
    await withTeam(app.db, { teamId, userId: null }, (tx) => noteFolder(tx, projectId, folder.id));
    await writeDocument(app, on, { ...written, parentId: folder.id });
  } catch (error) {
    if (!isOver(error)) throw error;
    app.log.info({ teamId, err: error }, 'weekly report not saved');
  }
}
