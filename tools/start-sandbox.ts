import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Time limit for starting the gateway. Under load, processes start slowly. */
const START_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 2000;

interface SandboxProcess {
  url: string;
  close(): Promise<void>;
}

/** The only message from the gateway process. It is sent once the gateway listens or has failed to start. */
interface Report {
  url?: string;
  trouble?: string;
  code?: string;
  port?: number;
}

/**
 * Starts the sandbox gateway as a child process. It exits when the IPC channel to this process closes.
 * @param file the script for Node to run
 * @throws Error with the gateway's own message, and with `code` and `port` if its port is in use
 */
export async function startSandboxProcess(file: URL): Promise<SandboxProcess> {
  // Don't inherit Node's own arguments because they may contain a program (`-e`).
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
        `The sandbox gateway exited (${signal ?? code}). Payments are unavailable until Hearth is restarted.`,
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
  const exited = once(child, 'exit');
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await exited;
  clearTimeout(timer);
}
