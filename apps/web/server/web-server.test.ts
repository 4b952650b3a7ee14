import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCALES } from '@hearth/contracts/core/locales';
import { namePageFile, PRERENDERED_PATHS } from '#platform/page/prerendered.ts';
import { readWebSettings } from './settings.ts';
import { serveShares } from './shares.ts';
import { buildWebServer, startWebServer } from './web-server.ts';

const script = `export const words = '${'warm '.repeat(500)}';`;
let distDir: string;
let app: FastifyInstance;

beforeAll(async () => {
  distDir = mkdtempSync(join(tmpdir(), 'hearth-web-'));
  mkdirSync(join(distDir, 'assets'));
  const page =
    '<meta name="style-nonce" content="__STYLE_NONCE__" /><meta name="api-origin" content="__API_ORIGIN__" />' +
    '<meta name="ga-measurement-id" content="__GA_MEASUREMENT_ID__" /><meta name="ga-collect-url" content="__GA_COLLECT_URL__" />';
  writeFileSync(join(distDir, 'index.html'), page);
  mkdirSync(join(distDir, 'pages'));
  for (const path of PRERENDERED_PATHS)
    for (const locale of LOCALES)
      writeFileSync(join(distDir, 'pages', namePageFile(path, locale)), `<html lang="${locale}">${path}`);
  writeFileSync(join(distDir, 'sw.js'), 'self;');
  writeFileSync(join(distDir, 'assets/app-1.js'), script);
  writeFileSync(join(distDir, 'assets/app-1.js.br'), brotliCompressSync(script));
  writeFileSync(join(distDir, 'assets/app-1.js.gz'), gzipSync(script));
  app = await buildWebServer(readWebSettings({ WEB_PORT: '13000', API_PORT: '13001' }, distDir));
});

afterAll(async () => {
  await app.close();
  rmSync(distDir, { recursive: true, force: true });
});

function readDirectives(policy: unknown): Map<string, string> {
  return new Map(
    String(policy)
      .split('; ')
      .map((part): [string, string] => [part.split(' ')[0] ?? '', part.split(' ').slice(1).join(' ')]),
  );
}

describe('public links', () => {
  const failures = {
    'is unreachable': async () => await Promise.reject(new TypeError('fetch failed')),
    'is too slow': async () => await Promise.reject(new DOMException('Timed out', 'TimeoutError')),
    'reports a failure': async () => await Promise.resolve({ status: 502, text: '', retryAfter: undefined }),
    'is replaced by a page of a proxy': async () =>
      await Promise.resolve({ status: 200, text: '<h1>Hello</h1>', retryAfter: undefined }),
  };
  test.each(Object.entries(failures))(
    'responds with an uncached page that says so when the API %s',
    async (_, fetchApi) => {
      const root = mkdtempSync(join(tmpdir(), 'hearth-share-'));
      mkdirSync(join(root, 'share'));
      writeFileSync(join(root, 'share/style.css'), 'p {}');
      writeFileSync(
        join(root, 'share/render-share.js'),
        'exports.renderShare = ({ kind }) => `<p>${kind}</p>`;',
      );
      const server = fastify();
      serveShares(server, readWebSettings({}, join(root, 'web')), fetchApi);
      for (const path of ['/share/abc', '/share/abc/12']) {
        const answer = await server.inject(path);
        expect([answer.statusCode, answer.body]).toEqual([503, '<p>trouble</p>']);
        expect(answer.headers['cache-control']).toBe('private, no-store');
      }
      await server.close();
      rmSync(root, { recursive: true });
    },
  );
});

describe('app page', () => {
  test.each([
    '/signin',
    '/dashboard',
    '/dashboard/',
    '/dashboard/projects/0192',
    '/invite/abc/join',
    '/auth/popup',
    '/dashboard?x=a.b',
  ])('serves the app at %s', async (url) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.body).toContain('name="api-origin" content="http://localhost:13001"');
  });

  test('enables development tools only without Google credentials', () => {
    expect(readWebSettings({}, distDir).hasDevTools).toBe(true);
    expect(readWebSettings({ GOOGLE_CLIENT_ID: 'id' }, distDir).hasDevTools).toBe(false);
  });

  test('generates a new style nonce for each response and includes the nonce in the policy', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const answer = await app.inject('/signin');
        const nonce = /name="style-nonce" content="([A-Za-z0-9+/]{24})"/.exec(answer.body)?.[1] ?? '';
        expect(readDirectives(answer.headers['content-security-policy']).get('style-src')).toBe(
          `'self' 'nonce-${nonce}'`,
        );
        return nonce;
      }),
    );
    expect(nonces[0]).not.toBe('');
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test('allows connections only to its own origin and the API, forbids framing and requires Trusted Types', async () => {
    const { headers } = await app.inject('/signin');
    const policy = readDirectives(headers['content-security-policy']);
    expect(String(headers['content-security-policy'])).not.toContain('unsafe-');
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('connect-src')).toBe("'self' http://localhost:13001 ws://localhost:13001");
    expect(policy.get('frame-ancestors')).toBe("'none'");
    expect(policy.get('require-trusted-types-for')).toBe("'script'");
    expect(policy.get('trusted-types')).toBe('default ProseMirrorClipboard');
  });

  test('sends no referrer from an invite or the sign-in popup', async () => {
    expect((await app.inject('/invite/secret/join')).headers['referrer-policy']).toBe('no-referrer');
    expect((await app.inject('/auth/popup')).headers['referrer-policy']).toBe('no-referrer');
    expect((await app.inject('/dashboard')).headers['referrer-policy']).toBe(
      'strict-origin-when-cross-origin',
    );
  });
});

describe('static files', () => {
  test.each([
    ['br, gzip', 'br', (body: Buffer) => brotliDecompressSync(body)],
    ['gzip', 'gzip', (body: Buffer) => gunzipSync(body)],
    ['identity', undefined, (body: Buffer) => body],
  ])('responds to Accept-Encoding %s with Content-Encoding %s', async (accepted, encoding, open) => {
    const answer = await app.inject({ url: '/assets/app-1.js', headers: { 'accept-encoding': accepted } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-type']).toContain('javascript');
    expect(answer.headers['vary']).toContain('accept-encoding');
    expect(open(answer.rawPayload).toString()).toBe(script);
  });

  test('marks hashed files as immutable, but not the service worker', async () => {
    expect((await app.inject('/assets/app-1.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await app.inject('/sw.js')).headers['cache-control']).toBe('no-cache');
  });

  test.each([
    '/assets/gone.js',
    '/assets',
    '/assets/',
    '/picture.png',
    '/index.html',
    '/.env',
    '/..%2f..%2fpackage.json',
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/%2e%2e/etc/passwd.txt',
    '/%',
    '/%c0%ae',
    `/${'a'.repeat(3_000)}.js`,
    '/dashboard/x.js',
  ])('responds with 404 at %s', async (url) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toBe('Not found\n');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  test('responds to malformed requests with status 400, a message and a content security policy', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.end('NOT HTTP\r\n\r\n');
    const response = await text(socket);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toContain("content-security-policy: default-src 'none'");
    expect(response).toContain('The request couldn’t be read.');
  });

  test('responds with 404 to POST requests', async () => {
    expect((await app.inject({ method: 'POST', url: '/dashboard' })).statusCode).toBe(404);
  });
});

describe('security headers', () => {
  test.each(['/signin', '/assets/app-1.js', '/gone.js'])(
    'sends security headers with the response to %s',
    async (url) => {
      const { headers } = await app.inject(url);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['strict-transport-security']).toBeUndefined();
    },
  );

  test('adds HSTS and a wss origin if the origins use https', async () => {
    const settings = readWebSettings(
      { WEB_ORIGIN: 'https://app.example.com', API_ORIGIN: 'https://api.example.com' },
      distDir,
    );
    const secure = await buildWebServer(settings);
    const { headers } = await secure.inject('/signin');
    await secure.close();
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
    expect(String(headers['content-security-policy'])).toContain(
      'https://api.example.com wss://api.example.com',
    );
  });
});

describe('analytics settings', () => {
  test('allows no analytics collector by default', async () => {
    const answer = await app.inject('/signin');
    expect(answer.body).toContain('name="ga-measurement-id" content=""');
    expect(answer.body).toContain('name="ga-collect-url" content=""');
    expect(String(answer.headers['content-security-policy'])).not.toContain('google-analytics');
  });

  test('adds the measurement id to the page and allows only the collector’s origin', async () => {
    const measuring = await buildWebServer(readWebSettings({ GA_MEASUREMENT_ID: 'G-AB12CD34' }, distDir));
    const answer = await measuring.inject('/signin');
    await measuring.close();
    expect(answer.body).toContain('name="ga-measurement-id" content="G-AB12CD34"');
    expect(answer.body).toContain(
      'name="ga-collect-url" content="https://www.google-analytics.com/g/collect"',
    );
    const policy = readDirectives(answer.headers['content-security-policy']);
    expect(policy.get('connect-src')).toBe(
      "'self' http://localhost:4000 ws://localhost:4000 https://www.google-analytics.com",
    );
    expect(policy.get('script-src')).toBe("'self'");
  });

  test.each([
    [{ GA_MEASUREMENT_ID: 'UA-12345-1' }, 'GA_MEASUREMENT_ID=UA-12345-1 is not a measurement id'],
    [{ GA_MEASUREMENT_ID: 'G-A"><script>' }, 'GA_MEASUREMENT_ID='],
    [{ GA_MEASUREMENT_ID: 'G-AB12', GA_COLLECT_URL: 'collect' }, 'GA_COLLECT_URL=collect is not an address'],
    [{ GA_MEASUREMENT_ID: 'G-AB12', GA_COLLECT_URL: 'https://x.example/?a=1' }, 'GA_COLLECT_URL='],
  ])('rejects %j and names the setting', (env, message) => {
    expect(() => readWebSettings(env, distDir)).toThrow(message);
  });
});

test('rejects a value that is not an origin and names the setting', () => {
  expect(() => readWebSettings({ API_ORIGIN: 'https://example.com/api' }, distDir)).toThrow(
    'API_ORIGIN=https://example.com/api is not an origin',
  );
  expect(() => readWebSettings({ WEB_ORIGIN: 'app.example.com' }, distDir)).toThrow('WEB_ORIGIN');
});

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

test('closes within its time limit despite an idle connection', async () => {
  const port = await findFreePort();
  const server = await startWebServer({ ...readWebSettings({}, distDir), port, host: '127.0.0.1' });
  const socket = connect(port, '127.0.0.1');
  try {
    await new Promise((resolve) => socket.once('connect', resolve));
    const isCut = new Promise((resolve) => socket.once('close', resolve));
    const begun = performance.now();
    await Promise.all([server.close(), server.close(), isCut]);
    expect(performance.now() - begun).toBeLessThan(4_000);
  } finally {
    socket.destroy();
  }
});
