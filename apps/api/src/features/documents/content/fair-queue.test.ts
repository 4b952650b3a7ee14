import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** Returns a queue and a record of the order in which its jobs start. */
function makeQueue() {
  const queue = new FairQueue();
  const begun: string[] = [];
  const run = (owner: string, name: string, isFailing = false): Promise<void> =>
    queue.run(owner, async () => {
      begun.push(name);
      await new Promise(setImmediate);
      if (isFailing) throw new Error(name);
    });
  return { run, begun };
}

test('alternates between users regardless of their number of jobs', async () => {
  const { run, begun } = makeQueue();
  const jobs = ['a1', 'a2', 'a3', 'a4'].map((name) => run('a', name));
  jobs.push(run('b', 'b1'), run('c', 'c1'), run('b', 'b2'));
  await Promise.all(jobs);
  expect(begun.indexOf('b1')).toBeLessThanOrEqual(2);
  expect(begun.indexOf('c1')).toBeLessThanOrEqual(3);
  expect(begun.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3', 'a4']);
});

test('rejects more than ten queued jobs per user and continues after a failed job', async () => {
  const { run, begun } = makeQueue();
  const failed = expect(run('a', 'fails', true)).rejects.toThrow('fails');
  const waiting = Array.from({ length: 10 }, (_, at) => run('a', `a${at}`));
  await expect(run('a', 'too many')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await run('b', 'b');
  await failed;
  await Promise.all(waiting);
  expect(begun).toHaveLength(12);
  expect(begun).not.toContain('too many');
});
