import { expect, test } from 'vitest';
import { run } from '#setup/run.mjs';
import { findServer, listProcesses, useStarter } from '#setup/start-program.ts';

// Tests how `npm start`, `npm run dev` and the built product stop and how they report invalid settings.

const { data, startProgram } = useStarter();

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'leaves no process behind when npm is killed with %s',
  async (signal) => {
    const { npm, webPort, apiPort, sandboxPort, output } = await startProgram('npm', ['start']);
    await expect.poll(output, { timeout: 50_000 }).toContain(`Open http://localhost:${webPort}\n`);
    expect((await fetch(`http://localhost:${webPort}/signin`)).status).toBe(200);
    expect(await (await fetch(`http://localhost:${apiPort}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`http://localhost:${sandboxPort}/`)).text()).toContain('no money moves');
    expect(output()).not.toContain('Building');
    expect(listProcesses(webPort).length).toBeGreaterThan(0);
    npm.kill(signal);
    await expect.poll(() => listProcesses(webPort), { timeout: 10_000 }).toEqual([]);
  },
);

test('restarts the server of dist/supervised.mjs after a crash', async () => {
  const { npm: parent, webPort, output } = await startProgram(process.execPath, ['dist/supervised.mjs']);
  const countStarts = () => output().split(`Open http://localhost:${webPort}\n`).length - 1;
  await expect.poll(countStarts, { timeout: 50_000 }).toBe(1);
  process.kill(Number(findServer(webPort)), 'SIGSEGV');
  await expect.poll(countStarts, { timeout: 50_000 }).toBe(2);
  process.kill(-Number(parent.pid), 'SIGINT');
  await expect.poll(() => listProcesses(webPort), { timeout: 10_000 }).toEqual([]);
});

test('serves both origins with npm run dev and leaves no process behind', async () => {
  const { npm, webPort, apiPort, sandboxPort } = await startProgram('npm', ['run', 'dev']);
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

test('starts no sandbox with the keys of a real payment gateway', async () => {
  const keys = {
    RAZORPAY_KEY_ID: 'rzp_live_1',
    RAZORPAY_KEY_SECRET: 'key secret',
    RAZORPAY_WEBHOOK_SECRET: 'secret',
  };
  const { npm, webPort, sandboxPort, output } = await startProgram('npm', ['start'], keys);
  await expect.poll(output, { timeout: 50_000 }).toContain(`Open http://localhost:${webPort}\n`);
  await expect(fetch(`http://localhost:${sandboxPort}/`)).rejects.toThrow();
  npm.kill('SIGTERM');
  await expect.poll(() => listProcesses(webPort), { timeout: 10_000 }).toEqual([]);
  const alone = await run(process.execPath, ['dist/sandbox-gateway.mjs'], {
    env: { ...process.env, ...keys, HEARTH_DATA: data() },
    quiet: true,
  });
  expect(alone.code).toBe(1);
  expect(alone.output).toContain('The sandbox gateway does not run while keys of a real gateway are set');
});

test('prints a message for an invalid setting', async () => {
  const { output, ended } = await startProgram('npm', ['start'], { WEB_ORIGIN: 'somewhere' });
  expect(await ended).toBe(1);
  expect(output()).toContain('WEB_ORIGIN=somewhere is not an origin');
});
