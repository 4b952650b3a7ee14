import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { Client, makeTeam, Program, signIn, type SignedIn } from '#testing/make.ts';
import { startApp, type TestApp } from '#testing/start-app.ts';
import { RATE_LIMITS } from './rate-limit.ts';

/** Sends the same request `count` times, and counts the responses by status. */
async function countAnswers(count: number, send: () => Promise<{ status: number }>) {
  const counts: Record<number, number> = {};
  for (let i = 0; i < count; i += 1) {
    const { status } = await send();
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

describeOneEngine('rate limits of denied requests', (engine) => {
  let api: TestApp;
  let [ada, ben]: SignedIn[] = [];
  beforeAll(async () => {
    // The clock is stopped to keep buckets from refilling.
    const clock = { now: () => systemClock.now(), monotonic: () => 1000 };
    api = await startApp(engine, { clock, env: { RATE_LIMITS: 'on' } });
    ada = await signIn(api, 'ada@example.com');
    ben = await signIn(api, 'ben@example.com');
    await makeTeam(ben);
  });
  afterAll(() => api?.close());

  it('counts denied requests towards the user’s limit', async () => {
    const { burst } = RATE_LIMITS.general;
    const counts = await countAnswers(burst + 30, () => ada!.get(`/teams/${randomUUID()}/tasks`));
    expect(counts[404]).toBeLessThanOrEqual(burst);
    expect(counts[429]).toBeGreaterThanOrEqual(30);
  });

  it('counts unauthenticated requests towards the limit of the IP address only', async () => {
    const { burst } = RATE_LIMITS.strangers;
    const stranger = new Client(api);
    const counts = await countAnswers(burst, () => stranger.get('/teams'));
    expect(Object.keys(counts).every((status) => status === '401' || status === '429')).toBe(true);
    const guess = (): Promise<{ status: number }> =>
      new Program(api, `hth_${randomUUID().replaceAll('-', '').padEnd(43, 'x')}`).get('/teams');
    expect(await countAnswers(20, guess)).toEqual({ 429: 20 });
    expect((await ben!.get('/teams')).status).toBe(200);
  });
});
