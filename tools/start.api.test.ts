import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '#api/testing/free-port.ts';
import { makeTeam, signIn } from '#api/testing/make.ts';
import { ensureBuilt } from '#setup/build.mjs';
import { run } from '#setup/run.mjs';

// `npm start` as a person runs it, on a built product.

let data: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'hearth-start-'));
  await ensureBuilt();
});

afterEach(() => {
  for (const child of started.splice(0)) {
    try {
      process.kill(-Number(child.pid), 'SIGKILL');
    } catch {
      // The group has ended, as it should.
    }
  }
});

afterAll(() => rmSync(data, { recursive: true, force: true }));

interface Start {
  npm: ChildProcess;
  webPort: number;
  apiPort: number;
  sandboxPort: number;
  output: () => string;
  ended: Promise<number | null>;
}

async function startNpm(settings: Record<string, string> = {}, args = ['start']): Promise<Start> {
  return await startProgram('npm', args, settings);
}

async function startProgram(
  program: string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<Start> {
  const [webPort, apiPort, sandboxPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const env = {
    ...process.env,
    NODE_ENV: undefined,
    WEB_PORT: String(webPort),
    API_PORT: String(apiPort),
    SANDBOX_PORT: String(sandboxPort),
    HEARTH_DATA: data,
    ...settings,
  };
  const npm = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  started.push(npm);
  let output = '';
  npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  npm.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => npm.on('close', resolve));
  return { npm, webPort, apiPort, sandboxPort, output: () => output, ended };
}

/** Processes that still run with these data, found by their environment. */
function listProcesses(webPort: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`WEB_PORT=${webPort}\0`);
      } catch {
        return false;
      }
    });
}

test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'npm ended by %s leaves no process behind',
  async (signal) => {
    const { npm, webPort, apiPort, sandboxPort, output } = await startNpm();
    await expect.poll(output, { timeout: 50_000 }).toContain(`Open http://localhost:${webPort}\n`);
    expect((await fetch(`http://localhost:${webPort}/signin`)).status).toBe(200);
    expect(await (await fetch(`http://localhost:${apiPort}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`http://localhost:${sandboxPort}/`)).text()).toContain('no money moves');
    expect(output()).not.toContain('Building');
    expect(listProcesses(webPort).length).toBeGreaterThan(0);
    // Ctrl+C reaches every process of the terminal's group, the other two npm alone.
    if (signal === 'SIGINT') process.kill(-Number(npm.pid), signal);
    else npm.kill(signal);
    await expect.poll(() => listProcesses(webPort), { timeout: 10_000 }).toEqual([]);
  },
);

/** The process that serves, as opposed to the supervisor and the sandbox gateway. */
function findServer(webPort: number): number | undefined {
  return listProcesses(webPort).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').endsWith('/dist/hearth.mjs\0'),
  );
}

test.each([
  { name: 'npm start', program: 'npm', args: ['start'] },
  { name: 'dist/supervised.mjs', program: process.execPath, args: ['dist/supervised.mjs'] },
])('$name restarts the server after a crash, with its data', async ({ program, args }) => {
  const { npm: parent, webPort, apiPort, sandboxPort, output } = await startProgram(program, args);
  const webOrigin = `http://localhost:${webPort}`;
  const countStarts = () => output().split(`Open ${webOrigin}\n`).length - 1;
  await expect.poll(countStarts, { timeout: 50_000 }).toBe(1);
  const owner = await signIn({ apiOrigin: `http://localhost:${apiPort}`, webOrigin }, 'ada@example.com');
  const team = await makeTeam(owner, 'Makers');
  const server = findServer(webPort);
  expect(server).toBeDefined();
  process.kill(Number(server), 'SIGSEGV');
  await expect.poll(countStarts, { timeout: 50_000 }).toBe(2);
  expect(output()).toContain('Hearth crashed with SIGSEGV and is restarted in 0.25 s.');
  expect(findServer(webPort)).not.toBe(server);
  const { body } = await owner.get('/teams');
  expect(JSON.stringify(body)).toContain(team._id);
  expect((await fetch(`${webOrigin}/signin`)).status).toBe(200);
  expect(await (await fetch(`http://localhost:${sandboxPort}/`)).text()).toContain('no money moves');
  process.kill(-Number(parent.pid), 'SIGINT');
  await expect.poll(() => listProcesses(webPort), { timeout: 10_000 }).toEqual([]);
  expect(countStarts()).toBe(2);
});

test('npm run dev serves both addresses and leaves no process behind', async () => {
  const { npm, webPort, apiPort, sandboxPort } = await startNpm({}, ['run', 'dev']);
  const read = (address: string) => fetch(address).then((answer) => answer.text(), String);
  const options = { timeout: 50_000, interval: 200 };
  await expect.poll(() => read(`http://localhost:${apiPort}/healthz`), options).toBe('{"status":"ok"}');
  await expect
    .poll(() => read(`http://localhost:${webPort}/signin`), options)
    .toContain(`name="api-origin" content="http://localhost:${apiPort}"`);
  await expect.poll(() => read(`http://localhost:${sandboxPort}/`), options).toContain('no money moves');
  npm.kill('SIGTERM');
  await expect.poll(() => listProcesses(webPort), { timeout: 10_000 }).toEqual([]);
});

test('a taken port is named in words, and the exit code tells', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
  const { port } = other.address() as AddressInfo;
  const { output, ended } = await startNpm({ API_PORT: String(port) });
  expect(await ended).toBe(1);
  other.close();
  expect(output()).toContain(`Port ${port}, which the API needs, is taken by another program.`);
  expect(output()).toMatch(/API_PORT=\d+ npm start/);
});

test('with keys of a real payment gateway no sandbox runs, and it refuses to', async () => {
  const keys = {
    RAZORPAY_KEY_ID: 'rzp_live_1',
    RAZORPAY_KEY_SECRET: 'key secret',
    RAZORPAY_WEBHOOK_SECRET: 'secret',
  };
  const { npm, webPort, sandboxPort, output } = await startNpm(keys);
  await expect.poll(output, { timeout: 50_000 }).toContain(`Open http://localhost:${webPort}\n`);
  await expect(fetch(`http://localhost:${sandboxPort}/`)).rejects.toThrow();
  npm.kill('SIGTERM');
  await expect.poll(() => listProcesses(webPort), { timeout: 10_000 }).toEqual([]);
  const alone = await run(process.execPath, ['dist/sandbox-gateway.mjs'], {
    env: { ...process.env, ...keys, HEARTH_DATA: data },
    quiet: true,
  });
  expect(alone.code).toBe(1);
  expect(alone.output).toContain('The sandbox gateway refuses to run where the keys of a real one are set');
});

test('a setting that cannot be is named in words', async () => {
  const { output, ended } = await startNpm({ WEB_ORIGIN: 'somewhere' });
  expect(await ended).toBe(1);
  expect(output()).toContain('WEB_ORIGIN=somewhere is not an origin');
});
