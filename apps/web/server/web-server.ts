import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { fastify } from 'fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { fetchOverHttp, type FetchApi } from './fetch-api.ts';
import { servePages } from './pages.ts';
import { refuse, refuseAddress, refuseBytes, refuseFailures } from './refusals.ts';
import { buildCommonHeaders, buildContentSecurityPolicy } from './security-headers.ts';
import type { WebServerSettings } from './settings.ts';
import { serveShares } from './shares.ts';

export interface RunningWebServer {
  url: string;
  close(): Promise<void>;
}

const YEAR_SECONDS = 31_536_000;
/** Time limit of a graceful stop. The same as in the API because both servers stop together. */
const DRAIN_MS = 1_500;

/**
 * Serves the built web app: its precompressed files, and its single page for every URL of the app.
 * @param fetchApi sends API requests for server-rendered pages; by default, over the network
 */
export async function startWebServer(
  settings: WebServerSettings,
  fetchApi?: FetchApi,
): Promise<RunningWebServer> {
  const app = await buildWebServer(settings, fetchApi);
  await app.listen({ port: settings.port, host: settings.host });
  let closing: Promise<void> | null = null;
  return { url: settings.webOrigin, close: () => (closing ??= drain(app)) };
}

/** Waits for open requests and closes the connections that exceed the time limit. */
async function drain(app: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(cutOff);
  }
}

/** Builds the server without listening on a port, for tests. */
export async function buildWebServer(
  settings: WebServerSettings,
  fetchApi: FetchApi = fetchOverHttp(settings.apiOrigin),
): Promise<FastifyInstance> {
  const page = await readFile(join(settings.distDir, 'index.html'), 'utf8');
  const commonHeaders = buildCommonHeaders(settings);
  const app = fastify({
    logger: false,
    frameworkErrors: (_error, _request, reply) => refuseAddress(reply.raw, commonHeaders),
    clientErrorHandler: (error, socket) => refuseBytes(error, socket, commonHeaders),
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: settings.trustedProxies.length === 0 ? false : settings.trustedProxies,
  });
  refuseFailures(app);

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(commonHeaders);
  });

  await app.register(fastifyStatic, {
    root: settings.distDir,
    preCompressed: true,
    index: false,
    cacheControl: false,
    // Directories are not listed. The page is served by the route below with its nonce and never as the raw file.
    allowedPath: (path) => hasFileName(path) && !path.endsWith('.html'),
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(settings.distDir, 'assets'));
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      reply.header('vary', 'accept-encoding');
    },
  });

  await servePages(app, settings);
  serveShares(app, settings, fetchApi);

  app.setNotFoundHandler(async (request, reply) => {
    const { pathname } = new URL(request.url, settings.webOrigin);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || hasFileName(pathname) || pathname.startsWith('/assets')) return refuse(reply, 404);
    return sendPage(reply, page, pathname, settings);
  });
  return app;
}

function sendPage(
  reply: FastifyReply,
  page: string,
  pathname: string,
  settings: WebServerSettings,
): FastifyReply {
  // Components insert <style> elements with this nonce at run time.
  const styleNonce = randomBytes(18).toString('base64');
  // The path of an invite is a secret. It must not be sent as Referer.
  if (pathname.startsWith('/invite/') || pathname.startsWith('/auth/'))
    reply.header('referrer-policy', 'no-referrer');
  return reply
    .code(200)
    .header('content-security-policy', buildContentSecurityPolicy(settings, `'nonce-${styleNonce}'`))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(fillPage(page, settings, styleNonce));
}

/** No escaping is needed. The settings were parsed as URLs and ids and contain no character that could end an attribute. */
function fillPage(
  page: string,
  { apiOrigin, hasDevTools, usage }: WebServerSettings,
  styleNonce: string,
): string {
  const values: Record<string, string> = {
    __STYLE_NONCE__: styleNonce,
    __API_ORIGIN__: apiOrigin,
    __DEV_TOOLS__: hasDevTools ? 'on' : 'off',
    __GA_MEASUREMENT_ID__: usage?.measurementId ?? '',
    __GA_COLLECT_URL__: usage?.collectUrl ?? '',
  };
  return page.replaceAll(/__[A-Z_]+?__/g, (mark) => values[mark] ?? mark);
}

/** URLs of the app have no dot in their last segment, unlike files. */
function hasFileName(pathname: string): boolean {
  return (pathname.split('/').at(-1) ?? '').includes('.');
}
