// @ts-check
// Runs on the system's Node with nothing installed: only Node's own modules here and in ./setup.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './setup/build.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { describePortTrouble } from './setup/ports.mjs';
import { fail } from './setup/progress.mjs';
import { exitCodeOf, memoryEnvironment, productNode, root } from './setup/run.mjs';
import { stopWithNpm } from './setup/stop-with-npm.mjs';

const product = join(root, 'dist', 'hearth.mjs');

stopWithNpm();
const trouble = await describePortTrouble(process.env);
if (trouble) fail(trouble);
await ensureInstalled();
await ensureBuilt({ prepareData: true });
runOnProductNode();

/** Hands over to the Node from the lockfile and stands in for it. */
function runOnProductNode() {
  // The channel (ipc) closes when this process dies in whatever way, and the product then stops too.
  const child = spawn(productNode, [product], {
    cwd: root,
    env: { ...memoryEnvironment, ...process.env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`The product could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(exitCodeOf(code, signal)));
}
