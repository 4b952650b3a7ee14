import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '#platform/errors.ts';

/*
 * Responds to malformed requests that never reach a route: URLs that can't be decoded, or bytes that are not an HTTP request. The framework
 * would respond with its own messages and headers, and echo the URL. Instead, these responses have the same format as all other errors.
 */

type Headers = Readonly<Record<string, string>>;

/** Responds with 404 to a URL that can't be decoded or has a segment longer than any valid name. */
export function refuseAddress(response: ServerResponse, headers: Headers): void {
  const { status, body, type } = write(new AppError('NOT_FOUND', 'There is nothing at this address.'));
  response.writeHead(status, { ...headers, 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** Responds to bytes that can't be parsed and closes the connection, because the start of the next request is unknown. */
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
