import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';
import { isRuntimeCrash, repeatAfterCrash, RuntimeCrash } from './crashes/runtime-crash.ts';

const ENTRY = fileURLToPath(new URL('../../../../tools/dev-api.ts', import.meta.url));
const READY_LIMIT_MS = 60_000;

/** The API as a separate process, as in production. */
export interface ApiProcess {
  apiOrigin: string;
  webOrigin: string;
  /** Time from the start of the process until it is ready, in ms. */
  readyMs: number;
  child: ChildProcess;
  /** Terminates the process by the given signal and waits for its exit. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/**
 * Starts the API and waits until it is ready. Retries once if the runtime crashes during the start.
 * @param stdout a file descriptor for the log. With `pipe`, the caller must read the log
 * @throws Error with the output of the process if it exits before it is ready
 */
export async function startApiProcess(
  env: Record<string, string>,
  stdout?: 'pipe' | number,
): Promise<ApiProcess> {
  return await repeatAfterCrash('api', () => startOnce(env, stdout));
}

async function startOnce(env: Record<string, string>, stdout?: 'pipe' | number): Promise<ApiProcess> {
  const port = env['API_PORT'] ?? String(await findFreePort());
  const started = performance.now();
  const child = spawn(process.execPath, [ENTRY], {
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      API_PORT: port,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  let output = '';
  for (const stream of [stdout === undefined ? child.stdout : null, child.stderr]) {
    stream?.on('data', (part: Buffer) => (output = (output + part.toString()).slice(-4000)));
  }
  const apiOrigin = `http://localhost:${port}`;
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  while (!(await isReady(apiOrigin))) {
    const isTooLate = performance.now() - started > READY_LIMIT_MS;
    if (isTooLate && !hasEnded()) child.kill('SIGKILL');
    const reason = child.exitCode ?? child.signalCode ?? 'too late';
    const message = `The API did not start (${reason}):\n${output}`;
    if (isRuntimeCrash(child.signalCode)) throw new RuntimeCrash(message, child.signalCode);
    if (isTooLate || hasEnded()) throw new Error(message);
    await sleep(20);
  }
  return {
    apiOrigin,
    webOrigin: env['WEB_ORIGIN'] ?? 'http://localhost:3000',
    readyMs: performance.now() - started,
    child,
    async end(signal) {
      if (hasEnded()) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}

async function isReady(apiOrigin: string): Promise<boolean> {
  try {
    return (await fetch(`${apiOrigin}/readyz`, { signal: AbortSignal.timeout(2000) })).status === 200;
  } catch {
    return false;
  }
}
