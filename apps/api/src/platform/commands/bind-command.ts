import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteSpec } from '@hearth/contracts/core/route';
import type { AnyRoute } from '@hearth/contracts/routes';
import { BASE_HEADER, SEQ_HEADER } from '@hearth/contracts/sync-values';
import { provenanceOf } from '#platform/audit/index.ts';
import { canonicalJson } from '#platform/canonical-json.ts';
import { AppError } from '#platform/errors.ts';
import {
  bindRoute,
  findRoute,
  successStatus,
  type Binding,
  type Call,
  type ResponseBody,
  type RouteById,
  type RouteId,
} from '#platform/feature.ts';
import type { CommandResult, RequestKey } from './command.ts';

/** A call of a route that runs a command, with its idempotency key. */
type CommandCall<R extends RouteSpec> = Call<R> & { key: RequestKey };
type Handle<R extends RouteSpec, T> = (call: CommandCall<R>) => Promise<CommandResult<T>>;
/** Routes without a response body accept any value, because it is not sent. */
type Value<R extends RouteSpec> = undefined extends ResponseBody<R> ? unknown : ResponseBody<R>;

/** Binds a command to a route of the contract. The idempotency key is derived from the request, its body and the route's success status. */
export function bindCommand<I extends RouteId>(
  id: I,
  routes: readonly AnyRoute[],
  handle: Handle<RouteById<I>, Value<RouteById<I>>>,
): Binding {
  return bindCommandRoute(findRoute(id, routes), handle);
}

/** Binds a command to a route that is shared by several entity types. Only the types of the inputs are checked. */
export function bindCommandRoute<R extends RouteSpec>(route: R, handle: Handle<R, unknown>): Binding {
  const status = successStatus(route);
  const hasBody = route.replies[status] != null;
  const binding = bindRoute(route, async (call: Call<R>) => {
    const key = requestKeyOf(call.request, call.body ?? null, status);
    const result = await handle({ ...call, key });
    setSeqHeader(call.reply, result);
    return hasBody ? result.value : undefined;
  });
  return { ...binding, isCommand: true };
}

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Derives the idempotency key of a request.
 * @param body the body, or a substitute that contains the checksum of a streamed file
 * @param status the status of the first response, which is stored with it
 * @throws AppError INVALID_REQUEST if a header of the client is malformed
 */
export function requestKeyOf(request: FastifyRequest, body: unknown, status: number): RequestKey {
  const given = request.headers['idempotency-key'];
  const key = given === undefined ? null : String(given);
  if (key !== null && !KEY.test(key)) {
    throw new AppError('INVALID_REQUEST', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
  }
  const content = Buffer.isBuffer(body) ? { sha256: createHash('sha256').update(body).digest('hex') } : body;
  const clientId = (content as { id?: string } | undefined)?.id ?? null;
  const hash = createHash('sha256').update(canonicalJson(content)).digest();
  return {
    route: `${request.method} ${request.routeOptions.url ?? ''}`,
    path: new URL(request.url, 'http://api').pathname.toLowerCase().replace(/\/$/, ''),
    key,
    clientId,
    base: readBase(request),
    hash,
    status,
    from: provenanceOf(request),
  };
}

function readBase(request: FastifyRequest): number | null {
  const given = request.headers[BASE_HEADER];
  if (given === undefined) return null;
  if (!/^\d{1,15}$/.test(String(given))) {
    throw new AppError('INVALID_REQUEST', `${BASE_HEADER} must be a whole number: the seq you last read.`);
  }
  return Number(given);
}

/** Sets the response header that contains the log position of the command. */
export function setSeqHeader(reply: FastifyReply, result: CommandResult<unknown>): void {
  if (result.seq !== null) reply.header(SEQ_HEADER, String(result.seq));
}
