import { z } from 'zod';
import { id } from './fields.ts';
import { MOST_PLACES } from './presence-values.ts';

const place = z.strictObject({
  projectId: id.nullable(),
  taskId: id.nullable(),
  field: z
    .string()
    .regex(/^[a-zA-Z]{1,30}$/)
    .nullable(),
});

/** What the feed takes from a browser; anything else that comes is passed over. */
export const hereFrame = z.strictObject({
  type: z.literal('here'),
  places: z.array(place).max(MOST_PLACES),
});
