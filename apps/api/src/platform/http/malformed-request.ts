import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '#platform/errors.ts';

/*
 * Malformed requests, which never reach a route: an address that cannot be decoded, or bytes that are no
 * request. The framework would answer them in words and headers of its own, the address repeated; they are
 * refused like everything else.
 */

type Headers = Readonly<Record<string, string>>;

/** An address that cannot be decoded, or a part of it longer than any name, names nothing. */
export function refuseAddress(response: ServerResponse, headers: Headers): void {
  const { status, body, type } = write(new AppError('NOT_FOUND', 'There is nothing at this address.'));
  response.writeHead(status, { ...headers, 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** What could not be read as a request: the connection ends with the answer, since nobody knows where the next begins. */
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
