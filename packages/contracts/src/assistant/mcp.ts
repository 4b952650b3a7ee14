import { z } from 'zod';
import { defineRoute } from '#core/route.ts';

export const mcpRoutes = [
  defineRoute({
    id: 'mcp.call',
    method: 'POST',
    path: '/mcp',
    summary:
      'The assistant’s tools over the Model Context Protocol (JSON-RPC), stateless, with an API token of one team: those that its scopes and the person’s role allow',
    rule: { kind: 'session', isForTokens: true },
    body: z.unknown(),
    replies: { 200: null },
  }),
  defineRoute({
    id: 'mcp.listen',
    method: 'GET',
    path: '/mcp',
    summary: 'Nothing: this server of the Model Context Protocol has no streams of its own (405)',
    rule: { kind: 'session', isForTokens: true },
    replies: { 405: null },
  }),
] as const;
