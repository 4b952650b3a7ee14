import { z } from 'zod';
import { instant } from '#core/fields.ts';
import { OUTBOX_PATH } from './mail-values.ts';
import { defineRoute } from '#core/route.ts';

export const mailRoutes = [
  defineRoute({
    id: 'mail.outbox',
    method: 'GET',
    path: OUTBOX_PATH,
    summary: 'Mails of development, the latest first; a page for whoever asks for text/html',
    rule: { kind: 'development' },
    replies: {
      200: z.strictObject({
        mails: z.array(
          z.strictObject({
            to: z.string(),
            subject: z.string(),
            text: z.string(),
            html: z.string().nullable(),
            attachments: z.array(z.string()),
            at: instant,
          }),
        ),
      }),
    },
  }),
] as const;
