import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { build } from 'esbuild';

const keptTypes = /\.(?:js|css|woff2|svg)$/;

/** Builds the service worker for the files that now lie in dist/web. */
export async function buildServiceWorker(): Promise<void> {
  const names = await readdir('dist/web/assets');
  const files = names
    .filter((name) => keptTypes.test(name))
    .toSorted()
    .map((name) => `/assets/${name}`);
  files.push('/icon.svg', '/manifest.webmanifest');
  const page = await readFile('dist/web/index.html', 'utf8');
  const version = createHash('sha256').update(files.join('\n')).update(page).digest('hex').slice(0, 12);
  await build({
    entryPoints: ['apps/web/service-worker/sw.ts'],
    outfile: 'dist/web/sw.js',
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: { __FILES__: JSON.stringify(files), __VERSION__: JSON.stringify(version) },
  });
}
