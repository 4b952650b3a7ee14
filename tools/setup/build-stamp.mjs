// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const stampFile = join(root, 'dist', 'built-from');
const inputs = [
  'package-lock.json',
  'packages/contracts/src',
  'apps/api/src',
  'apps/web/build',
  'apps/web/index.html',
  'apps/web/lingui.config.ts',
  'apps/web/public',
  'apps/web/server',
  'apps/web/service-worker',
  'apps/web/src',
  'apps/web/vite.config.ts',
  'tools/build',
  'tools/build.ts',
  'tools/sandbox-gateway.ts',
  'tools/serve.ts',
  'tools/setup/ports.mjs',
  'tools/setup/run.mjs',
  'tools/setup/supervise.mjs',
  'tools/start-sandbox.ts',
  'tools/supervised.ts',
];

/**
 * Computes a fingerprint of all inputs of the build from names, sizes and modification times. Reading the contents would slow down every
 * start.
 * @param {string} [folder] the repository
 */
export function fingerprintSources(folder = root) {
  const hash = createHash('sha256');
  /** @param {string} path */
  const add = (path) => {
    const full = join(folder, path);
    const stat = statSync(full, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) {
      for (const name of readdirSync(full).sort()) add(`${path}/${name}`);
    } else if (!/\.test\.tsx?$/.test(path)) {
      hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
    }
  };
  for (const input of inputs) add(input);
  return hash.digest('hex');
}

/**
 * Whether dist/ contains the build of these sources.
 * @param {string} fingerprint
 */
export function isBuiltFrom(fingerprint) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint;
}

/** @param {string} fingerprint */
export function stampBuild(fingerprint) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampFile, fingerprint);
}
