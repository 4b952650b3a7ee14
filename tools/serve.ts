import { fileURLToPath } from 'node:url';
import { prepareApi, startApi } from '#api/main.ts';
import { DatabaseFolderError, MigrationError, RowSecurityError } from '#api/platform/db/index.ts';
import { describeTakenPort, listPorts, needsSandbox } from '#setup/ports.mjs';
import { readWebSettings } from '#web-server/settings.ts';
import { startWebServer } from '#web-server/web-server.ts';
import { startSandboxProcess } from './start-sandbox.ts';

// Runs the whole product in one process. It is built into dist/hearth.mjs and serves the web app's files from dist/web. The sandbox gateway
// simulates a third-party service and therefore runs in a separate process.

interface Closable {
  close(): Promise<void>;
}

// Time limit for a graceful stop. The process then exits: stopping must take at most 4 s.
const STOP_LIMIT_MS = 3_800;

/** Errors whose message tells the administrator what to do. The message is printed without a stack trace. */
const ERRORS_IN_WORDS = [DatabaseFolderError, MigrationError, RowSecurityError];

const running: Closable[] = [];
let isStopping = false;

async function serve(): Promise<void> {
  const settings = readWebSettings(process.env, fileURLToPath(new URL('./web/', import.meta.url)));
  const parts = [
    keep(startApi(process.env)),
    needsSandbox(process.env)
      ? keep(startSandboxProcess(new URL('./sandbox-gateway.mjs', import.meta.url)))
      : Promise.resolve(null),
  ] as const;
  // Wait until both have started or failed. A failure of one must not interrupt the start of the other.
  await Promise.allSettled(parts);
  const [api, sandbox] = await Promise.all(parts);
  running.push(await startWebServer(settings, api.inject));
  if (isStopping) return;
  process.stdout.write(
    `\nHearth is running.  Open ${settings.webOrigin}\n(API: ${api.url} · ${sandbox ? `sandbox payments: ${sandbox.url} · ` : ''}stop with Ctrl+C)\n\n`,
  );
}

async function keep<T extends Closable>(part: Promise<T>): Promise<T> {
  const started = await part;
  running.push(started);
  return started;
}

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(code || 1), STOP_LIMIT_MS).unref();
  const results = await Promise.allSettled(running.toReversed().map((part) => part.close()));
  for (const result of results) if (result.status === 'rejected') console.error(result.reason);
  process.exit(results.some((result) => result.status === 'rejected') ? 1 : code);
}

/** Returns a readable message for known errors, otherwise the error itself. */
function describeFailure(error: unknown): unknown {
  if (ERRORS_IN_WORDS.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, port } = error as { code?: string; port?: number };
  const use = code === 'EADDRINUSE' ? listPorts(process.env).find((one) => one.port === port) : undefined;
  return use ? describeTakenPort(use) : error;
}

if (process.argv.includes('--prepare')) {
  await prepareApi(process.env);
} else {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
  process.on('disconnect', () => void stop(0));
  try {
    await serve();
  } catch (error) {
    console.error(describeFailure(error));
    await stop(1);
  }
}
