import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '#platform/errors.ts';

/*
 * Malformed requests, which never reach a route: an undecodable URL, or bytes that are not a request. The framework
 * would respond with its own wording and headers, and echo the URL; they are refused in the same format as all other
 * requests.
 */

type Headers = Readonly<Record<string, string>>;

/** A URL that cannot be decoded, or with a segment longer than any name, is treated as not found. */
export function refuseAddress(response: ServerResponse, headers: Headers): void {
  const { status, body, type } = write(new AppError('NOT_FOUND', 'There is nothing at this address.'));
  response.writeHead(status, { ...headers, 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** Unparsable bytes: the connection closes with the response, since the next request's start is unknown. */
export function refuseBytes(error: NodeJS.ErrnoException, socket: Socket, headers: Headers): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, body, type } = write(new AppError('INVALID_REQUEST', 'The request couldn’t be read.'));
  const lines = Object.entries({
    ...headers,
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}

function write(error: AppError): { status: number; body: string; type: string } {
  return {
    status: error.status,
    body: JSON.stringify(error.toProblem()),
    type: 'application/problem+json; charset=utf-8',
  };
}
