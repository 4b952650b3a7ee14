// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, print } from './progress.mjs';
import { productNode, root, run, systemEnvironment } from './run.mjs';

const stampFile = join(root, 'node_modules', '.cache', 'hearth', 'installed');

/** Installs the packages of package-lock.json unless exactly these packages are already installed. */
export async function ensureInstalled() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const lockHash = createHash('sha256').update(lock).digest('hex');
  if (isStamped(lockHash)) return;
  if (!isInstalledFrom(lock)) {
    print('Installing packages (npm ci). The first time takes a minute or two …');
    const { code, output } = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      env: systemEnvironment(),
      quiet: true,
    });
    if (code !== 0)
      fail(
        `${output}\nThe packages could not be installed: npm ci exited with code ${code}. See its output above.`,
      );
    if (!existsSync(productNode))
      fail(`npm ci ran, but ${productNode} is missing. Were install scripts switched off (ignore-scripts)?`);
    print('Packages installed.');
  }
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, lockHash);
}

/** @param {string} lockHash */
function isStamped(lockHash) {
  return existsSync(stampFile) && existsSync(productNode) && readFileSync(stampFile, 'utf8') === lockHash;
}

/**
 * Whether a manual `npm ci` has already installed this lockfile. npm writes its hidden lockfile last, so an interrupted install has no
 * hidden lockfile.
 * @param {string} lock
 */
function isInstalledFrom(lock) {
  const hiddenFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hiddenFile) || !existsSync(productNode)) return false;
  const hidden = JSON.parse(readFileSync(hiddenFile, 'utf8'));
  return hasSamePackages(JSON.parse(lock).packages, hidden.packages);
}

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, peer?: boolean, link?: boolean }} LockEntry */

/**
 * Compares a lockfile with npm's record of the installed packages. Optional packages may be absent.
 * @param {Record<string, LockEntry>} wanted
 * @param {Record<string, LockEntry>} installed
 */
export function hasSamePackages(wanted, installed) {
  const isPackage = (/** @type {string} */ path) => path.includes('node_modules/');
  for (const [path, entry] of Object.entries(wanted)) {
    if (!isPackage(path)) continue;
    const found = installed[path];
    if (!found) {
      if (entry.optional) continue;
      return false;
    }
    if (found.version !== entry.version || found.integrity !== entry.integrity) return false;
  }
  return Object.keys(installed).every((path) => !isPackage(path) || path in wanted);
}
