import { buildApi } from './build/build-api.ts';
import { buildPages } from './build/build-pages.ts';
import { buildShare } from './build/build-share.ts';
import { buildWeb } from './build/build-web.ts';
import { compressFolder } from './build/compress.ts';
import { fingerprintSources, stampBuild } from '#setup/build-stamp.mjs';

// `--api` or `--web` builds only that app, as the first start does. Without a flag, both are built.
const isApiWanted = !process.argv.includes('--web');
const isWebWanted = !process.argv.includes('--api');
const fingerprint = fingerprintSources();

if (isApiWanted) await buildApi();
if (isWebWanted) {
  await buildWeb();
  // Must run after the web app: the service worker's precache manifest must not include the pages.
  await buildPages();
  await buildShare();
  await compressFolder('dist/web');
}
if (isApiWanted && isWebWanted) stampBuild(fingerprint);
