import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Collector {
  /** The URL that receives the events. */
  url: string;
  /** The fields of each received event. */
  events: Record<string, string>[];
  /** All received requests, with headers and body, as searchable text. */
  requests: string[];
  close(): Promise<void>;
}

/** Starts a fake collector of screen views: a server on another origin that records its requests. */
export async function startCollector(): Promise<Collector> {
  const events: Record<string, string>[] = [];
  const requests: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { searchParams } = new URL(request.url ?? '/', 'http://collector');
      events.push(Object.fromEntries(searchParams));
      requests.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/g/collect`,
    events,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
