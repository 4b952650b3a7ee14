import { expect, it } from 'vitest';

import { createIds } from './ids.ts';

const at = (ms: number) => ({ now: () => new Date(ms), monotonic: () => 0 });

it('generates version 7 UUIDs that start with the timestamp', () => {
  const ids = createIds(at(0x0123_4567_89ab), (size) => new Uint8Array(size).fill(0xff));
  expect(ids.uuid()).toBe('01234567-89ab-77ff-bfff-ffffffffffff');
});

it('generates increasing ids on counter overflow and when the clock steps back', () => {
  let now = 1_700_000_000_000;
  const ids = createIds({ now: () => new Date(now), monotonic: () => 0 });
  const generated: string[] = [];
  for (let count = 0; count < 10_000; count += 1) {
    if (count === 6_000) now -= 60_000;
    if (count === 9_000) now += 120_000;
    generated.push(ids.uuid());
  }
  expect(generated).toEqual([...new Set(generated)].sort());
});

it('generates tokens from the requested number of random bytes', () => {
  const ids = createIds(at(0), (size) => new Uint8Array(size).fill(0xfb));
  expect(ids.newToken(3)).toBe('-_v7');
  expect(Buffer.from(ids.newToken(), 'base64url')).toHaveLength(32);
});
