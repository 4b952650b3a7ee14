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
  // A page that was loaded before there was following says nothing of these.
  screen: z.string().regex(SCREEN).nullable().default(null),
  follows: id.nullable().default(null),
});

/** What the feed takes from a browser; anything else that comes is passed over. */
export const hereFrame = z.strictObject({
  type: z.literal('here'),
  places: z.array(place).max(MOST_PLACES),
});
