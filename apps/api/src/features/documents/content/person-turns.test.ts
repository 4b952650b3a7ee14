import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PersonTurns } from './person-turns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('limits a user’s concurrent and queued requests without affecting other users', async () => {
  const turns = new PersonTurns({ atOnce: 2, waiting: 2, waitMs: 1_000 });
  const [first] = await Promise.all([turns.take('ada'), turns.take('ada')]);
  await turns.take('bo');
  const third = turns.take('ada');
  const fourth = turns.take('ada').catch((error: unknown) => error);
  await expect(turns.take('ada')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  first?.();
  // Ending a turn twice is a no-op.
  first?.();
  await third;
  await vi.advanceTimersByTimeAsync(1_001);
  expect(await fourth).toMatchObject({ code: 'RATE_LIMITED' });
});

test('grants a new turn immediately after the previous one ends', async () => {
  const turns = new PersonTurns({ atOnce: 1, waiting: 5, waitMs: 1_000 });
  for (let at = 0; at < 3; at += 1) {
    const [end, next] = [await turns.take('ada'), turns.take('ada')];
    end();
    (await next)();
  }
});
