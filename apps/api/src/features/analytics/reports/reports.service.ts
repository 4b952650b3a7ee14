import type { Report } from '@hearth/contracts/analytics/reports';
import { daysBefore, lastWeek } from '@hearth/contracts/analytics/period-values';
import { LOCALES, type Locale } from '@hearth/contracts/core/locales';
import { canSee, type Actor } from '@hearth/contracts/permissions/permissions';
import type { App } from '#platform/feature.ts';
import { readFigures } from '#features/analytics/figures.service.ts';
import { queryAnalytics } from '#features/analytics/scope.service.ts';
import { REPORT_TEXTS, formatPeriod, writeReport, type WeekFigures } from './write-report.ts';

export interface TeamActor {
  teamId: string;
  actor: Actor;
}

/**
 * Returns the figures of the last full week and of the week before, for a project or for the team. A team report covers only the projects
 * that are visible to every member, because it has several recipients.
 * @throws AppError NOT_FOUND for a project that this user may not read; PLAN_REQUIRED
 */
export async function readWeek(
  app: App,
  { teamId, actor }: TeamActor,
  projectId: string | null,
): Promise<WeekFigures> {
  const isOfTeam = projectId === null;
  const reader: Actor = isOfTeam ? { ...actor, grants: readable(actor) } : actor;
  const question = isOfTeam ? {} : { projectId };
  return await queryAnalytics(app, { teamId, actor: reader }, question, async (context) => {
    const week = lastWeek(context.today);
    const before = daysBefore(week);
    return {
      week: await readFigures(context, week.from, week.to),
      before: await readFigures(context, before.from, before.to),
      isWithoutPrivate: isOfTeam && Object.keys(actor.privateProjects).length > 0,
    };
  });
}

/** Returns the user's own grants without private projects, which the team's report excludes. */
function readable({ grants, privateProjects }: Actor): Actor['grants'] {
  return Object.fromEntries(Object.entries(grants).filter(([id]) => privateProjects[id] === undefined));
}

export function toReport(figures: WeekFigures, language: Locale): Report {
  const { from, to } = figures.week;
  const title = REPORT_TEXTS[language].title(formatPeriod({ from, to }, language));
  return { from, to, language, title, markdown: writeReport(figures, language) };
}

/** Returns whether this user may receive a report. Guests may not receive the team's report. */
export function mayReceive(actor: Actor, projectId: string | null): boolean {
  if (projectId !== null) return canSee(actor, { projectId, createdBy: null });
  return actor.role !== null && actor.role !== 'guest';
}

export function languageOf(language: Locale | null): Locale {
  return language ?? LOCALES[0];
}
