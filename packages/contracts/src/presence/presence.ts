import { z } from 'zod';
import { id } from '#core/fields.ts';
import { MAX_REPORTED_LOCATIONS, SCREEN } from './presence-values.ts';

const location = z.strictObject({
  projectId: id.nullable(),
  taskId: id.nullable(),
  field: z
    .string()
    .regex(/^[a-zA-Z]{1,30}$/)
    .nullable(),
  // Missing in pages that were loaded before following was introduced.
  screen: z.string().regex(SCREEN).nullable().default(null),
  follows: id.nullable().default(null),
});

/** Frame accepted from browsers. All others are ignored. */
export const hereFrame = z.strictObject({
  type: z.literal('here'),
  places: z.array(location).max(MAX_REPORTED_LOCATIONS),
});
