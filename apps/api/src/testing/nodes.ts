import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApiProcess, type ApiProcess } from './api-process.ts';
import { createPostgresDatabase, testDatabaseUrl } from './databases.ts';
import { canStartRedis, startRedis, type RedisServer } from './redis.ts';

export interface NodeKind {
  name: string;
  usesRedis: boolean;
}

/** Several nodes share a PostgreSQL. */
export const canStartNodes = testDatabaseUrl !== undefined;

/** The ways in which nodes can be told of each other's changes on this machine. */
export const NODE_KINDS: NodeKind[] = [
  { name: 'PostgreSQL notifications', usesRedis: false },
  ...(canStartRedis ? [{ name: 'Redis', usesRedis: true }] : []),
];

/** Two nodes of one product. */
export interface Nodes {
  first: ApiProcess;
  second: ApiProcess;
  redis: RedisServer | null;
  databaseUrl: string;
  close(): Promise<void>;
}

export async function makeNodes(kind: NodeKind): Promise<Nodes> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-nodes-'));
  const database = await createPostgresDatabase(testDatabaseUrl ?? '');
  const redis = kind.usesRedis ? await startRedis() : null;
  const settings = {
    DATABASE_URL: database.url,
    HEARTH_DATA: folder,
    ...(redis === null ? {} : { REDIS_URL: redis.url }),
  };
  const first = await startApiProcess(settings);
  const second = await startApiProcess(settings);
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
