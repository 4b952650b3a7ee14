import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { withSystem } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { signIn } from '#testing/make.ts';
import { startApp } from '#testing/start-app.ts';

const HOUR = 3600;

describeOneEngine('product clock', (engine) => {
  it('advances the time of the database, sessions and identity tokens', async () => {
    const api = await startApp(engine);
    try {
      const ada = await signIn(api, 'ada@example.com');
      const before = Date.now();
      const moved = await ada.post<{ now: string }>('/dev/clock', { advanceSeconds: HOUR });
      expect(Date.parse(moved.body.now)).toBeGreaterThanOrEqual(before + HOUR * 1000);
      const { rows } = await withSystem(api.app.db, (tx) =>
        sql<{ ahead: number }>`select extract(epoch from app_now() - now())::int as ahead`.execute(tx),
      );
      expect(rows).toEqual([{ ahead: HOUR }]);
      expect((await ada.get('/teams')).status).toBe(200);

      await ada.post('/dev/clock', { advanceSeconds: 15 * 24 * HOUR });
      expect(await ada.get('/teams')).toMatchObject({ status: 401, body: { code: 'TOKEN_EXPIRED' } });
      await signIn(api, 'ada@example.com');
    } finally {
      await api.close();
    }
  });

  it('rejects a negative advance', async () => {
    const api = await startApp(engine);
    try {
      const ada = await signIn(api, 'ada@example.com');
      expect((await ada.post('/dev/clock', { advanceSeconds: -1 })).status).toBe(400);
    } finally {
      await api.close();
    }
  });

  it('starts at the configured time', async () => {
    const start = '2031-01-01T00:00:00Z';
    const api = await startApp(engine, { env: { HEARTH_CLOCK: start } });
    try {
      const now = api.app.clock.now().getTime();
      expect(now - Date.parse(start)).toBeGreaterThanOrEqual(0);
      expect(now - Date.parse(start)).toBeLessThan(60_000);
    } finally {
      await api.close();
    }
  });
});
