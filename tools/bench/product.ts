import { spawn, type ChildProcess } from 'node:child_process';
import { memoryEnvironment } from '#setup/run.mjs';
import { findFreePort } from '#api/testing/free-port.ts';

export interface Running {
  pid: number;
  apiOrigin: string;
  webOrigin: string;
  /** Time from the start of the process to the first successful response of /healthz, in ms. */
  healthyMs: number;
  stop(): Promise<void>;
}

/** Runs the built product on free ports. Needs a preceding `npm run build`. */
export async function runProduct(env: Record<string, string>): Promise<Running> {
  const apiPort = await findFreePort();
  const webPort = await findFreePort();
  const sandboxPort = await findFreePort();
  const began = performance.now();
  const child = spawn(process.execPath, ['dist/hearth.mjs'], {
    env: {
      ...memoryEnvironment,
      ...process.env,
      API_PORT: String(apiPort),
      WEB_PORT: String(webPort),
      SANDBOX_PORT: String(sandboxPort),
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const apiOrigin = `http://localhost:${apiPort}`;
  const webOrigin = `http://localhost:${webPort}`;
  await waitUntilHealthy(child, `${apiOrigin}/healthz`);
  const healthyMs = performance.now() - began;
  // On a busy host the pages may become available later than the API.
  await waitUntilHealthy(child, webOrigin);
  return {
    pid: child.pid ?? 0,
    apiOrigin,
    webOrigin,
    healthyMs,
    stop: async () => {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function waitUntilHealthy(child: ChildProcess, address: string): Promise<void> {
  const deadline = performance.now() + 120_000;
  for (;;) {
    const isHealthy = await fetch(address).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isHealthy) return;
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error('The product did not start.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
