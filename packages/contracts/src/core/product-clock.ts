import { z } from 'zod';
import { instant } from './fields.ts';
import { defineRoute } from './route.ts';

/** Ten years: longer than any test needs, and short enough to keep dates within calendar limits. */
const MAX_SECONDS = 10 * 366 * 86_400;

export const clockRoutes = [
  defineRoute({
    id: 'clock.advance',
    method: 'POST',
    path: '/dev/clock',
    summary: "Move the product's clock on, for trying things out",
    rule: { kind: 'development' },
    body: z.strictObject({ advanceSeconds: z.number().min(0).max(MAX_SECONDS) }),
    replies: { 200: z.strictObject({ now: instant }) },
  }),
] as const;
