import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handleRequest } from './api.ts';
import { renderCheckout, renderOtp, submitCheckout, submitOtp, type PageResponse } from './pages/checkout.ts';
import { html, makePageHeaders, renderPage } from './pages/html.ts';
import { renderTimeMachine, submitTimeMachine, TIME_MACHINE } from './pages/time-machine.ts';
import { createSandbox, type Sandbox, type SandboxSettings } from './sandbox.ts';
import type { SandboxSubscription } from './state.ts';

const MAX_BODY_BYTES = 64 * 1024;
const REQUEST_LIMIT_MS = 15_000;
/** Prevents DNS rebinding: a foreign page with a host name that resolves to this host could otherwise read the gateway's pages. */
const HOSTS = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

interface SandboxServer {
  sandbox: Sandbox;
  port: number;
  close(): Promise<void>;
}

/** Listens on loopback only. @param port 0 for any free port @throws Error EADDRINUSE */
export async function startSandboxServer(
  settings: SandboxSettings & { port: number },
): Promise<SandboxServer> {
  const sandbox = createSandbox(settings);
  const server = createServer({ requestTimeout: REQUEST_LIMIT_MS }, (request, reply) => {
    handle(sandbox, request, reply).catch((error: unknown) => {
      console.error(error);
      if (!reply.headersSent) reply.writeHead(500);
      reply.end();
    });
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port: settings.port, host: 'localhost' }, resolve);
    });
  } catch (error) {
    await sandbox.close();
    throw error;
  }
  // Send events that an earlier run could not deliver.
  void sandbox.events.deliver();
  return {
    sandbox,
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await sandbox.close();
    },
  };
}

async function handle(sandbox: Sandbox, request: IncomingMessage, reply: ServerResponse): Promise<void> {
  if (!HOSTS.test(request.headers.host ?? '')) {
    reply.writeHead(421).end();
    return;
  }
  const body = await readBody(request);
  if (body === null) {
    reply.writeHead(413, { connection: 'close' }).end();
    return;
  }
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (/^\/(?:v1|sandbox)\//.test(url.pathname)) {
    const { status, body: content } = handleRequest(sandbox, {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body: parseJson(body),
      headers: request.headers,
    });
    reply.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
    reply.end(JSON.stringify(content));
    return;
  }
  const page = await answerPage(sandbox, request, url, body);
  const headers = makePageHeaders(sandbox.settings.webOrigin);
  if ('location' in page) reply.writeHead(303, { ...headers, location: page.location }).end();
  else reply.writeHead(page.status, headers).end(page.page);
}

interface Page {
  path: RegExp;
  render: (sandbox: Sandbox, one: SandboxSubscription | undefined) => PageResponse;
  submit: (
    sandbox: Sandbox,
    one: SandboxSubscription | undefined,
    form: URLSearchParams,
  ) => PageResponse | Promise<PageResponse>;
}

const PAGES: readonly Page[] = [
  {
    path: /^\/(?:subscriptions\/(\w+))?$/,
    render: (sandbox, one) => ({ status: 200, page: renderTimeMachine(sandbox, one) }),
    submit: submitTimeMachine,
  },
  {
    path: /^\/pay\/(\w+)$/,
    render: ofOne((sandbox, one) => ({ status: 200, page: renderCheckout(sandbox, one) })),
    submit: ofOne(submitCheckout),
  },
  {
    path: /^\/pay\/(\w+)\/otp$/,
    render: ofOne((sandbox, one) =>
      one.otp === null ? { location: `/pay/${one.told.id}` } : { status: 200, page: renderOtp(sandbox, one) },
    ),
    submit: ofOne(submitOtp),
  },
];

type OfOne = (sandbox: Sandbox, one: SandboxSubscription, form: URLSearchParams) => PageResponse;

/** Wraps an action of pages that exist only per subscription. */
function ofOne(act: OfOne) {
  return (
    sandbox: Sandbox,
    one: SandboxSubscription | undefined,
    form = new URLSearchParams(),
  ): PageResponse => (one === undefined ? NOT_FOUND : act(sandbox, one, form));
}

const NOT_FOUND: PageResponse = {
  status: 404,
  page: renderPage('Nothing is here', html`<p><a href="/">All subscriptions</a></p>`),
};

const NOT_OURS: PageResponse = {
  status: 403,
  page: renderPage(
    'This form is not one of ours',
    html`<p>Reload the page and try again. <a href="/">All subscriptions</a></p>`,
  ),
};

async function answerPage(
  sandbox: Sandbox,
  request: IncomingMessage,
  url: URL,
  body: string,
): Promise<PageResponse> {
  for (const page of PAGES) {
    const match = page.path.exec(url.pathname);
    if (match === null) continue;
    const id = match[1];
    const one = id === undefined ? undefined : sandbox.find(id);
    if (id !== undefined && one === undefined) return NOT_FOUND;
    if (request.method === 'GET' || request.method === 'HEAD') return page.render(sandbox, one);
    if (request.method !== 'POST') return { ...NOT_FOUND, status: 405 };
    const form = new URLSearchParams(body);
    if (!isFormTokenValid(sandbox, id ?? TIME_MACHINE, form)) return NOT_OURS;
    return await page.submit(sandbox, one, form);
  }
  return NOT_FOUND;
}

function isFormTokenValid(sandbox: Sandbox, subject: string, form: URLSearchParams): boolean {
  const given = Buffer.from(form.get('token') ?? '');
  const expected = Buffer.from(sandbox.makeFormToken(subject));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Reads the request body. Returns null if it is longer than any legitimate body. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_BODY_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
