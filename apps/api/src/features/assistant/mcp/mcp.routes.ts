import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mcpRoutes } from '@hearth/contracts/assistant/mcp';
import { listTeamsOf } from '#features/members/index.ts';
import { requestKeyOf } from '#platform/commands/index.ts';
import { withUser } from '#platform/db/index.ts';
import { AppError, invalidField, notFound } from '#platform/errors.ts';
import {
  bind,
  sessionOf,
  type App,
  type Binding,
  type SessionInfo,
  type TokenInfo,
} from '#platform/feature.ts';
import { onBehalfOf } from '#platform/http/call-route.ts';
import { createMcpServer } from './mcp-server.ts';
import { offerTools } from './mcp-tools.ts';

/** Timeout of a tool call, longer than any tool takes. A client that disconnects aborts the call earlier. */
const TIME_OUT_MS = 60_000;

/** Request headers passed on to the protocol handler. */
const PASSED_ON: ReadonlySet<string> = new Set([
  'content-type',
  'accept',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
]);

export function bindMcp(app: App): Binding[] {
  return [
    bind('mcp.call', mcpRoutes, async ({ caller, body, request, reply }) => {
      const session = sessionOf(caller);
      const token = tokenOf(session);
      assertAccepts(request);
      const teamId = await findTeam(app, session);
      const offer = await offerTools(app, { teamId, userId: session.userId, token });
      const who = onBehalfOf(request, { ...caller, teamId });
      const askedFor = (input: unknown) => requestKeyOf(request, input, 200);
      const signal = AbortSignal.any([AbortSignal.timeout(TIME_OUT_MS), disconnectSignal(reply)]);
      const handler = createMcpHandler(() => createMcpServer(app, { who, offer, signal, askedFor }), {
        onerror: (error) => app.log.debug({ err: error }, 'MCP request failed'),
      });
      await send(reply, await handler.fetch(toRequest(app, request, signal), { parsedBody: body }));
    }),
    bind('mcp.listen', mcpRoutes, async ({ caller, reply }) => {
      tokenOf(sessionOf(caller));
      await reply.code(405).header('allow', 'POST').send();
    }),
  ];
}

/** Returns the API token. Rejects cookies because a page of another site could make the browser send them. @throws AppError FORBIDDEN */
function tokenOf({ token }: SessionInfo): TokenInfo {
  if (token === undefined) throw new AppError('FORBIDDEN', 'This endpoint requires an API token.');
  return token;
}

/**
 * Checks that the client accepts both media types, as the protocol requires: the server chooses one of them.
 * @throws AppError INVALID_REQUEST
 */
function assertAccepts({ headers }: FastifyRequest): void {
  const accept = headers.accept ?? '';
  if (!['application/json', 'text/event-stream'].every((type) => accept.includes(type)))
    throw invalidField('accept', 'must include application/json and text/event-stream');
}

/**
 * Returns the team of the token, or the user's team if they have only one.
 * @throws AppError NOT_FOUND if the user has no team, INVALID_STATE if they have several
 */
async function findTeam(app: App, { userId, token }: SessionInfo): Promise<string> {
  const own = token?.onlyTeam ?? null;
  if (own !== null) return own;
  const [only, ...others] = await withUser(app.db, { userId }, (tx) => listTeamsOf(tx, userId), {
    isReadOnly: true,
  });
  if (only === undefined) throw notFound('A team of yours');
  if (others.length > 0)
    throw new AppError(
      'INVALID_STATE',
      'This API token is for all your teams. Create one for a single team.',
    );
  return only;
}

/** Returns a signal that is aborted when the client disconnects before the response. */
function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableEnded) controller.abort();
  });
  return controller.signal;
}

/** Creates the request for the protocol handler, without credentials: the caller is already authenticated. */
function toRequest({ config }: App, { url, headers }: FastifyRequest, signal: AbortSignal): Request {
  const given = Object.entries(headers).filter(
    (pair): pair is [string, string] => PASSED_ON.has(pair[0]) && typeof pair[1] === 'string',
  );
  return new Request(new URL(url, config.webOrigin), { method: 'POST', headers: given, signal });
}

async function send(reply: FastifyReply, response: Response): Promise<void> {
  const type = response.headers.get('content-type');
  reply.code(response.status);
  if (type !== null) reply.type(type);
  await reply.send(Buffer.from(await response.arrayBuffer()));
}
