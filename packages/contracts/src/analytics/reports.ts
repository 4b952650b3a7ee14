import { z } from 'zod';
import { id, instant, storedId } from '#core/fields.ts';
import { LOCALES } from '#core/locales.ts';
import { defineRoute } from '#core/route.ts';
import { REPORT_LIMITS } from './report-values.ts';

const params = z.strictObject({ teamId: id });
const ids = { teamId: 'team' } as const;

/** Written summary of the last full week, for one project or for all projects visible to every member. */
const report = z.strictObject({
  from: z.string(),
  to: z.string(),
  language: z.enum(LOCALES),
  title: z.string(),
  markdown: z.string(),
});
export type Report = z.infer<typeof report>;

const schedule = z.strictObject({
  weekday: z.number(),
  hour: z.number(),
  projectId: storedId.nullable(),
  savesDocument: z.boolean(),
  recipientIds: z.array(storedId),
  nextAt: instant,
  createdBy: storedId,
});
export type ReportSchedule = z.infer<typeof schedule>;

const reply = z.strictObject({ schedule });

export const reportRoutes = [
  defineRoute({
    id: 'analytics.report',
    method: 'GET',
    path: '/teams/{teamId}/analytics/report',
    summary: 'The last whole week in words and figures, as Markdown that everybody in the team may be shown',
    rule: { kind: 'team', action: 'analytics.read' },
    params,
    query: z.strictObject({
      projectId: id.optional(),
      /** Defaults to the caller's language. */
      language: z.enum(LOCALES, { error: 'must be a language of the product' }).optional(),
    }),
    replies: { 200: z.strictObject({ report }) },
    ids: { teamId: 'team', projectId: 'project' },
  }),
  defineRoute({
    id: 'analytics.schedule',
    method: 'GET',
    path: '/teams/{teamId}/analytics/schedule',
    summary: 'When the weekly report goes out, and to whom; null = it does not',
    rule: { kind: 'team', action: 'analytics.read' },
    params,
    replies: { 200: z.strictObject({ schedule: schedule.nullable() }) },
    ids,
  }),
  defineRoute({
    id: 'analytics.putSchedule',
    method: 'PUT',
    path: '/teams/{teamId}/analytics/schedule',
    summary: 'Have the weekly report sent by mail every week, and kept as a document if wanted',
    rule: { kind: 'team', action: 'analytics.schedule' },
    params,
    body: z.strictObject({
      weekday: z.number().int().min(1).max(7),
      hour: z.number().int().min(0).max(23),
      projectId: id.nullable(),
      savesDocument: z.boolean(),
      recipientIds: z.array(id).max(REPORT_LIMITS.recipients, {
        error: `can be ${REPORT_LIMITS.recipients} people at most`,
      }),
    }),
    replies: { 200: reply },
    ids: { teamId: 'team', projectId: 'project', recipientIds: 'user' },
  }),
  defineRoute({
    id: 'analytics.deleteSchedule',
    method: 'DELETE',
    path: '/teams/{teamId}/analytics/schedule',
    summary: 'Send the weekly report no more',
    rule: { kind: 'team', action: 'analytics.schedule' },
    params,
    replies: { 204: null },
    ids,
  }),
  defineRoute({
    id: 'analytics.leaveSchedule',
    method: 'DELETE',
    path: '/teams/{teamId}/analytics/schedule/me',
    summary: 'Get the weekly report no more',
    rule: { kind: 'team', action: 'analytics.read' },
    params,
    replies: { 204: null },
    ids,
  }),
] as const;
