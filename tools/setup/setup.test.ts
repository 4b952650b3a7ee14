import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fingerprintSources } from './build-stamp.mjs';
import { hasSamePackages } from './install.mjs';
import { describePortConflict, listPorts } from './ports.mjs';
import { exitCodeOf, run } from './run.mjs';
import {
  countOutcomes,
  describeCounts,
  describeOutcomes,
  describeSlowest,
  listRedFiles,
  mergeSecondRun,
  readFileTimes,
  readOutcomes,
  readRetryReasons,
} from './test-results.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-setup-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('describePortConflict', () => {
  test('reports a port in use together with the setting that changes it', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const asWeb = await describePortConflict({ WEB_PORT: String(port), API_PORT: '1' });
    const asApi = await describePortConflict({ API_PORT: String(port), WEB_PORT: '1' });
    const asSandbox = await describePortConflict({
      SANDBOX_PORT: String(port),
      WEB_PORT: '1',
      API_PORT: '2',
    });
    const withoutSandbox = listPorts({ SANDBOX_PORT: String(port), RAZORPAY_KEY_ID: 'rzp_live_1' });
    server.close();
    expect(asSandbox).toContain(`Port ${port}, which the sandbox gateway needs, is already in use`);
    expect(withoutSandbox.map((one) => one.setting)).toEqual(['WEB_PORT', 'API_PORT']);
    expect(asWeb).toContain(`Port ${port}, which the web app needs, is already in use`);
    expect(asWeb).toMatch(/WEB_PORT=\d+ npm start/);
    expect(asApi).toContain(`Port ${port}, which the API needs, is already in use`);
    expect(asApi).toMatch(/API_PORT=\d+ npm start/);
  });

  test('rejects two equal ports, and ports that are not numbers', async () => {
    expect(await describePortConflict({ WEB_PORT: '5000', API_PORT: '5000' })).toContain('both 5000');
    expect(await describePortConflict({ SANDBOX_PORT: '5000', API_PORT: '5000' })).toContain(
      'API_PORT and SANDBOX_PORT are both 5000',
    );
    expect(await describePortConflict({ WEB_PORT: 'http' })).toContain('WEB_PORT=http is not a port');
  });
});

describe('installed packages', () => {
  const wanted = {
    '': {},
    'packages/contracts': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0', integrity: 'x' },
    'node_modules/b-for-another-machine': { version: '1.0.0', optional: true },
  };

  test('matches the lockfile even if optional packages are missing', () => {
    expect(hasSamePackages(wanted, { 'node_modules/a': { version: '1.0.0', integrity: 'x' } })).toBe(true);
  });

  test.each([
    ['a package is missing', {}],
    ['a version differs', { 'node_modules/a': { version: '1.0.1', integrity: 'x' } }],
    ['the content differs', { 'node_modules/a': { version: '1.0.0', integrity: 'y' } }],
    [
      'there is an extra package',
      { 'node_modules/a': { version: '1.0.0', integrity: 'x' }, 'node_modules/c': { version: '1.0.0' } },
    ],
  ])('reports a mismatch if %s', (_why, installed) => {
    expect(hasSamePackages(wanted, installed)).toBe(false);
  });
});

describe('source fingerprint', () => {
  test('changes with source files, but not with tests or files outside the build', () => {
    const source = join(folder, 'apps/api/src/main.ts');
    mkdirSync(join(folder, 'apps/api/src'), { recursive: true });
    writeFileSync(source, 'export {};');
    const before = fingerprintSources(folder);
    writeFileSync(join(folder, 'apps/api/src/main.test.ts'), '');
    writeFileSync(join(folder, 'README.md'), '');
    expect(fingerprintSources(folder)).toBe(before);
    utimesSync(source, new Date(0), new Date(0));
    const touched = fingerprintSources(folder);
    expect(touched).not.toBe(before);
    writeFileSync(join(folder, 'apps/api/src/app.ts'), '');
    expect(fingerprintSources(folder)).not.toBe(touched);
  });
});

describe('running a program', () => {
  test('returns its exit code and its output', async () => {
    const result = await run(
      process.execPath,
      ['-e', 'console.log("out"); console.error("err"); process.exit(7)'],
      { quiet: true },
    );
    expect(result).toMatchObject({ code: 7, timedOut: false });
    expect(result.output).toContain('out');
    expect(result.output).toContain('err');
  });

  test('ends the program and its children after the time limit', async () => {
    const script = `const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      console.log('child ' + child.pid);
      setInterval(() => {}, 1000);`;
    const result = await run(process.execPath, ['-e', script], { quiet: true, timeoutMs: 1_500 });
    expect(result.timedOut).toBe(true);
    expect(result.code).toBe(137);
    const child = Number(/child (\d+)/.exec(result.output)?.[1]);
    expect(child).toBeGreaterThan(1);
    await expect.poll(() => isRunning(child)).toBe(false);
  });

  test('returns exit code 127 if the program does not exist', async () => {
    expect((await run('/nowhere/at-all', [], { quiet: true })).code).toBe(127);
  });

  test('converts a signal to the exit code of a shell', () => {
    expect(exitCodeOf(null, 'SIGTERM')).toBe(143);
    expect(exitCodeOf(3, null)).toBe(3);
  });
});

describe('npm test summary', () => {
  const write = (testResults: unknown): string => {
    const file = join(folder, 'report.json');
    writeFileSync(file, JSON.stringify({ testResults }));
    return file;
  };
  const passed = { status: 'passed', fullName: 'a [postgres] works' };
  const failed = { status: 'failed', fullName: 'b', failureMessages: ['no'] };
  const pending = { status: 'pending', fullName: 'c' };
  const retried = { status: 'passed', fullName: 'd', failureMessages: ['no'] };

  test('counts outcomes and lists failed and flaky tests', () => {
    const report = write([
      { name: 'one', status: 'failed', assertionResults: [passed, failed, pending] },
      { name: 'two', status: 'passed', assertionResults: [retried] },
    ]);
    const files = readOutcomes(report, 1);
    expect(describeOutcomes(files, 'failed')).toEqual(['one > b']);
    expect(describeOutcomes(files, 'flaky')).toEqual(['two > d']);
    expect(countOutcomes(files)).toEqual({ passed: 2, failed: 1, skipped: 1, onPostgres: 1 });
    expect(describeCounts(countOutcomes(files))).toBe('2 passed, 1 failed, 1 skipped');
    expect(describeCounts({ passed: 3, failed: 0, skipped: 0, onPostgres: 0 })).toBe('3 passed, 0 failed');
  });

  test('shows why a test failed before it passed on a retry', () => {
    const message = 'Error: not there\n    at wait (/x/node_modules/y.js:1:2)\n    at /x/e2e/z.spec.ts:12:5';
    const report = write([
      {
        name: 'one',
        status: 'passed',
        assertionResults: [{ ...retried, failureMessages: [message] }, passed],
      },
    ]);
    expect([...readRetryReasons(report)]).toEqual([['d', 'Error: not there (at /x/e2e/z.spec.ts:12:5)']]);
  });

  test('counts a file that fails to load and a run without a report as failures', () => {
    const broken = write([{ name: 'one', status: 'failed', assertionResults: [] }]);
    expect(describeOutcomes(readOutcomes(broken, 1), 'failed')).toEqual(['one > outside of any test']);
    const missing = readOutcomes(join(folder, 'none.json'), 1);
    expect(describeOutcomes(missing, 'failed')).toEqual(['no file > outside of any test']);
    const healthy = write([{ name: 'two', status: 'passed', assertionResults: [passed] }]);
    expect(countOutcomes(readOutcomes(healthy, 1)).failed).toBe(1);
    expect(countOutcomes(readOutcomes(healthy, 0)).failed).toBe(0);
  });

  test('counts tests that pass only in the second run as flaky', () => {
    const first = readOutcomes(
      write([
        { name: 'one', status: 'failed', assertionResults: [passed, failed, retried] },
        { name: 'two', status: 'failed', assertionResults: [failed] },
        { name: 'three', status: 'failed', assertionResults: [failed] },
        { name: 'four', status: 'passed', assertionResults: [passed] },
      ]),
      1,
    );
    expect(listRedFiles(first)).toEqual(['one', 'two', 'three']);
    const nowPassed = (fullName: string) => ({ status: 'passed', fullName });
    const second = readOutcomes(
      write([
        { name: 'one', status: 'passed', assertionResults: [passed, nowPassed('b'), nowPassed('d')] },
        { name: 'two', status: 'failed', assertionResults: [failed] },
      ]),
      1,
    );
    const merged = mergeSecondRun(first, second);
    expect(describeOutcomes(merged, 'flaky')).toEqual(['one > b', 'one > d']);
    expect(describeOutcomes(merged, 'failed')).toEqual(['two > b', 'three > b']);
    expect(countOutcomes(merged).passed).toBe(4);
    const outsideOfFiles = readOutcomes(join(folder, 'none.json'), 1);
    expect(listRedFiles(outsideOfFiles)).toEqual([]);
    const allPassed = readOutcomes(write([{ name: 'one', status: 'passed', assertionResults: [passed] }]), 0);
    const outsideOnce = mergeSecondRun(outsideOfFiles, allPassed);
    expect(describeOutcomes(outsideOnce, 'flaky')).toEqual(['no file > outside of any test']);
    expect(countOutcomes(outsideOnce).failed).toBe(0);
    expect(countOutcomes(mergeSecondRun(outsideOfFiles, outsideOfFiles)).failed).toBe(1);
  });

  test('distinguishes tests with the same name', () => {
    const twice = [
      { status: 'failed', fullName: 'a' },
      { status: 'passed', fullName: 'a' },
    ];
    const files = readOutcomes(write([{ name: 'one', status: 'failed', assertionResults: twice }]), 1);
    expect(countOutcomes(files)).toEqual({ passed: 1, failed: 1, skipped: 0, onPostgres: 0 });
  });

  test('lists the slowest files first', () => {
    const report = write(
      [2_000, 61_500, 500].map((ms, at) => ({ name: `f${at}`, startTime: 1_000, endTime: 1_000 + ms })),
    );
    expect(describeSlowest(readFileTimes(report), 2)).toEqual(['   61.5 s  f1', '    2.0 s  f0']);
    expect(readFileTimes(join(folder, 'none.json'))).toEqual([]);
  });
});

/** Whether a process runs. Zombies (killed but not yet reaped by their parent) do not count. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('Chromium setup', () => {
  const find = async (settings: Record<string, string>) => {
    const script = `import { ensureChromium } from '#setup/chromium.mjs'; console.log(await ensureChromium());`;
    const env = { ...process.env, CHROME: '', ...settings };
    return run(process.execPath, ['--input-type=module', '-e', script], { env, quiet: true });
  };
  const addProgram = (name: string, script: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

  test('uses CHROME if set, otherwise PATH', async () => {
    addProgram('chromium', '');
    expect((await find({ PATH: folder })).output.trim()).toBe(join(folder, 'chromium'));
    addProgram('other', '');
    expect((await find({ PATH: folder, CHROME: join(folder, 'other') })).output.trim()).toBe(
      join(folder, 'other'),
    );
    const wrong = await find({ CHROME: '/nowhere/chrome' });
    expect(wrong.code).toBe(1);
    expect(wrong.output).toContain('CHROME=/nowhere/chrome is not an executable');
  });

  test.runIf(process.getuid?.() === 0)('installs Chromium with apt-get if it is missing', async () => {
    const log = join(folder, 'log');
    const installed = join(folder, 'chromium-headless-shell');
    addProgram(
      'apt-get',
      `echo "$*" >> ${log}; case "$*" in *shell) printf '' > ${installed}; /bin/chmod +x ${installed};; esac`,
    );
    const { output } = await find({ PATH: folder });
    expect(output.trim().split('\n').at(-1)).toBe(installed);
    expect(readFileSync(log, 'utf8')).toBe(
      'update\ninstall --yes --no-install-recommends chromium-headless-shell\n',
    );
  });

  test.runIf(process.getuid?.() === 0)('fails with a message if Chromium cannot be installed', async () => {
    addProgram('apt-get', 'echo "no such mirror"; exit 100');
    const { code, output } = await find({ PATH: folder });
    expect(code).toBe(1);
    expect(output).toContain('no such mirror');
    expect(output).toContain('apt-get update exited with code 100. Set CHROME=');
  });
});
