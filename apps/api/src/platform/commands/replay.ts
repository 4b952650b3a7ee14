import type { FastifyRequest } from 'fastify';
import { withUser } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { findResponseByKey, type StoredResponse } from './command.queries.ts';
import { requestKeyOf } from './bind-command.ts';

/**
 * Finds the response for an idempotent replay of a request without a body. Used after access was denied: a retry no longer finds an object
 * that the first request deleted, restored or left.
 */
export async function findFirstResponse(
  app: App,
  request: FastifyRequest,
  userId: string,
): Promise<StoredResponse | null> {
  const requestKey = requestKeyOf(request, null, 0);
  const { key } = requestKey;
  if (key === null) return null;
  return await withUser(
    app.db,
    { userId },
    async (tx) => await findResponseByKey(tx, userId, { ...requestKey, key }),
    { isReadOnly: true },
  );
}
