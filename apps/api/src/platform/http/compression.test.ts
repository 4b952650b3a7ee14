import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { compressResponses } from './compression.ts';

const long = JSON.stringify({ text: 'long enough to be worth it '.repeat(100) });
const plain = (bytes: Buffer): Buffer => bytes;

async function get(path: string, accepted?: string) {
  const server = fastify();
  compressResponses(server);
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('vary', 'Origin');
  });
  for (const [url, text] of [
    ['/long', long],
    ['/short', '{}'],
  ] as const) {
    server.get(url, async (_request, reply) => reply.header('content-type', 'application/json').send(text));
  }
  return await server.inject({
    url: path,
    ...(accepted === undefined ? {} : { headers: { 'accept-encoding': accepted } }),
  });
}

it.each([
  ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['GZIP;q=0.5, br;q=0', 'gzip', gunzipSync],
  ['identity', undefined, plain],
  ['gzip;q=0', undefined, plain],
  [undefined, undefined, plain],
])('responds to Accept-Encoding %s with Content-Encoding %s', async (accepted, encoding, open) => {
  const answer = await get('/long', accepted);
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.headers['vary']).toBe('Origin, accept-encoding');
  expect(open(answer.rawPayload).toString()).toBe(long);
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
});

it('does not compress short responses', async () => {
  const answer = await get('/short', 'gzip');
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.body).toBe('{}');
});
