import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';

/*
 * Responses to requests that match no page or file. The framework's default responses are JSON, disclose the framework's name and lack the
 * common headers.
 */

type Headers = Readonly<Record<string, string>>;

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'The request couldn’t be read.\n',
  404: 'Not found\n',
  500: 'Something went wrong on our side.\n',
};
const OF_REFUSALS: Headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'text/plain; charset=utf-8',
};

export function refuse(reply: FastifyReply, status: 404 | 500): FastifyReply {
  return reply.code(status).headers(OF_REFUSALS).send(MESSAGES[status]);
}

/** Responds with 404 to all client errors, such as path traversal and undecodable URLs, and with 500 to any other failure. */
export function refuseFailures(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    const { statusCode = 500 } = error as { statusCode?: number };
    return refuse(reply, statusCode < 500 ? 404 : 500);
  });
}

/** Responds to a URL that is rejected before routing. */
export function refuseAddress(response: ServerResponse, headers: Headers): void {
  response.writeHead(404, { ...headers, ...OF_REFUSALS });
  response.end(MESSAGES[404]);
}

/** Responds to a malformed request. Closes the connection because the start of the next request is unknown. */
export function refuseBytes(error: NodeJS.ErrnoException, socket: Socket, headers: Headers): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const body = MESSAGES[400] ?? '';
  const all = {
    ...headers,
    ...OF_REFUSALS,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 400 ${STATUS_CODES[400]}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}
