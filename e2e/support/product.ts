import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '#api/testing/free-port.ts';
import { isRuntimeCrash, repeatAfterCrash, RuntimeCrash } from '#api/testing/crashes/runtime-crash.ts';
import { waitForPorts } from '#setup/supervise.mjs';
import { prepareData } from './prepared-data.ts';

const START_LIMIT_MS = 60_000;

/** A running product that is shared by several test files. */
export interface SharedProduct {
  webOrigin: string;
  apiOrigin: string;
  /** Inserted by `addressOf` into the email addresses of this file's users to make them unique. */
  people?: string;
}

export interface Product extends SharedProduct {
  /** Its data folder. */
  data: string;
  /** Stops the product with SIGTERM or the given signal and waits for its exit. Keeps the data. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Restarts the product on the same ports with the same data. */
  start(): Promise<void>;
  /** Suspends the process without closing its ports, like a hung host, until `resume`. */
  freeze(): void;
  resume(): void;
  /** Stops the product and deletes its data. */
  remove(): Promise<void>;
}

/**
 * Starts the built product on free ports with empty data, like `npm start`.
 * @param fill seeds the data before the start
 */
export async function startProduct(
  settings: Record<string, string> = {},
  fill?: (env: NodeJS.ProcessEnv) => Promise<void>,
): Promise<Product> {
  const data = await mkdtemp(join(tmpdir(), 'hearth-e2e-'));
  if (settings['DATABASE_URL'] === undefined) await cp(await prepareData(), data, { recursive: true });
  const [webPort, apiPort, sandboxPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const webOrigin = `http://localhost:${webPort}`;
  const apiOrigin = `http://localhost:${apiPort}`;
  const env = {
    ...process.env,
    // Unset variables that Vitest sets for its own process. The product then runs as in production.
    NODE_ENV: undefined,
    VITEST: undefined,
    WEB_PORT: String(webPort),
    API_PORT: String(apiPort),
    SANDBOX_PORT: String(sandboxPort),
    WEB_ORIGIN: webOrigin,
    API_ORIGIN: apiOrigin,
    HEARTH_DATA: data,
    DATABASE_URL: '',
    ...settings,
  };
  let child: ChildProcess | undefined;

  const product: Product = {
    webOrigin,
    apiOrigin,
    data,
    async start() {
      child = await repeatAfterCrash('product', () => launch(env, [webOrigin, `${apiOrigin}/healthz`]));
    },
    async stop(signal = 'SIGTERM') {
      await end(child, signal);
      child = undefined;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async remove() {
      child?.kill('SIGCONT');
      await product.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
  await fill?.(env);
  await product.start();
  return product;
}

async function launch(env: NodeJS.ProcessEnv, addresses: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['dist/hearth.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const deadline = performance.now() + START_LIMIT_MS;
  while (!(await answerAll(addresses))) {
    const hasExited = child.exitCode !== null || child.signalCode !== null;
    if (hasExited || performance.now() > deadline) {
      const message = `The product did not start:\n${output}`;
      if (isRuntimeCrash(child.signalCode)) {
        await waitForPorts(env);
        throw new RuntimeCrash(message, child.signalCode);
      }
      child.kill('SIGKILL');
      throw new Error(message);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return child;
}

async function answerAll(addresses: string[]): Promise<boolean> {
  try {
    const answers = await Promise.all(addresses.map((address) => fetch(address)));
    return answers.every((answer) => answer.ok);
  } catch {
    return false;
  }
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await exited;
}
