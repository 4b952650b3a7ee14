import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { buildTextsPlugins } from '#web-build/texts.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Bundles a document renderer as a module for Node, into `outDir`.
 * @returns the file names of the assets used by its styles, and the styles as one string
 */
export async function bundleDocuments(
  entry: string,
  outDir: string,
): Promise<{ assets: string[]; style: string }> {
  await build({
    configFile: false,
    root: join(root, 'apps/web'),
    logLevel: 'warn',
    plugins: [react(), buildTextsPlugins(), followSystemColors()],
    define: { 'process.env.NODE_ENV': '"production"' },
    // Bundle all packages. They may be installed in the web app's node_modules, which a module in dist cannot resolve.
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      ssrEmitAssets: true,
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      cssCodeSplit: false,
      cssMinify: true,
      assetsInlineLimit: 0,
      target: 'baseline-widely-available',
    },
  });
  const assets = await readdir(join(outDir, 'assets'));
  const sheets = assets.filter((name) => name.endsWith('.css'));
  const texts = await Promise.all(sheets.map((name) => readFile(join(outDir, 'assets', name), 'utf8')));
  return { assets: assets.filter((name) => !name.endsWith('.css')), style: texts.join('').trim() };
}

/** Makes the theme follow the system setting in CSS alone. No script runs before the first paint. */
function followSystemColors() {
  let isFound = false;
  return {
    name: 'follow-system-colors',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      if (!/[\\/]ui[\\/]theme[\\/]tokens\.css$/.test(id)) return null;
      const dark = /:root\[data-mantine-color-scheme='dark'\] \{([^}]*)\}/g;
      if (!dark.test(code)) throw new Error('Dark values not found in tokens.css.');
      isFound = true;
      return code.replaceAll(dark, '@media (prefers-color-scheme: dark) { :root {$1} }');
    },
    buildEnd(error?: Error) {
      if (error === undefined && !isFound) throw new Error('tokens.css is not part of the documents.');
    },
  };
}
