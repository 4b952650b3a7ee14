import { describe, expect, test } from 'vitest';
import { isCrash, supervise } from './supervise.mjs';

type Exit = Parameters<typeof isCrash>[0];

const SEGFAULT: Exit = { code: null, signal: 'SIGSEGV' };

/** Supervises a fake process that exits as listed, each time after `lifeMs` on a fake clock. */
async function play(
  exits: Exit[],
  options: { lifeMs?: number; stopAtWait?: number; stopAtRun?: number; problem?: string } = {},
) {
  const stopping = new AbortController();
  const messages: string[] = [];
  const delays: number[] = [];
  let time = 0;
  let runs = 0;
  const code = await supervise({
    run: () => {
      time += options.lifeMs ?? 0;
      runs += 1;
      if (runs === options.stopAtRun) stopping.abort();
      return Promise.resolve(exits[runs - 1] ?? { code: 0, signal: null });
    },
    print: (text) => messages.push(text),
    prepareRestart: () => Promise.resolve(options.problem ?? null),
    stopping: stopping.signal,
    now: () => time,
    wait: (ms) => {
      delays.push(ms);
      time += ms;
      if (delays.length === options.stopAtWait) stopping.abort();
      return Promise.resolve();
    },
  });
  return { code, runs, delays, messages };
}

describe('isCrash', () => {
  test.each(['SIGTRAP', 'SIGSEGV', 'SIGABRT', 'SIGILL', 'SIGBUS', 'SIGFPE'] as const)(
    'returns true for %s',
    (signal) => {
      expect(isCrash({ code: null, signal })).toBe(true);
    },
  );

  test.each([5, 132, 133, 134, 135, 136, 139])('returns true for exit code %i', (code) => {
    expect(isCrash({ code, signal: null })).toBe(true);
  });

  test.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const)(
    'returns false for %s',
    (signal) => {
      expect(isCrash({ code: null, signal })).toBe(false);
    },
  );

  test.each([0, 1, 2, 130, 137, 143])('returns false for exit code %i', (code) => {
    expect(isCrash({ code, signal: null })).toBe(false);
  });
});

describe('supervise', () => {
  test.each([0, 1])('returns exit code %i without a restart', async (code) => {
    expect(await play([{ code, signal: null }])).toEqual({ code, runs: 1, delays: [], messages: [] });
  });

  test('does not restart after SIGKILL', async () => {
    expect(await play([{ code: null, signal: 'SIGKILL' }])).toMatchObject({ code: 137, runs: 1 });
  });

  test('restarts after a crash and logs the crash', async () => {
    const { code, runs, messages } = await play([SEGFAULT, { code: 0, signal: null }]);
    expect({ code, runs }).toEqual({ code: 0, runs: 2 });
    expect(messages).toEqual(['Hearth crashed with SIGSEGV and is restarted in 0.25 s. Data is kept.']);
  });

  test('doubles the delay and gives up at the fifth crash within a minute', async () => {
    const { code, runs, delays, messages } = await play(Array.from({ length: 9 }, () => SEGFAULT));
    expect({ code, runs, delays }).toEqual({ code: 139, runs: 5, delays: [250, 500, 1000, 2000] });
    expect(messages.at(-1)).toContain('crashed 5 times within a minute, the last time with SIGSEGV');
  });

  test('ignores crashes older than one minute', async () => {
    const exits: Exit[] = [...Array.from({ length: 9 }, () => SEGFAULT), { code: 0, signal: null }];
    const { code, runs, delays } = await play(exits, { lifeMs: 61_000 });
    expect({ code, runs }).toEqual({ code: 0, runs: 10 });
    expect(new Set(delays)).toEqual(new Set([250]));
  });

  test('does not restart a process that crashes while being stopped', async () => {
    expect(await play([SEGFAULT], { stopAtRun: 1 })).toMatchObject({ code: 139, runs: 1, messages: [] });
  });

  test('exits without a restart when stopped during the delay after a crash', async () => {
    expect(await play([SEGFAULT], { stopAtWait: 1 })).toMatchObject({ code: 0, runs: 1 });
  });

  test('gives up with a message if a port remains in use', async () => {
    const { code, runs, messages } = await play([SEGFAULT], { problem: 'Port 4000 is taken.' });
    expect({ code, runs }).toEqual({ code: 1, runs: 1 });
    expect(messages.at(-1)).toBe('Port 4000 is taken.');
  });
});
