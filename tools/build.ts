import { buildApi } from './build/build-api.ts';
import { buildPages } from './build/build-pages.ts';
import { buildShare } from './build/build-share.ts';
import { buildWeb } from './build/build-web.ts';
import { compressFolder } from './build/compress.ts';
import { fingerprintSources, stampBuild } from '#setup/build-stamp.mjs';

// `--api` or `--web` builds one half, as the first start does; without either, both.
const isApiWanted = !process.argv.includes('--web');
const isWebWanted = !process.argv.includes('--api');
const fingerprint = fingerprintSources();

if (isApiWanted) await buildApi();
if (isWebWanted) {
  await buildWeb();
  // After the service worker's precache manifest was made: it does not include the pages.
  await buildPages();
  await buildShare();
  await compressFolder('dist/web');
}
if (isApiWanted && isWebWanted) stampBuild(fingerprint);
