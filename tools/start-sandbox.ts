import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Time-out until it listens; under load a process takes long to start. */
const START_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 2000;

interface SandboxProcess {
  url: string;
  close(): Promise<void>;
}

/** The process's only message, sent when it listens or has failed. */
interface Report {
  url?: string;
  trouble?: string;
  code?: string;
  port?: number;
}

/**
 * Starts the sandbox gateway beside the product. It ends when the channel to this process closes.
 * @param file the script for Node to run
 * @throws Error with the process's own message; with `code` and `port` when its port is taken
 */
export async function startSandboxProcess(file: URL): Promise<SandboxProcess> {
  // Without this Node's own arguments, which may contain a program (`-e`).
  const child = fork(file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  const report = await waitForReport(child);
  if (report.url === undefined) {
    await end(child);
    const { trouble = 'The sandbox gateway did not start.', code, port } = report;
    throw Object.assign(new Error(trouble), { code, port });
  }
  let isEnding = false;
  child.on('exit', (code, signal) => {
    if (!isEnding)
      console.error(
        `The sandbox gateway has ended (${signal ?? code}). Until Hearth is started again, nothing can be paid.`,
      );
  });
  return {
    url: report.url,
    async close() {
      isEnding = true;
      await end(child);
    },
  };
}

function waitForReport(child: ChildProcess): Promise<Report> {
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => resolve({ trouble: 'The sandbox gateway did not start in time.' }),
      START_LIMIT_MS,
    );
    const settle = (report: Report): void => {
      clearTimeout(timer);
      resolve(report);
    };
    child.once('message', (message) => settle(message as Report));
    child.once('error', (error) => settle({ trouble: error.message }));
    child.once('exit', (code, signal) =>
      settle({ trouble: `The sandbox gateway ended at its start (${signal ?? code}).` }),
    );
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await gone;
  clearTimeout(timer);
}
