import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWebServer, type RunningWebServer } from '#web-server/web-server.ts';
import type { SharedProduct } from './product.ts';

export interface Releases {
  webOrigin: string;
  /** Replaces the current release with the next release. Its hashed files have new names, and the old files are no longer served. */
  publish(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Serves the built web app in place of the product's own web server. One release can then replace another. All releases have the same code
 * and differ only in the names of their hashed files. Browsers detect a new release by these names.
 */
export async function startReleases(product: SharedProduct, port: number): Promise<Releases> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-release-'));
  const webOrigin = `http://localhost:${port}`;
  let server: RunningWebServer | undefined;
  let count = 0;

  async function serve(): Promise<void> {
    count += 1;
    const distDir = join(folder, String(count));
    await cp('dist/web', distDir, { recursive: true });
    await renameHashed(distDir, count);
    await server?.close();
    server = await startWebServer({
      port,
      host: 'localhost',
      webOrigin,
      apiOrigin: product.apiOrigin,
      contactAddress: 'people@hearth.example',
      hasDevTools: true,
      trustedProxies: [],
      distDir,
    });
  }

  await serve();
  return {
    webOrigin,
    publish: serve,
    async remove() {
      await server?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Renames hashed files and the references to them, such as `main-Ab12Cd34.js` to `main-1b12Cd34.js`. */
async function renameHashed(distDir: string, count: number): Promise<void> {
  const names = (await readdir(join(distDir, 'assets'))).filter((name) => !/\.(?:br|gz)$/.test(name));
  const renamed = new Map(names.map((name) => [name, name.replace(/-.(.{7})\.(\w+)$/, `-${count}$1.$2`)]));
  const rewrite = (text: string) =>
    text.replaceAll(/[\w.-]+-[\w-]{8}\.\w+/g, (name) => renamed.get(name) ?? name);
  const files = await readdir(distDir, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) {
    const from = join(file.parentPath, file.name);
    const to = join(file.parentPath, renamed.get(file.name) ?? file.name);
    const isText = /\.(?:js|css|html|json)$/.test(file.name);
    const content = await readFile(from);
    await rm(from);
    // Skip the compressed copies because they contain the old names.
    if (/\.(?:br|gz)$/.test(file.name)) continue;
    await writeFile(to, isText ? rewrite(content.toString()) : content);
  }
}
