import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RouteSpec } from '@hearth/contracts/core/route';
import { AppError } from '#platform/errors.ts';

/** Timeout for receiving a JSON body. */
const JSON_MS = 10_000;
/** Additional time for receiving a file, to allow for waking a phone's radio and a few lost packets. */
const FILE_MS = 30_000;
/** Minimum upload speed (0.5 Mbit/s). Slower uploads are aborted. */
const SLOWEST_BYTES_A_SECOND = 64 * 1024;
/**
 * Time in ms during which the remaining body is read and discarded after the response. The sender would otherwise not read the response.
 */
const AFTER_RESPONSE_MS = 30_000;

/**
 * Returns the body timeout of a request in ms. For files, the timeout depends on the declared size, or on the maximum size if none is
 * declared.
 */
export function bodyTimeOf({ upload }: Pick<RouteSpec, 'upload'>, told: number | null): number {
  if (upload === undefined) return JSON_MS;
  return FILE_MS + (Math.min(told ?? upload.maxBytes, upload.maxBytes) / SLOWEST_BYTES_A_SECOND) * 1000;
}

/**
 * Returns the body as a stream that fails with REQUEST_TIMEOUT if receiving it takes too long. The connection remains usable
 * for the response.
 */
export function limitBodyTime(route: RouteSpec, request: FastifyRequest, payload: Readable): Readable {
  // A small body has already arrived completely when the request is authorized. The body of a GET request is not read.
  if (route.method === 'GET' || request.raw.complete) return payload;
  const told = Number(request.headers['content-length'] ?? Number.NaN);
  const limitMs = bodyTimeOf(route, Number.isNaN(told) ? null : told);
  const timed = new PassThrough();
  // The stream may have no reader because bodies of a wrong type are rejected before they have arrived.
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
  return Object.assign(new Error('The request body was aborted.'), { code: 'ECONNRESET', statusCode: 400 });
}

/** Closes connections on which a body is still being sent long after the response. */
export function endLateBodies(server: FastifyInstance): void {
  server.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.socket.destroy();
    }, AFTER_RESPONSE_MS).unref();
    raw.once('close', () => clearTimeout(timer));
    raw.once('end', () => clearTimeout(timer));
    raw.unpipe();
    raw.resume();
  });
}
