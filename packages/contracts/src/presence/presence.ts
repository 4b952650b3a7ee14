import { z } from 'zod';
import { id } from '#core/fields.ts';
import { MOST_PLACES, SCREEN } from './presence-values.ts';

const place = z.strictObject({
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

/** Frame accepted from browsers; all others are ignored. */
export const hereFrame = z.strictObject({
  type: z.literal('here'),
  places: z.array(place).max(MOST_PLACES),
});
