import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { findFreePort } from '#api/testing/free-port.ts';
import { ensureBuilt } from './build.mjs';

interface Start {
  npm: ChildProcess;
  webPort: number;
  apiPort: number;
  sandboxPort: number;
  output: () => string;
  ended: Promise<number | null>;
}

export interface Starter {
  /** Returns the data folder of all programs that this starter starts. */
  data: () => string;
  startProgram: (program: string, args: string[], settings?: Record<string, string>) => Promise<Start>;
}

/** Starts the built product like a user and stops it after each test. */
export function useStarter(): Starter {
  let data = '';
  const started: ChildProcess[] = [];

  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'hearth-start-'));
    await ensureBuilt();
  }, 300_000);

  afterEach(() => {
    for (const child of started.splice(0)) {
      try {
        process.kill(-Number(child.pid), 'SIGKILL');
      } catch {
        // Expected: the process group has already exited.
      }
    }
  });

  afterAll(() => rmSync(data, { recursive: true, force: true }));

  return {
    data: () => data,
    async startProgram(program, args, settings = {}) {
      const [webPort, apiPort, sandboxPort] = [
        await findFreePort(),
        await findFreePort(),
        await findFreePort(),
      ];
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
    },
  };
}

/** Returns the ids of running processes whose environment contains this web port. */
export function listProcesses(webPort: number): number[] {
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

/** Finds the process of the server itself. Excludes the supervisor and the sandbox gateway. */
export function findServer(webPort: number): number | undefined {
  return listProcesses(webPort).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').endsWith('/dist/hearth.mjs\0'),
  );
}
