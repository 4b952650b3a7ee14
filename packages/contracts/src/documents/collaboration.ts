import { z } from 'zod';
import { defineRoute } from '#core/route.ts';

/**
 * WebSocket address of collaborative editing, with the Hocuspocus protocol: not among the HTTP routes, but
 * authorized the same way. A document's name there is `<teamId>/<documentId>`; each document is authorized separately.
 */
export const collaborationRoute = defineRoute({
  id: 'documents.collaborate',
  method: 'GET',
  path: '/collaboration',
  summary: 'Documents, live, as a WebSocket',
  rule: { kind: 'session' },
  query: z.object({
    /** The client's schema version; the current one by default. */
    schema: z.coerce.number().int().min(0).optional(),
    /** Browsers cannot send headers with a handshake. */
    viewAs: z.string().max(500).optional(),
  }),
  replies: { 101: null },
});
