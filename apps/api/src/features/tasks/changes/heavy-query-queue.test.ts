import { expect, it } from 'vitest';
import { HeavyQueryQueue } from './heavy-query-queue.ts';

it('runs one heavy query per user at a time and limits the queue', async () => {
  const asks = new HeavyQueryQueue();
  const gate = Promise.withResolvers<void>();
  const begun: string[] = [];
  const ask = async (person: string, name: string): Promise<string> =>
    await asks.run(person, async () => {
      begun.push(name);
      await gate.promise;
      if (name === 'a1') throw new Error('It failed.');
      return name;
    });
  const all = [1, 2, 3, 4, 5, 6].map((number) => ask('ann', `a${number}`));
  const settled = Promise.allSettled(all);
  await expect(all[5]).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  const other = ask('ben', 'b1');
  await expect.poll(() => begun).toEqual(['a1', 'b1']);
  gate.resolve();
  expect(await other).toBe('b1');
  expect((await settled).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ]);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3', 'a4', 'a5']);
  expect(await ask('ann', 'a7')).toBe('a7');
});
