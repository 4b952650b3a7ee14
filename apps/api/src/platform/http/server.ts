import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import { LIMITS } from '@hearth/contracts/core/limits';
import { BASE_HEADER, SEQ_HEADER, VIEW_AS_HEADER } from '@hearth/contracts/sync-values';
import { DatabaseFullError, DatabaseUnavailableError } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { endLateBodies } from './body-time.ts';
import { buildCommonHeaders } from './common-headers.ts';
import { compressResponses } from './compression.ts';
import { observeRequests } from './metrics.ts';
import { createRefusalLog } from './refusal-log.ts';
import { limitUnauthenticatedConnections } from './unauthenticated-connections.ts';
import { refuseAddress, refuseBytes } from './malformed-request.ts';

/** Creates the server with the setup shared by all requests. `registerBindings` adds the routes. */
export async function createServer(app: App): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = app.log;
  const commonHeaders = buildCommonHeaders(app.config);
  const server = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => app.ids.uuid(),
    bodyLimit: LIMITS.jsonBody,
    // The body timeout depends on the route (body-time.ts).
    requestTimeout: 0,
    // By default, Node only checks every 30 s for connections whose headers are overdue.
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    keepAliveTimeout: 65_000,
    // Requests in progress are completed; serve-app.ts closes the remaining connections.
    forceCloseConnections: false,
    frameworkErrors: (_error, _request, reply) => refuseAddress(reply.raw, commonHeaders),
    clientErrorHandler: (error, socket) => refuseBytes(error, socket, commonHeaders),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // Limits per address trust the X-Forwarded-For header only from these proxies.
    trustProxy: app.config.trustedProxies.length === 0 ? false : app.config.trustedProxies,
  });

  // Only JSON is accepted. An empty body is treated as no body.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, parseJson(text as string));
    } catch (error) {
      done(error as Error, undefined);
    }
  });

  // Register this hook before CORS, which responds to preflight requests itself.
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(commonHeaders);
  });
  await server.register(cookie);
  await server.register(cors, {
    origin: app.config.webOrigin,
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      BASE_HEADER,
      VIEW_AS_HEADER,
    ],
    exposedHeaders: [SEQ_HEADER, 'etag', 'retry-after'],
    maxAge: 7200,
    strictPreflight: false,
  });

  limitUnauthenticatedConnections(app, server.server);
  observeRequests(app, server);
  endLateBodies(server);
  compressResponses(server);

  server.setNotFoundHandler(() => {
    throw new AppError('NOT_FOUND', 'There is nothing at this address.');
  });
  const logRefusal = createRefusalLog(app);
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const known = toAppError(error, request);
    if (known.status >= 500) logFailure(app, request, error);
    else logRefusal(request, known);
    // Close the connection because the rest of an overdue body is not read.
    if (known.code === 'REQUEST_TIMEOUT') reply.header('connection', 'close');
    if (known.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.retryAfterSeconds));
    return reply
      .code(known.status)
      .header('content-type', 'application/problem+json; charset=utf-8')
      .serializer((problem) => JSON.stringify(problem))
      .send(known.toProblem());
  });
  return server;
}

const DEEPEST = 20;

/** Parses JSON with a depth limit. Rejects `__proto__` keys. */
function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text, (key, inner: unknown) => {
      if (key === '__proto__')
        throw new AppError('INVALID_REQUEST', 'The body can’t contain the key __proto__.');
      return inner;
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('INVALID_REQUEST', 'The body isn’t valid JSON.');
  }
  if (depthOf(value, 0) > DEEPEST)
    throw new AppError('INVALID_REQUEST', `The body can be nested up to ${DEEPEST} levels deep.`);
  return value;
}

function depthOf(value: unknown, depth: number): number {
  if (depth > DEEPEST || value === null || typeof value !== 'object') return depth;
  return Math.max(depth, ...Object.values(value).map((inner) => depthOf(inner, depth + 1)));
}

function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new AppError(
      'PAYLOAD_TOO_LARGE',
      `The body can be up to ${(request.routeOptions.bodyLimit ?? LIMITS.jsonBody) / 1024} KiB.`,
    );
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.');
  }
  if (error instanceof DatabaseFullError || isDiskFull(error)) {
    return new AppError('STORAGE_FULL', 'The server is out of disk space. Nothing was saved.', {
      cause: error,
    });
  }
  if (error instanceof DatabaseUnavailableError) {
    return new AppError('UNAVAILABLE', 'The database isn’t responding. Try again.', {
      retryAfterSeconds: 1,
    });
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('INVALID_REQUEST', 'The request couldn’t be read.');
  }
  return new AppError('INTERNAL', 'Something went wrong on our side. Nothing was changed.', { cause: error });
}

/** Whether a file write failed because the disk is full. */
function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

function logFailure(app: App, request: FastifyRequest, error: Error): void {
  app.log.error(
    { err: error, reqId: request.id, method: request.method, route: request.routeOptions.url },
    'request failed',
  );
}
