import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isLocale, type Locale } from '@hearth/contracts/core/locales';
import type { SharedDetails, SharedProject, SharedTask } from '@hearth/contracts/public-links/public-links';
import type { FastifyInstance } from 'fastify';
import { SHARE_PATH, type ShareLocation, type ShareView } from '#platform/page/share-view.ts';
import type { FetchApi } from './fetch-api.ts';
import { LOCALE_PARAMETER, readPageLocale } from './page-locale.ts';
import { buildDocumentPolicy } from './security-headers.ts';
import type { WebServerSettings } from './settings.ts';

const PAGE_SIZE = 100;
const AFTER = 'after';

type RenderShare = (view: ShareView, location: ShareLocation, style: string, locale: Locale) => string;

interface Renderer {
  render: RenderShare;
  style: string;
  policy: string;
}

/**
 * Serves public links as server-rendered documents without scripts. Each request renders the API's current data, and the response is never
 * cached.
 */
export function serveShares(app: FastifyInstance, settings: WebServerSettings, fetchApi: FetchApi): void {
  let loading: Promise<Renderer> | null = null;
  // Lazy-loaded because most visits do not need the renderer.
  const load = () => (loading ??= loadRenderer(settings.distDir));

  app.get(`${SHARE_PATH}*`, async (request, reply) => {
    const url = new URL(request.url, settings.webOrigin);
    const { locale } = readPageLocale(url, request.headers);
    const location = findShareLocation(url);
    const { view, retryAfter } = await findView(url, location, (path) => fetchApi(path, request.ip));
    const { render, style, policy } = await load();
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    return reply
      .code(STATUS[view.kind])
      .headers({
        'cache-control': 'private, no-store',
        'content-language': locale,
        'content-security-policy': policy,
        // The URL is a secret (capability URL). It must not be sent as Referer or indexed.
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        vary: 'accept-language, cookie',
      })
      .type('text/html; charset=utf-8')
      .send(render(view, location, style, locale));
  });
}

const STATUS: Record<ShareView['kind'], number> = {
  project: 200,
  task: 200,
  missing: 404,
  busy: 429,
  trouble: 503,
};

/** Matches `/share/<token>` or `/share/<token>/<number>`. The pattern prevents access to other paths of the API. */
const ADDRESS = /^\/share\/([\w-]{1,200})(?:\/(\d{1,12}))?\/?$/;

function splitPath({ pathname }: URL): { token: string | undefined; number: string | undefined } {
  const [, token, number] = ADDRESS.exec(pathname) ?? [];
  return { token, number };
}

/** A language in the URL is appended to every link of the document. */
function findShareLocation(url: URL): ShareLocation {
  const requested = url.searchParams.get(LOCALE_PARAMETER);
  return {
    path: SHARE_PATH + (splitPath(url).token ?? ''),
    query: isLocale(requested) ? `?${LOCALE_PARAMETER}=${requested}` : '',
  };
}

/** Selects the view for the URL from the API's response. */
async function findView(
  url: URL,
  { path, query }: ShareLocation,
  fetchApi: (path: string) => ReturnType<FetchApi>,
): Promise<{ view: ShareView; retryAfter?: string | undefined }> {
  const { token, number } = splitPath(url);
  if (token === undefined) return { view: { kind: 'missing' } };
  const after = url.searchParams.get(AFTER);
  const search = new URLSearchParams({
    limit: String(PAGE_SIZE),
    ...(after === null ? {} : { cursor: after }),
  });
  const at = number === undefined ? `/shares/${token}?${search}` : `/shares/${token}/tasks/${number}`;
  const answer = await ask(() => fetchApi(at));
  if (answer === null || answer.status >= 500) return { view: { kind: 'trouble' } };
  if (answer.status === 429) return { view: { kind: 'busy' }, retryAfter: answer.retryAfter };
  if (answer.status !== 200) return { view: { kind: 'missing' } };
  if (number !== undefined) {
    const shared = answer.body as { project: SharedProject; task: SharedTask; details: SharedDetails };
    return { view: { kind: 'task', ...shared } };
  }
  const { project, tasks, nextCursor } = answer.body as {
    project: SharedProject;
    tasks: SharedTask[];
    nextCursor: string | null;
  };
  const separator = query === '' ? '?' : `${query}&`;
  const next = nextCursor === null ? null : `${path}${separator}${AFTER}=${nextCursor}`;
  return { view: { kind: 'project', project, tasks, next, first: after === null ? null : path + query } };
}

/** Returns the API's response, or null if it is unreachable, too slow, or something else answers in its place, such as a proxy. */
async function ask(
  fetch: () => ReturnType<FetchApi>,
): Promise<{ status: number; body: unknown; retryAfter: string | undefined } | null> {
  try {
    const { status, text, retryAfter } = await fetch();
    return { status, body: status === 200 ? JSON.parse(text) : null, retryAfter };
  } catch {
    return null;
  }
}

async function loadRenderer(distDir: string): Promise<Renderer> {
  const folder = join(distDir, '..', 'share');
  const style = await readFile(join(folder, 'style.css'), 'utf8');
  const address = pathToFileURL(join(folder, 'render-share.js')).href;
  const { renderShare } = (await import(address)) as { renderShare: RenderShare };
  const hash = createHash('sha256').update(style).digest('base64');
  return { render: renderShare, style, policy: buildDocumentPolicy(hash) };
}
