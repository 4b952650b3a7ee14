import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RouteSpec } from '@hearth/contracts/core/route';
import { AppError } from '#platform/errors.ts';

/** Body time-out for JSON. */
const JSON_MS = 10_000;
/** Allowance of a file on top of the time for its size: waking a phone's radio, a lost packet or two. */
const FILE_MS = 30_000;
/** 0.5 Mbit/s: slower uploads are aborted. */
const SLOWEST_BYTES_A_SECOND = 64 * 1024;
/** After the response, remaining body bytes are read and discarded for this long, so that the sender gets to read the response. */
const AFTER_ANSWER_MS = 30_000;

/** Body time-out of a request in ms: for a file by its declared size, or the largest accepted size. */
export function bodyTimeOf({ upload }: Pick<RouteSpec, 'upload'>, told: number | null): number {
  if (upload === undefined) return JSON_MS;
  return FILE_MS + (Math.min(told ?? upload.maxBytes, upload.maxBytes) / SLOWEST_BYTES_A_SECOND) * 1000;
}

/** The body as a stream; it fails with REQUEST_TIMEOUT when it takes too long, and the connection stays usable for the response. */
export function limitBodyTime(route: RouteSpec, request: FastifyRequest, payload: Readable): Readable {
  // A small body has arrived by the time its request was authorized; the body of a GET is not read.
  if (route.method === 'GET' || request.raw.complete) return payload;
  const told = Number(request.headers['content-length'] ?? Number.NaN);
  const limitMs = bodyTimeOf(route, Number.isNaN(told) ? null : told);
  const timed = new PassThrough();
  // There may be no reader: a body of a wrong type is refused before it has arrived.
  timed.on('error', () => undefined);
  const timer = setTimeout(() => {
    payload.unpipe(timed);
    const what = route.upload === undefined ? 'The body' : 'The file';
    const seconds = Math.round(limitMs / 1000);
    timed.destroy(new AppError('REQUEST_TIMEOUT', `${what} took longer than ${seconds} s to arrive.`));
  }, limitMs);
  payload.once('error', (error) => timed.destroy(error));
  payload.once('close', () => {
    if (!payload.readableEnded) timed.destroy(brokenOff());
  });
  timed.once('close', () => clearTimeout(timer));
  return payload.pipe(timed);
}

function brokenOff(): Error {
  return Object.assign(new Error('The body broke off.'), { code: 'ECONNRESET', statusCode: 400 });
}

/** Closes connections whose sender is still sending a body long after the response. */
export function endLateBodies(server: FastifyInstance): void {
  server.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.socket.destroy();
    }, AFTER_ANSWER_MS).unref();
    raw.once('close', () => clearTimeout(timer));
    raw.once('end', () => clearTimeout(timer));
    raw.unpipe();
    raw.resume();
  });
}
