import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { App } from '#platform/feature.ts';

interface Metrics {
  registry: Registry;
  sockets: Gauge;
}

const metricsOf = new WeakMap<App, Metrics>();

/** Returns the metrics of an app. Each app has a separate registry because several apps can run in one process. */
export function getMetrics(app: App): Metrics {
  const known = metricsOf.get(app);
  if (known !== undefined) return known;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const sockets = new Gauge({
    name: 'hearth_feed_sockets',
    help: 'Open feed connections',
    registers: [registry],
  });
  const metrics = { registry, sockets };
  metricsOf.set(app, metrics);
  return metrics;
}

/** Counts and times every request by route and status. Logs it at debug level, without query and body. */
export function observeRequests(app: App, server: FastifyInstance): void {
  const { registry } = getMetrics(app);
  const seconds = new Histogram({
    name: 'hearth_http_request_seconds',
    help: 'Request duration by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'hearth_http_failures_total',
    help: 'Responses with status 500 and above',
    registers: [registry],
  });
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    if (reply.statusCode >= 500) failures.inc();
    app.log.debug(
      {
        reqId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}
