import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '#api/config.ts';
import { loadPaymentKeys } from '#api/platform/payment-keys.ts';
import { findFreePort } from '#api/testing/free-port.ts';
import { run } from '#setup/run.mjs';

// Tests the sandbox gateway as a separate process, started in the same way as by the product.

let data: string;
let port: number;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'hearth-sandbox-'));
  port = await findFreePort();
});

afterEach(() => rm(data, { recursive: true, force: true }));

const settings = (more: Record<string, string | undefined> = {}) => ({
  PATH: process.env['PATH'],
  HEARTH_DATA: data,
  SANDBOX_PORT: String(port),
  ...more,
});

const isReachable = () =>
  fetch(`http://localhost:${port}/`).then(
    (answer) => answer.status === 200,
    () => false,
  );

/** Program that starts the gateway as its child process, like the product, and reports the outcome. */
const PARENT = `
  import { startSandboxProcess } from './tools/start-sandbox.ts';
  const file = new URL('./tools/sandbox-gateway.ts', 'file://' + process.cwd() + '/');
  try {
    const { url } = await startSandboxProcess(file);
    console.log('started ' + url);
    setInterval(() => {}, 1000);
  } catch (error) {
    console.log('failed ' + JSON.stringify({ message: error.message, code: error.code, port: error.port }));
  }`;

function startParent(env: NodeJS.ProcessEnv) {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', PARENT], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  parent.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { parent, read: () => output };
}

test.each(['SIGKILL', 'SIGTERM'] as const)('exits when its parent is killed with %s', async (signal) => {
  const { parent, read } = startParent(settings());
  await expect.poll(read).toContain(`started http://localhost:${port}`);
  expect(await isReachable()).toBe(true);
  const exited = once(parent, 'exit');
  parent.kill(signal);
  await exited;
  await expect.poll(isReachable).toBe(false);
});

test('reports a port that is already in use', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
  port = (other.address() as AddressInfo).port;
  const { parent, read } = startParent(settings());
  await once(parent, 'exit');
  other.close();
  expect(JSON.parse(read().replace('failed ', ''))).toMatchObject({ code: 'EADDRINUSE', port });
});

test.each([
  [{ RAZORPAY_KEY_ID: 'rzp_live_1' }, 'remove RAZORPAY_KEY_ID'],
  [{ RAZORPAY_WEBHOOK_SECRET: 'secret' }, 'remove RAZORPAY_WEBHOOK_SECRET'],
  [{ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }, 'does not run with Google sign-in'],
  [{ API_HOST: '0.0.0.0' }, 'loopback only'],
])('refuses to start with the settings %o', async (more, message) => {
  const { code, output } = await run(process.execPath, ['tools/sandbox-gateway.ts'], {
    env: settings(more),
    quiet: true,
  });
  expect(code).toBe(1);
  expect(output).toContain(message);
  expect(output).not.toContain('    at ');
});

test('persists the state before the response', async () => {
  const env = settings({ HEARTH_SECRET: 'a secret of thirty-two characters and more' });
  const keys = loadPaymentKeys(loadConfig(env));
  const child = spawn(process.execPath, ['tools/sandbox-gateway.ts'], { env, stdio: 'ignore' });
  await expect.poll(isReachable).toBe(true);
  const answer = await fetch(`http://localhost:${port}/v1/plans`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${keys?.keyId}:${keys?.keySecret}`).toString('base64')}`,
    },
    body: JSON.stringify({
      period: 'monthly',
      interval: 1,
      item: { name: 'Hearth Pro', amount: 69_900, currency: 'INR' },
    }),
  });
  const { id } = (await answer.json()) as { id: string };
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  const state = await readFile(join(data, 'sandbox-gateway', 'state.json'), 'utf8');
  expect(JSON.parse(state)).toMatchObject({ plans: [{ id }] });
});
