import { createClient } from 'redis';

/** The Redis to test with, if one answers: TEST_REDIS_URL, or the usual place. */
export async function findRedis(): Promise<string | undefined> {
  const url = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
  const client = createClient({ url, socket: { connectTimeout: 2000, reconnectStrategy: false } });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
    return url;
  } catch {
    return undefined;
  } finally {
    if (client.isOpen) client.destroy();
  }
}
