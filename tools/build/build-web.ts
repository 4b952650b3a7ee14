import { build } from 'vite';

/** Builds the web app into dist/web. */
export async function buildWeb(): Promise<void> {
  await build({ configFile: 'apps/web/vite.config.ts', logLevel: 'warn' });
}
