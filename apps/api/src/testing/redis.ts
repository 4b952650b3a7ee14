import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'redis';
import { findFreePort } from './free-port.ts';

/** Whether redis-server is installed on this host. */
export const canStartRedis: boolean = hasProgram('redis-server');

/** A Redis server for one test, which can be killed, suspended and restarted. */
export interface RedisServer {
  url: string;
  /** Kills the server like a power failure: connections are not closed gracefully. */
  kill(): Promise<void>;
  /** Suspends the server: connections stay open, but get no responses. */
  freeze(): void;
  thaw(): void;
  /** Restarts the server at the same address without data. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRedis(): Promise<RedisServer> {
  const port = await findFreePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
      stdio: 'ignore',
    });
    for (let tries = 0; !(await answers(url)); tries += 1) {
      if (tries > 500) throw new Error('Redis did not start');
      await sleep(20);
    }
  }

  async function kill(): Promise<void> {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  const signal = (name: 'SIGSTOP' | 'SIGCONT') => void child?.kill(name);

  await start();
  return { url, kill, freeze: () => signal('SIGSTOP'), thaw: () => signal('SIGCONT'), start, stop: kill };
}

async function answers(url: string): Promise<boolean> {
  const client = createClient({ url, socket: { connectTimeout: 2000, reconnectStrategy: false } });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
    return true;
  } catch {
    return false;
  } finally {
    if (client.isOpen) client.destroy();
  }
}

function hasProgram(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
