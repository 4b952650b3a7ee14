import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { LOCALE_COOKIE, LOCALES, type Locale } from '@hearth/contracts/core/locales';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { namePageFile, PRERENDERED_PATHS, type PrerenderedPath } from '#platform/page/prerendered.ts';
import { readPageLocale } from './page-locale.ts';
import { buildContentSecurityPolicy } from './security-headers.ts';
import type { WebServerSettings } from './settings.ts';

const YEAR_SECONDS = 31_536_000;
const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };
type Encoding = keyof typeof compressors;

/** One page in one language, ready to be sent. */
interface StoredPage {
  body: Buffer;
  compressed: Record<Encoding, Buffer>;
  etag: string;
  policy: string;
}

/** Serves the prerendered pages and the files for search engines. */
export async function servePages(app: FastifyInstance, settings: WebServerSettings): Promise<void> {
  for (const path of PRERENDERED_PATHS) {
    const pages = new Map<Locale, StoredPage>();
    for (const locale of LOCALES) pages.set(locale, await loadPage(settings, path, locale));
    app.get(path, async (request, reply) => answerPage(request, reply, settings, pages));
  }
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(buildRobots(settings.webOrigin)),
  );
  app.get('/sitemap.xml', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/xml; charset=utf-8')
      .send(buildSitemap(settings.webOrigin)),
  );
}

function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: WebServerSettings,
  pages: ReadonlyMap<Locale, StoredPage>,
): FastifyReply {
  const { locale, isChosen } = readPageLocale(new URL(request.url, settings.webOrigin), request.headers);
  const page = pages.get(locale);
  if (page === undefined) throw new TypeError(`There is no page in ${locale}`);
  reply.headers({
    'cache-control': 'no-cache',
    'content-language': locale,
    'content-security-policy': page.policy,
    etag: page.etag,
    vary: 'accept-encoding, accept-language, cookie',
  });
  if (isChosen) {
    const secure = settings.webOrigin.startsWith('https:') ? '; Secure' : '';
    reply.header(
      'set-cookie',
      `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`,
    );
  }
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  reply.type('text/html; charset=utf-8');
  const encoding = pickEncoding(request.headers['accept-encoding']);
  if (encoding === null) return reply.send(page.body);
  return reply.header('content-encoding', encoding).send(page.compressed[encoding]);
}

async function loadPage(
  settings: WebServerSettings,
  path: PrerenderedPath,
  locale: Locale,
): Promise<StoredPage> {
  const file = join(settings.distDir, 'pages', namePageFile(path, locale));
  const text = (await readFile(file, 'utf8'))
    .replaceAll('__WEB_ORIGIN__', escapeHtml(settings.webOrigin))
    .replaceAll('__API_ORIGIN__', escapeHtml(settings.apiOrigin))
    .replaceAll('__GA_MEASUREMENT_ID__', escapeHtml(settings.usage?.measurementId ?? ''))
    .replaceAll('__GA_COLLECT_URL__', escapeHtml(settings.usage?.collectUrl ?? ''))
    .replaceAll('__CONTACT_ADDRESS__', escapeHtml(settings.contactAddress));
  const body = Buffer.from(text);
  // The policy allows only the page's own style, by its hash.
  const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  return {
    body,
    compressed: { br: await compressors.br(body), gzip: await compressors.gzip(body) },
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    policy: buildContentSecurityPolicy(settings, `'sha256-${hash}'`),
  };
}

/** Selects the content encoding: Brotli if the browser accepts it, otherwise gzip, otherwise identity. */
function pickEncoding(accepted: string | string[] | undefined): Encoding | null {
  const names = new Set(
    String(accepted ?? '')
      .split(',')
      .map((part) => part.split(';').map((one) => one.trim()))
      .filter(([, weight]) => weight === undefined || !/^q=0(\.0*)?$/.test(weight))
      .map(([name]) => name),
  );
  if (names.has('br')) return 'br';
  return names.has('gzip') ? 'gzip' : null;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Builds robots.txt. It excludes all pages behind the sign-in from indexing. */
function buildRobots(webOrigin: string): string {
  const closed = ['/dashboard', '/teams/', '/invite/', '/auth/', '/payment/', '/share'];
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${webOrigin}/sitemap.xml`,
    '',
  ].join('\n');
}

function buildSitemap(webOrigin: string): string {
  const entries = PRERENDERED_PATHS.map((path) => {
    const alternates = LOCALES.map((locale, at) => {
      const address = webOrigin + path + (at === 0 ? '' : `?lang=${locale}`);
      return `<xhtml:link rel="alternate" hreflang="${locale}" href="${address}"/>`;
    });
    return `<url><loc>${webOrigin}${path}</loc>${alternates.join('')}</url>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}
