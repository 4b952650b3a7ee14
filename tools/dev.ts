import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { describePortConflict, needsSandbox } from '#setup/ports.mjs';
import { exitCodeOf } from '#setup/run.mjs';
import { stopWithNpm } from '#setup/stop-with-npm.mjs';
import { startSandboxProcess } from './start-sandbox.ts';

// The API restarts when its sources change (type stripping, no build). Vite updates the page in place.

stopWithNpm();
const problem = await describePortConflict(process.env);
if (problem) {
  console.error(problem);
  process.exit(1);
}

const children: ChildProcess[] = [
  spawn('node', ['--watch', '--watch-preserve-output', 'tools/dev-api.ts'], { stdio: 'inherit' }),
  spawn('vite', ['--config', 'apps/web/vite.config.ts'], { stdio: 'inherit' }),
];
// Not a child process of the API: it must survive restarts of the API.
const sandbox = needsSandbox(process.env)
  ? startSandboxProcess(new URL('./sandbox-gateway.ts', import.meta.url))
  : undefined;
sandbox?.catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
  stopAll('SIGTERM');
});

const stopAll = (signal: NodeJS.Signals): void => {
  for (const child of children) child.kill(signal);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopAll(signal));
for (const child of children) {
  child.on('exit', (code, signal) => {
    process.exitCode ??= exitCodeOf(code, signal);
    stopAll('SIGTERM');
    void sandbox?.then(
      (running) => running.close(),
      () => undefined,
    );
  });
}
