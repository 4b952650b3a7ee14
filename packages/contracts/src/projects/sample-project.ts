import { z } from 'zod';
import { id, timeZone } from '#core/fields.ts';
import { LOCALES } from '#core/locales.ts';
import { defineRoute } from '#core/route.ts';
import { project } from './projects.ts';

export const sampleProjectRoutes = [
  defineRoute({
    id: 'projects.createSample',
    method: 'POST',
    path: '/teams/{teamId}/sample-project',
    summary:
      'Make a project that shows how the product works; it counts towards no limit until somebody adds to it',
    rule: { kind: 'team', action: 'projects.create' },
    params: z.strictObject({ teamId: id }),
    body: z.strictObject({
      id: id.optional(),
      /** Defaults to the caller’s language. */
      language: z.enum(LOCALES).optional(),
      /** Time zone of the dates. Defaults to the caller’s time zone, or else the team’s. */
      timeZone: timeZone.optional(),
    }),
    replies: { 201: z.strictObject({ project }) },
    ids: { teamId: 'team', id: 'new' },
  }),
] as const;
