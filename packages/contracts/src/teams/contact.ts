import { z } from 'zod';
import { lineOf, textOf } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';
import { CONTACT_LIMITS } from './contact-values.ts';

/** Default email address of an installation: `contact@` and the web app's host. */
export function makeContactAddress(webOrigin: string): string {
  return `contact@${new URL(webOrigin).hostname}`;
}

export const contactRoutes = [
  defineRoute({
    id: 'contact.read',
    method: 'GET',
    path: '/contact',
    summary: 'How to reach the people behind this installation',
    rule: { kind: 'public' },
    replies: {
      200: z.strictObject({
        contact: z.strictObject({
          address: z.string(),
          /** Whether `POST /contact` can send email. */
          takesMessages: z.boolean(),
        }),
      }),
    },
  }),
  defineRoute({
    id: 'contact.send',
    method: 'POST',
    path: '/contact',
    summary: 'Send a message to the people behind this installation',
    rule: { kind: 'public' },
    body: z.strictObject({
      // Single line: prevents header injection.
      name: lineOf(CONTACT_LIMITS.name),
      email: z.email({ error: 'must be an email address' }).max(CONTACT_LIMITS.email),
      message: textOf(CONTACT_LIMITS.message).min(1, { error: 'can’t be empty' }),
      /** A honeypot, hidden from human visitors. Bots that fill it in get the same response, but no message is sent. */
      website: z.string().max(1000).optional(),
    }),
    replies: { 202: null },
    rateLimit: 'contact',
  }),
] as const;
