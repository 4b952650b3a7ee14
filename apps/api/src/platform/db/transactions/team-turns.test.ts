import { afterEach, describe, expect, it, vi } from 'vitest';
import { DatabaseUnavailableError } from '#platform/db/driver/errors.ts';
import { TeamTurns } from './team-turns.ts';

/** Starts `count` runs, each of which ends when its promise in `ends` is resolved. */
function start(turns: TeamTurns, teamId: string, count: number) {
  const begun: number[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const runs = Array.from({ length: count }, (_, at) => {
    const end = Promise.withResolvers<void>();
    ends.push(end);
    return turns.run(teamId, async () => {
      begun.push(at);
      await end.promise;
    });
  });
  return { begun, ends, runs };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('turns of a team', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('runs three at a time, the others in order of arrival, and other teams independently', async () => {
    const turns = new TeamTurns();
    const { begun, ends, runs } = start(turns, 'a', 6);
    const others = start(turns, 'b', 2);
    await settle();
    expect([begun, others.begun]).toEqual([
      [0, 1, 2],
      [0, 1],
    ]);
    ends[1]?.resolve();
    await settle();
    expect(begun).toEqual([0, 1, 2, 3]);
    for (const end of ends) end.resolve();
    await Promise.all(runs);
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('passes the turn on after an error', async () => {
    const turns = new TeamTurns();
    const { begun, ends, runs } = start(turns, 'a', 4);
    ends[0]?.reject(new Error('failed'));
    await expect(runs[0]).rejects.toThrow('failed');
    await settle();
    expect(begun).toEqual([0, 1, 2, 3]);
    for (const end of ends) end.resolve();
  });

  it('rejects a run that waits for 10 s, and still serves the runs queued behind it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const turns = new TeamTurns();
    const { begun, ends, runs } = start(turns, 'a', 4);
    const rejected = expect(runs[3]).rejects.toThrow(DatabaseUnavailableError);
    await vi.advanceTimersByTimeAsync(9_000);
    const late = start(turns, 'a', 1);
    await vi.advanceTimersByTimeAsync(1_000);
    await rejected;
    ends[0]?.resolve();
    await settle();
    expect([begun, late.begun]).toEqual([[0, 1, 2], [0]]);
    for (const end of [...ends, ...late.ends]) end.resolve();
  });
});
