import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build as bundle } from 'esbuild';
import { bundleDocuments } from './bundle-documents.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const landing = join(root, 'apps/web/src/features/landing');
const workFolder = join(root, 'dist/pages');
const webFolder = join(root, 'dist/web');

/** The exports of the bundle of apps/web/src/features/landing/index.ts. */
interface LandingBundle {
  renderPages: (files: {
    style: string;
    font: string | undefined;
    scripts: Record<string, string>;
  }) => { fileName: string; html: string }[];
}

/**
 * Renders the documents of the landing feature into dist/web/pages, one file for each page and language, with inline styles. On a slow
 * connection, a separate file would cost a round trip before the first paint.
 */
export async function buildPages(): Promise<void> {
  const { assets, style, render } = await bundlePages();
  for (const name of assets)
    await copyFile(join(workFolder, 'assets', name), join(webFolder, 'assets', name));
  const font = assets.find((name) => /latin-wght.*\.woff2$/.test(name));
  const pages = render({
    style,
    font: font === undefined ? undefined : `/assets/${font}`,
    scripts: await bundleScripts(),
  });
  await mkdir(join(webFolder, 'pages'), { recursive: true });
  for (const { fileName, html } of pages) await writeFile(join(webFolder, 'pages', fileName), html);
  await rm(workFolder, { recursive: true, force: true });
}

/** Bundles the pages as a module for Node. Returns the module with the styles and fonts that the pages use. */
async function bundlePages() {
  const bundled = await bundleDocuments(join(landing, 'index.ts'), workFolder);
  const module = (await import(pathToFileURL(join(workFolder, 'index.js')).href)) as LandingBundle;
  return { ...bundled, render: module.renderPages };
}

/**
 * Bundles the pages' small scripts into files with hashed names.
 * @returns their URLs by name
 */
async function bundleScripts(): Promise<Record<string, string>> {
  const names = (await readdir(landing)).filter((name) => name.endsWith('-script.ts'));
  const result = await bundle({
    entryPoints: names.map((name) => join(landing, name)),
    outdir: join(webFolder, 'assets'),
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    metafile: true,
    logLevel: 'warning',
  });
  return Object.fromEntries(
    Object.entries(result.metafile.outputs).map(([file, { entryPoint = '' }]) => [
      basename(entryPoint).replace('-script.ts', ''),
      `/assets/${basename(file)}`,
    ]),
  );
}
