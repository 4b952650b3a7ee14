import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { LOCALES } from '@hearth/contracts/core/locales';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { namePageFile, PRERENDERED_PATHS } from '#platform/page/prerendered.ts';
import { readWebSettings } from './settings.ts';
import { buildWebServer } from './web-server.ts';

const STYLE = 'p{color:red}';
let distDir: string;
let app: FastifyInstance;

beforeAll(async () => {
  distDir = mkdtempSync(join(tmpdir(), 'hearth-pages-'));
  mkdirSync(join(distDir, 'pages'));
  writeFileSync(join(distDir, 'index.html'), 'the app');
  for (const path of PRERENDERED_PATHS) {
    for (const locale of LOCALES) {
      const page = `<html lang="${locale}"><style>${STYLE}</style>${path} __WEB_ORIGIN__ __API_ORIGIN__ __CONTACT_ADDRESS__ [__GA_MEASUREMENT_ID__ __GA_COLLECT_URL__]`;
      writeFileSync(join(distDir, 'pages', namePageFile(path, locale)), page);
    }
  }
  const env = { WEB_PORT: '13000', API_PORT: '13001', CONTACT_ADDRESS: 'people@hearth.example' };
  app = await buildWebServer(readWebSettings(env, distDir));
});

afterAll(async () => {
  await app.close();
  rmSync(distDir, { recursive: true, force: true });
});

describe('prerendered pages', () => {
  test.each([...PRERENDERED_PATHS, '/about/'])(
    'serves %s with the server settings filled in',
    async (path) => {
      const answer = await app.inject(path);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.body).toContain(
        `</style>${path === '/about/' ? '/about' : path} http://localhost:13000 http://localhost:13001 people@hearth.example`,
      );
    },
  );

  test('includes analytics in the page and the content security policy only if configured', async () => {
    const silent = await app.inject('/about');
    expect(silent.body).toContain('[ ]');
    expect(String(silent.headers['content-security-policy'])).not.toContain('google-analytics');
    const measuring = await buildWebServer(readWebSettings({ GA_MEASUREMENT_ID: 'G-AB12CD34' }, distDir));
    const answer = await measuring.inject('/about');
    await measuring.close();
    expect(answer.body).toContain('[G-AB12CD34 https://www.google-analytics.com/g/collect]');
    expect(String(answer.headers['content-security-policy'])).toContain(' https://www.google-analytics.com;');
  });

  test('allows only the inline style with a matching hash and requires Trusted Types', async () => {
    const policy = String((await app.inject('/')).headers['content-security-policy']);
    const hash = createHash('sha256').update(STYLE).digest('base64');
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`);
    expect(policy).not.toContain('unsafe-');
    expect(policy).not.toContain('nonce-');
    expect(policy).toContain("require-trusted-types-for 'script'");
  });

  test('responds with 304 to a matching ETag and uses a different ETag for another language', async () => {
    const { headers } = await app.inject('/about');
    const again = await app.inject({ url: '/about', headers: { 'if-none-match': String(headers['etag']) } });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    const other = await app.inject('/about?lang=hi');
    expect(other.headers['etag']).not.toBe(headers['etag']);
  });

  test.each([
    ['br, gzip', 'br', (body: Buffer) => brotliDecompressSync(body)],
    ['gzip', 'gzip', (body: Buffer) => gunzipSync(body)],
    ['br;q=0, gzip', 'gzip', (body: Buffer) => gunzipSync(body)],
    ['identity', undefined, (body: Buffer) => body],
  ])('responds to Accept-Encoding %s with Content-Encoding %s', async (accepted, encoding, open) => {
    const answer = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(open(answer.rawPayload).toString()).toContain('<html lang="en">');
  });

  test('responds with 404 to POST requests and direct requests for page files', async () => {
    expect((await app.inject({ method: 'POST', url: '/about' })).statusCode).toBe(404);
    expect((await app.inject('/pages/about.en.html')).statusCode).toBe(404);
  });
});

describe('language negotiation', () => {
  test.each([
    ['/', {}, 'en'],
    ['/', { 'accept-language': 'hi-IN,hi;q=0.9,en;q=0.8' }, 'hi'],
    ['/', { 'accept-language': 'en;q=0.5, hi;q=0.9' }, 'hi'],
    ['/', { 'accept-language': 'hi;q=0, en' }, 'en'],
    ['/', { 'accept-language': 'de, fr;q=0.8' }, 'fr'],
    ['/', { 'accept-language': 'ar-SA, es;q=0.9' }, 'ar'],
    ['/', { 'accept-language': 'de, nl;q=0.8' }, 'en'],
    ['/', { cookie: 'a=b; lang=hi', 'accept-language': 'en' }, 'hi'],
    ['/', { cookie: 'lang=xx', 'accept-language': 'hi' }, 'hi'],
    ['/?lang=en', { cookie: 'lang=hi', 'accept-language': 'hi' }, 'en'],
    ['/?lang=xx', { cookie: 'lang=hi' }, 'hi'],
  ])('resolves the language of %s with headers %o to %s', async (url, headers, locale) => {
    const answer = await app.inject({ url, headers });
    expect(answer.body).toContain(`<html lang="${locale}">`);
    expect(answer.headers['content-language']).toBe(locale);
    expect(answer.headers['vary']).toBe('accept-encoding, accept-language, cookie');
  });

  test('stores a supported language from the URL in a cookie', async () => {
    expect((await app.inject('/about?lang=hi')).headers['set-cookie']).toBe(
      'lang=hi; Path=/; Max-Age=31536000; SameSite=Lax',
    );
    for (const url of ['/about', '/about?lang=xx'])
      expect((await app.inject(url)).headers['set-cookie']).toBeUndefined();
  });
});

describe('files for search engines', () => {
  test('disallows the dashboard in robots.txt and links to the sitemap', async () => {
    const { body, headers } = await app.inject('/robots.txt');
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toContain('Disallow: /dashboard\n');
    expect(body).toContain('Sitemap: http://localhost:13000/sitemap.xml\n');
  });

  test('lists every page with alternate languages in sitemap.xml', async () => {
    const { body, headers } = await app.inject('/sitemap.xml');
    expect(headers['content-type']).toContain('application/xml');
    expect([...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1])).toEqual(
      PRERENDERED_PATHS.map((path) => `http://localhost:13000${path}`),
    );
    expect(body).toContain('hreflang="hi" href="http://localhost:13000/about?lang=hi"');
  });
});

test('rejects an invalid contact address', () => {
  expect(() => readWebSettings({ CONTACT_ADDRESS: 'nowhere' }, distDir)).toThrow('CONTACT_ADDRESS=nowhere');
});
