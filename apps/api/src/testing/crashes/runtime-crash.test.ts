import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isRuntimeCrash, repeatAfterCrash, RuntimeCrash } from './runtime-crash.ts';

let folder: string;
let log: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-crash-'));
  log = join(folder, 'crashes');
  vi.stubEnv('HEARTH_CRASH_LOG', log);
  vi.spyOn(console, 'warn').mockReturnValue();
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** A start function that fails once with each of the errors, and then succeeds. */
function failWith(...errors: Error[]) {
  return vi.fn<() => Promise<string>>(async () => {
    const error = errors.shift();
    if (error) throw error;
    return await Promise.resolve('started');
  });
}

const crash = () => new RuntimeCrash('…\n# Check failed: jit_page.has_value().\n…', 'SIGTRAP');

describe('repeatAfterCrash', () => {
  test('retries a start after a crash and logs one line', async () => {
    const start = failWith(crash());
    expect(await repeatAfterCrash('api', start)).toBe('started');
    expect(start).toHaveBeenCalledTimes(2);
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        server: 'api',
        signal: 'SIGTRAP',
        check: 'Check failed: jit_page.has_value().',
      },
    ]);
  });

  test('fails after a second crash', async () => {
    const start = failWith(crash(), crash());
    await expect(repeatAfterCrash('api', start)).rejects.toThrow(RuntimeCrash);
    expect(start).toHaveBeenCalledTimes(2);
  });

  test('does not retry after other errors', async () => {
    const start = failWith(new Error('The API did not start (1)'));
    await expect(repeatAfterCrash('api', start)).rejects.toThrow('(1)');
    expect(start).toHaveBeenCalledTimes(1);
  });
});

test.each(['SIGKILL', 'SIGTERM', null])('does not treat %s as a runtime crash', (signal) => {
  expect(isRuntimeCrash(signal)).toBe(false);
});
