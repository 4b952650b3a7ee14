import { z } from 'zod';
import { defineRoute } from '#core/route.ts';

/**
 * WebSocket address of collaborative editing with the Hocuspocus protocol. It is not an HTTP route, but is authorized in the same way.
 * Documents are named `<teamId>/<documentId>`. Each document is authorized separately.
 */
export const collaborationRoute = defineRoute({
  id: 'documents.collaborate',
  method: 'GET',
  path: '/collaboration',
  summary: 'Documents, live, as a WebSocket',
  rule: { kind: 'session' },
  query: z.object({
    /** The client's schema version. Defaults to the current version. */
    schema: z.coerce.number().int().min(0).optional(),
    /** Query parameter, because browsers cannot send headers with a handshake. */
    viewAs: z.string().max(500).optional(),
  }),
  replies: { 101: null },
});
