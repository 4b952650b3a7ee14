import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { makeTeam, signIn } from '#api/testing/make.ts';
import { findServer, listProcesses, useStarter } from '#setup/start-program.ts';

// Runs `npm start` on a built product, like a user. start.nightly.api.test.ts tests other ways of stopping it.

const { startProgram } = useStarter();

test('restarts the server after a crash and leaves no process behind on Ctrl+C', async () => {
  const { npm: parent, webPort, apiPort, sandboxPort, output } = await startProgram('npm', ['start']);
  const webOrigin = `http://localhost:${webPort}`;
  const countStarts = () => output().split(`Open ${webOrigin}\n`).length - 1;
  await expect.poll(countStarts, { timeout: 50_000 }).toBe(1);
  expect(output()).not.toContain('Building');
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
  // Ctrl+C reaches every process of the terminal's group.
  process.kill(-Number(parent.pid), 'SIGINT');
  await expect.poll(() => listProcesses(webPort), { timeout: 10_000 }).toEqual([]);
  expect(countStarts()).toBe(2);
  // Two starts of up to 50 s each, and an end of up to 10 s.
}, 130_000);

test('prints a message and exits with an error if a port is in use', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
  const { port } = other.address() as AddressInfo;
  const { output, ended } = await startProgram('npm', ['start'], { API_PORT: String(port) });
  expect(await ended).toBe(1);
  other.close();
  expect(output()).toContain(`Port ${port}, which the API needs, is already in use by another program.`);
  expect(output()).toMatch(/API_PORT=\d+ npm start/);
});
