import { appendFileSync } from 'node:fs';

/** Signals of a runtime crash, as in tools/setup/supervise.mjs. No test sends any of these signals to a starting server. */
const CRASH_SIGNALS = ['SIGTRAP', 'SIGSEGV', 'SIGABRT', 'SIGILL', 'SIGBUS', 'SIGFPE'] as const;

type CrashSignal = (typeof CRASH_SIGNALS)[number];

/** Error for a server whose runtime crashed while it was starting (docs/decisions/0021). */
export class RuntimeCrash extends Error {
  readonly signal: CrashSignal;

  constructor(message: string, signal: CrashSignal) {
    super(message);
    this.signal = signal;
  }
}

export function isRuntimeCrash(signal: unknown): signal is CrashSignal {
  return CRASH_SIGNALS.some((one) => one === signal);
}

/**
 * Retries a start once after a crash of the runtime, and appends a line to the file named by HEARTH_CRASH_LOG, which lets a test run count
 * crashes. A second crash fails the test.
 */
export async function repeatAfterCrash<T>(server: string, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof RuntimeCrash)) throw error;
    logCrash(server, error);
    return await start();
  }
}

/** Logs a crash as a line of JSON with `at`, `server`, `signal` and the failed V8 check, if any. */
function logCrash(server: string, { signal, message }: RuntimeCrash): void {
  const check = /Check failed: .*/.exec(message)?.[0] ?? null;
  const line = JSON.stringify({ at: new Date().toISOString(), server, signal, check });
  console.warn(`Retrying a server start after a runtime crash: ${line}`);
  const file = process.env['HEARTH_CRASH_LOG'];
  if (file) appendFileSync(file, `${line}\n`);
}
