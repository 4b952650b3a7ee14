// @ts-check
// Runs on the system's Node with nothing installed: only Node's own modules here and in ./setup.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './setup/build.mjs';
import { ensureInstalled } from './setup/install.mjs';
import { describePortTrouble } from './setup/ports.mjs';
import { fail } from './setup/progress.mjs';
import { exitCodeOf, productNode, root } from './setup/run.mjs';

const product = join(root, 'dist', 'hearth.mjs');

if (process.env['npm_lifecycle_event']) stopWithNpm();
const trouble = await describePortTrouble(process.env);
if (trouble) fail(trouble);
await ensureInstalled();
await ensureBuilt({ prepareData: true });
if (Number(process.versions.node.split('.')[0]) >= 24) await import(pathToFileURL(product).href);
else runOnProductNode();

/** The system's Node is too old for the product: hand over to the one from the lockfile and stand in for it. */
function runOnProductNode() {
  // The channel (ipc) closes when this process dies in whatever way, and the product then stops too.
  const child = spawn(productNode, [product], { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`The product could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(exitCodeOf(code, signal)));
}

/**
 * npm runs this script through a shell that passes no signal on, so that a stopped npm would leave the product
 * running. Whoever loses its parent gets another one: that is the sign to stop.
 */
function stopWithNpm() {
  const before = listAncestors();
  const timer = setInterval(() => {
    if (listAncestors() === before) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  timer.unref();
}

/** The shell that started this process and, where /proc tells, the npm that started the shell. */
function listAncestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    // The program's name stands in parentheses and may hold spaces; the parent follows the state after it.
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`;
  } catch {
    return String(process.ppid);
  }
}
