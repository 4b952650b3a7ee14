import { mkdir } from 'node:fs/promises';
import { fastify } from 'fastify';

export interface RunningApi {
  url: string;
  close(): Promise<void>;
}

/** Does what the very first start needs before the API can listen; safe to repeat. */
export async function prepareApi(env: NodeJS.ProcessEnv): Promise<void> {
  await mkdir(env['HEARTH_DATA'] ?? './data', { recursive: true });
}

/** Starts the API from settings in the environment; `close` drains and ends it. */
export async function startApi(env: NodeJS.ProcessEnv): Promise<RunningApi> {
  const port = Number(env['API_PORT'] ?? 4000);
  const app = fastify();
  app.get('/healthz', () => ({ status: 'ok' }));
  await app.listen({ port, host: 'localhost' });
  return { url: env['API_ORIGIN'] ?? `http://localhost:${port}`, close: () => app.close() };
}
