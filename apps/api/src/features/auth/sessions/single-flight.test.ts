import { expect, it } from 'vitest';
import { singleFlight } from './single-flight.ts';

/** Counts the answers; `advance` moves the time on. */
function startSharing() {
  let now = 100;
  let count = 0;
  const share = singleFlight<string>({ monotonic: () => now }, 5_000);
  return {
    ask: (key: string) => share(key, async () => `${key} ${(count += 1)}`),
    fail: (key: string) => share(key, () => Promise.reject(new Error(`${key} failed`))),
    advance: (ms: number) => {
      now += ms;
    },
  };
}

it('those who ask at once and soon after share one answer, for each thing its own', async () => {
  const { ask, advance } = startSharing();
  expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual(['a 1', 'a 1', 'b 2']);
  advance(4_999);
  expect(await ask('a')).toBe('a 1');
});

it('an answer is shared for so long from the first question on, and no longer', async () => {
  const { ask, advance } = startSharing();
  expect(await ask('a')).toBe('a 1');
  advance(3_000);
  expect(await ask('b')).toBe('b 2');
  expect(await ask('a')).toBe('a 1');
  advance(2_000);
  expect(await ask('a')).toBe('a 3');
  expect(await ask('b')).toBe('b 2');
});

it('a failure is not kept', async () => {
  const { ask, fail } = startSharing();
  const [first, second] = [fail('a'), ask('a')];
  await expect(first).rejects.toThrow('a failed');
  await expect(second).rejects.toThrow('a failed');
  expect(await ask('a')).toBe('a 1');
});
