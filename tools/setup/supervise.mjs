// @ts-check
// Imports only Node's own modules, since tools/start.mjs runs it on the system's Node.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { describePortConflict } from './ports.mjs';
import { exitCodeOf } from './run.mjs';

/** @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Exit */

/**
 * Signals that end a crashed runtime: failed V8 checks (SIGTRAP), invalid memory accesses (SIGSEGV, SIGBUS), out of heap
 * (SIGABRT), invalid instructions (SIGILL) and arithmetic errors (SIGFPE). SIGKILL is excluded intentionally: it is sent
 * by an administrator or the kernel's out-of-memory killer, and a restart would counteract either.
 * @type {readonly NodeJS.Signals[]}
 */
const CRASH_SIGNALS = ['SIGTRAP', 'SIGSEGV', 'SIGABRT', 'SIGILL', 'SIGBUS', 'SIGFPE'];
/** Exit codes of crashes: the signals as reported by a shell or npm in between (133 for SIGTRAP), and Node's code 5 (fatal V8 error). */
const CRASH_CODES = new Set([5, ...CRASH_SIGNALS.map((signal) => exitCodeOf(null, signal))]);

const MAX_CRASHES = 5;
const CRASH_WINDOW_MS = 60_000;
const FIRST_DELAY_MS = 250;
// The sandbox gateway detects the exit of its parent by the closed channel and may take 1 s to close its port.
const PORTS_LIMIT_MS = 10_000;
const PORTS_INTERVAL_MS = 100;

/** Whether the runtime crashed, as opposed to a regular exit or a kill. @param {Exit} exit */
export function isCrash({ code, signal }) {
  return signal === null ? code !== null && CRASH_CODES.has(code) : CRASH_SIGNALS.includes(signal);
}

/**
 * Runs a process until it exits other than by a crash, and restarts it after crashes with exponential backoff. Gives up at the fifth
 * crash within a minute.
 * @param {{
 *   run: () => Promise<Exit>,
 *   print: (text: string) => void,
 *   prepareRestart: () => Promise<string | null>,
 *   stopping: AbortSignal,
 *   now?: () => number,
 *   wait?: (ms: number) => Promise<void>,
 * }} ports `run` starts the process and resolves with its exit; `prepareRestart` resolves with what prevents a restart, if anything;
 *   `stopping` is aborted once the process has been signalled to stop
 * @returns {Promise<number>} the exit code of the supervisor
 */
export async function supervise({
  run,
  print,
  prepareRestart,
  stopping,
  now = () => performance.now(),
  wait = (ms) => sleep(ms, undefined, { signal: stopping }).catch(() => {}),
}) {
  /** @type {number[]} */
  let crashes = [];
  for (;;) {
    const exit = await run();
    const exitCode = exitCodeOf(exit.code, exit.signal);
    if (stopping.aborted || !isCrash(exit)) return exitCode;
    const crashedAt = now();
    crashes = [...crashes.filter((at) => crashedAt - at < CRASH_WINDOW_MS), crashedAt];
    const how = exit.signal ?? `exit code ${exit.code}`;
    if (crashes.length >= MAX_CRASHES) {
      print(
        `Hearth crashed ${MAX_CRASHES} times within a minute, the last time with ${how}. It is not restarted again. Data is kept; the messages above show the cause.`,
      );
      return exitCode;
    }
    const delayMs = FIRST_DELAY_MS * 2 ** (crashes.length - 1);
    print(`Hearth crashed with ${how} and is restarted in ${delayMs / 1000} s. Data is kept.`);
    await wait(delayMs);
    const problem = stopping.aborted ? null : await prepareRestart();
    // Stopped between two runs: there is no process to stop.
    if (stopping.aborted) return 0;
    if (problem !== null) {
      print(problem);
      return 1;
    }
  }
}

/**
 * Runs the product under a supervisor: forwards signals, restarts it after crashes, and returns its exit code.
 * @param {string} node the program
 * @param {string[]} args
 * @param {{ cwd?: string, env: NodeJS.ProcessEnv }} options
 */
export async function superviseProduct(node, args, options) {
  const stopping = new AbortController();
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      stopping.abort();
      child?.kill(signal);
    });
  }
  return await supervise({
    stopping: stopping.signal,
    print: (text) => process.stderr.write(`${text}\n`),
    prepareRestart: () => waitForPorts(options.env, stopping.signal),
    run: () =>
      new Promise((resolve, reject) => {
        // The IPC channel closes when this process exits for any reason, and the product then stops.
        child = spawn(node, args, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
        child.on('error', (error) => reject(new Error(`The product could not be started: ${error.message}`)));
        child.on('exit', (code, signal) => resolve({ code, signal }));
      }),
  });
}

/**
 * Waits until the ports of a crashed product are free.
 * @param {NodeJS.ProcessEnv} env @param {AbortSignal} [stopping] @returns {Promise<string | null>} the message for a port that is still taken
 */
export async function waitForPorts(env, stopping) {
  const deadline = performance.now() + PORTS_LIMIT_MS;
  for (;;) {
    const problem = await describePortConflict(env);
    if (problem === null || stopping?.aborted || performance.now() > deadline) return problem;
    await sleep(PORTS_INTERVAL_MS);
  }
}
