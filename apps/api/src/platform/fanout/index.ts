import type { Config } from '#config.ts';
import type { Ids } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import { createCarriedFanout } from './carried-fanout.ts';
import { createLocalFanout, type Fanout } from './fanout.ts';
import { createPostgresCarrier } from './postgres-carrier.ts';
import { createRedisCarrier } from './redis-carrier.ts';

export { type Notice } from './fanout.ts';

/** Creates the configured fan-out: Redis, or else PostgreSQL notifications, or else only this process. */
export function createFanout(
  config: Pick<Config, 'redisUrl' | 'databaseUrl'>,
  { ids, log }: { ids: Ids; log: Logger },
): Fanout {
  if (config.redisUrl !== undefined) {
    return createCarriedFanout(createRedisCarrier(config.redisUrl, log), ids.uuid(), log);
  }
  if (config.databaseUrl !== undefined) {
    return createCarriedFanout(createPostgresCarrier(config.databaseUrl, log), ids.uuid(), log);
  }
  return createLocalFanout();
}
