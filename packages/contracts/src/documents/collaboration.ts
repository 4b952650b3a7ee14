import { z } from 'zod';
import { defineRoute } from '#core/route.ts';

/**
 * Where documents are written together, as a WebSocket with the protocol of Hocuspocus: not in the list of HTTP routes, but
 * under the same checks. A document's name there is `<teamId>/<documentId>`; whether it may be opened is asked for each.
 */
export const collaborationRoute = defineRoute({
  id: 'documents.collaborate',
  method: 'GET',
  path: '/collaboration',
  summary: 'Documents, live, as a WebSocket',
  rule: { kind: 'session' },
  query: z.object({
    /** The version of the schema that the client knows; without it, the present one. */
    schema: z.coerce.number().int().min(0).optional(),
    /** Browsers cannot send headers with a handshake. */
    viewAs: z.string().max(500).optional(),
  }),
  replies: { 101: null },
});
