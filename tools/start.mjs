// @ts-check
// Runs on the system's Node before packages are installed, so this file and ./setup may import only Node's own modules.
import { join } from 'node:path';
import { ensureBuilt } from './setup/build.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { describePortConflict } from './setup/ports.mjs';
import { fail } from './setup/progress.mjs';
import { memoryEnvironment, productNode, root } from './setup/run.mjs';
import { stopWithNpm } from './setup/stop-with-npm.mjs';
import { superviseProduct } from './setup/supervise.mjs';

const product = join(root, 'dist', 'hearth.mjs');

stopWithNpm();
const problem = await describePortConflict(process.env);
if (problem) fail(problem);
await ensureInstalled();
await ensureBuilt({ prepareData: true });
// From here on, use the Node version from the lockfile.
const options = { cwd: root, env: { ...memoryEnvironment, ...process.env } };
const code = await superviseProduct(productNode, [product], options).catch((/** @type {Error} */ error) =>
  fail(error.message),
);
process.exit(code);
