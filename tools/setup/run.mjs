// @ts-check
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');
export const productNode = join(root, 'node_modules', '.bin', 'node');

/**
 * Makes the C library return the memory freed after the start to the system. This reduces idle memory from 389 to 287 MB (embedded
 * database). The C library reads the variable at process start, so the product cannot set it for itself.
 */
export const memoryEnvironment = { MALLOC_TRIM_THRESHOLD_: '131072' };

/** @typedef {{ code: number, output: string, timedOut: boolean }} RunResult */

/**
 * Runs a program in the repository until it exits. With `quiet`, its output is returned instead of shown. The program leads its own process
 * group so that a time limit also ends its child processes.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, quiet?: boolean, timeoutMs?: number, cwd?: string }} [options]
 * @returns {Promise<RunResult>}
 */
export function run(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? root,
      env: options.env ?? process.env,
      detached: true,
      stdio: ['ignore', options.quiet ? 'pipe' : 'inherit', options.quiet ? 'pipe' : 'inherit'],
    });
    let output = '';
    let timedOut = false;
    const endGroup = () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The process group has already exited.
      }
    };
    const timer = options.timeoutMs
      ? setTimeout(() => {
          timedOut = true;
          endGroup();
        }, options.timeoutMs)
      : undefined;
    /** @type {NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    const stopBoth = (/** @type {NodeJS.Signals} */ signal) => {
      endGroup();
      process.exit(exitCodeOf(null, signal));
    };
    for (const signal of signals) process.on(signal, stopBoth);
    const finish = (/** @type {number} */ code) => {
      clearTimeout(timer);
      for (const signal of signals) process.off(signal, stopBoth);
      resolve({ code, output, timedOut });
    };
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => {
      output += `${error.message}\n`;
      finish(127);
    });
    child.on('close', (code, signal) => finish(exitCodeOf(code, signal)));
  });
}

/** The exit code that a shell would report. @param {number | null} code @param {NodeJS.Signals | null} signal */
export function exitCodeOf(code, signal) {
  return signal ? 128 + constants.signals[signal] : (code ?? 1);
}

/** Returns an environment whose PATH starts with the repository's own programs. Child processes then run on the product's Node. */
export function productEnvironment() {
  return {
    ...process.env,
    PATH: join(root, 'node_modules', '.bin') + delimiter + (process.env['PATH'] ?? ''),
  };
}

/**
 * Returns an environment whose PATH lacks the repository's own programs. `npm ci` deletes node_modules and must not run on a Node inside
 * it.
 */
export function systemEnvironment() {
  const folders = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(join(root, 'node_modules')));
  return { ...process.env, PATH: folders.join(delimiter) };
}
