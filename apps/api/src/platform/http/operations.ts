import type { FastifyInstance } from 'fastify';
import { ROUTES } from '@hearth/contracts/routes';
import { assertHealthy } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { getMetrics } from './metrics.ts';
import { describeApi } from './openapi.ts';

/** Adds endpoints for operators: liveness, readiness, metrics, and the OpenAPI document. */
export function mountOperations(app: App, server: FastifyInstance): void {
  const document = JSON.stringify(describeApi(ROUTES, app.config.apiOrigin));

  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async () => {
    try {
      await assertHealthy(app.db);
      await app.fanout.check();
    } catch (error) {
      throw new AppError('UNAVAILABLE', 'Not ready.', { cause: error, retryAfterSeconds: 1 });
    }
    return { status: 'ok' };
  });
  server.get('/openapi.json', async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(document),
  );
  server.get('/metrics', async (_request, reply) => {
    const { registry } = getMetrics(app);
    return reply.header('content-type', registry.contentType).send(await registry.metrics());
  });
}
