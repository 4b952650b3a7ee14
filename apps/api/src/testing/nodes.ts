import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApiProcess, type ApiProcess } from './api-process.ts';
import { createMigratedPostgres, testDatabaseUrl } from './databases.ts';
import { canStartRedis, startRedis, type RedisServer } from './redis.ts';

interface NodeKind {
  name: string;
  usesRedis: boolean;
}

/** Whether several nodes can run, which requires a shared PostgreSQL. */
export const canStartNodes = testDatabaseUrl !== undefined;

/** The fan-out transports available on this host. */
export const NODE_KINDS: NodeKind[] = [
  { name: 'PostgreSQL notifications', usesRedis: false },
  ...(canStartRedis ? [{ name: 'Redis', usesRedis: true }] : []),
];

/** Two nodes of one installation. */
export interface Nodes {
  first: ApiProcess;
  second: ApiProcess;
  redis: RedisServer | null;
  databaseUrl: string;
  close(): Promise<void>;
}

/** Starts two nodes on one database. @param env additional settings for both nodes */
export async function makeNodes(kind: NodeKind, env: Record<string, string> = {}): Promise<Nodes> {
  const [folder, database, redis] = await Promise.all([
    mkdtemp(join(tmpdir(), 'hearth-nodes-')),
    createMigratedPostgres(testDatabaseUrl ?? ''),
    kind.usesRedis ? startRedis() : null,
  ]);
  const settings = {
    DATABASE_URL: database.url,
    HEARTH_DATA: folder,
    ...env,
    ...(redis === null ? {} : { REDIS_URL: redis.url }),
  };
  const [first, second] = await Promise.all([startApiProcess(settings), startApiProcess(settings)]);
  return {
    first,
    second,
    redis,
    databaseUrl: database.url,
    async close() {
      await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')]);
      await redis?.stop();
      await database.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
