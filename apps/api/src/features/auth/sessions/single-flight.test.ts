import { expect, it } from 'vitest';
import { singleFlight } from './single-flight.ts';

/** Counts the calls. `advance` moves the clock. */
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

it('shares one result per key among concurrent and recent callers', async () => {
  const { ask, advance } = startSharing();
  expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual(['a 1', 'a 1', 'b 2']);
  advance(4_999);
  expect(await ask('a')).toBe('a 1');
});

it('shares a result for the given time after the first call', async () => {
  const { ask, advance } = startSharing();
  expect(await ask('a')).toBe('a 1');
  advance(3_000);
  expect(await ask('b')).toBe('b 2');
  expect(await ask('a')).toBe('a 1');
  advance(2_000);
  expect(await ask('a')).toBe('a 3');
  expect(await ask('b')).toBe('b 2');
});

it('shares a failure with concurrent callers but does not cache it', async () => {
  const { ask, fail } = startSharing();
  const [first, second] = [fail('a'), ask('a')];
  await expect(first).rejects.toThrow('a failed');
  await expect(second).rejects.toThrow('a failed');
  expect(await ask('a')).toBe('a 1');
});

it('keeps a later result when an earlier call fails late', async () => {
  let now = 100;
  const share = singleFlight<string>({ monotonic: () => now }, 5_000);
  const late = Promise.withResolvers<string>();
  const first = share('a', () => late.promise);
  now += 5_000;
  expect(await share('a', () => Promise.resolve('second'))).toBe('second');
  late.reject(new Error('failed late'));
  await expect(first).rejects.toThrow('failed late');
  expect(await share('a', () => Promise.resolve('third'))).toBe('second');
});
