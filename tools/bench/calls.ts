import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { findFreePort } from '#api/testing/free-port.ts';
import { measureBackends } from './backends.ts';
import { measureTree, percentile, print } from './figures.ts';

export interface CallResponse {
  status: number;
  cookies: string[];
  body: unknown;
}

/** HTTP client over keep-alive connections that uses minimal CPU time itself. */
export class Caller {
  readonly #origin: URL;
  readonly #webOrigin: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  cookie = '';

  constructor(apiOrigin: string, webOrigin: string) {
    this.#origin = new URL(apiOrigin);
    this.#webOrigin = webOrigin;
  }

  call(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<CallResponse> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const { hostname, port } = this.#origin;
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          hostname,
          port,
          method,
          path,
          agent: this.#agent,
          headers: {
            origin: this.#webOrigin,
            cookie: this.cookie,
            ...(text === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
            ...headers,
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () => {
            const read = Buffer.concat(parts).toString();
            resolve({
              status: answer.statusCode ?? 0,
              cookies: answer.headers['set-cookie'] ?? [],
              body: read.startsWith('{') ? JSON.parse(read) : undefined,
            });
          });
        },
      );
      sent.on('error', reject);
      sent.end(text);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

interface Figures {
  cpuMs: number;
  databaseMs: number;
  p50: number;
  p95: number;
  perSecond: number;
  failed: number;
}

/** The process under measurement and its database. */
interface Measured {
  pid: number;
  databaseUrl?: string;
}

export async function drive(
  { pid, databaseUrl }: Measured,
  calls: number,
  clients: number,
  act: (n: number) => Promise<CallResponse>,
): Promise<Figures> {
  const times: number[] = [];
  let next = 0;
  let failed = 0;
  const measureDatabase = async () => (databaseUrl === undefined ? 0 : await measureBackends(databaseUrl));
  const databaseBefore = await measureDatabase();
  const cpuBefore = measureTree(pid).cpuMs;
  const began = performance.now();
  const client = async (): Promise<void> => {
    while (next < calls) {
      const n = next;
      next += 1;
      const at = performance.now();
      const { status } = await act(n);
      times.push(performance.now() - at);
      if (status >= 300) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - began) / 1000;
  return {
    cpuMs: (measureTree(pid).cpuMs - cpuBefore) / calls,
    databaseMs: ((await measureDatabase()) - databaseBefore) / calls,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    perSecond: calls / seconds,
    failed,
  };
}

export function printFigures(name: string, figures: Figures, bare: Figures): void {
  print(`${name}: CPU of the API a call`, figures.cpuMs, 'ms', {
    name: 'a bare node:http server',
    value: bare.cpuMs,
  });
  print(`${name}: CPU of the database a call`, figures.databaseMs, 'ms');
  print(`${name}: p50`, figures.p50, 'ms', { name: 'bare', value: bare.p50 });
  print(`${name}: p95`, figures.p95, 'ms');
  print(`${name}: calls a second`, figures.perSecond, '/s', { name: 'bare', value: bare.perSecond });
  if (figures.failed > 0) print(`${name}: FAILED calls`, figures.failed, '');
}

/** Measures a server that only returns a small JSON text, as the baseline cost of HTTP on this host. */
export async function measureBare(calls: number, clients: number): Promise<Figures> {
  const port = await findFreePort();
  const program = `require('node:http').createServer((q, r) => { q.resume(); q.on('end', () => {
    r.writeHead(200, { 'content-type': 'application/json' }); r.end('{"status":"ok"}'); }); }).listen(${port}, 'localhost')`;
  const child = spawn(process.execPath, ['-e', program], { stdio: 'ignore' });
  const caller = new Caller(`http://localhost:${port}`, '');
  try {
    while (
      !(await caller.call('GET', '/').then(
        () => true,
        () => false,
      ))
    );
    await drive({ pid: child.pid ?? 0 }, calls, clients, () => caller.call('POST', '/', { title: 'A task' }));
    return await drive({ pid: child.pid ?? 0 }, calls, clients, () =>
      caller.call('POST', '/', { title: 'A task' }),
    );
  } finally {
    caller.close();
    child.kill();
  }
}
