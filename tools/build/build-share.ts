import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleDocuments } from './bundle-documents.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Outside the web folder because the renderer must not be served. */
const shareFolder = join(root, 'dist/share');
const webAssets = join(root, 'dist/web/assets');

/** Builds the renderer for the pages of public links: dist/share/render-share.js and its styles. */
export async function buildShare(): Promise<void> {
  const entry = join(root, 'apps/web/src/features/public-links/render-share.tsx');
  const { assets, style } = await bundleDocuments(entry, shareFolder);
  await mkdir(webAssets, { recursive: true });
  for (const name of assets) await copyFile(join(shareFolder, 'assets', name), join(webAssets, name));
  await writeFile(join(shareFolder, 'style.css'), style);
}
