// @ts-check
import { fingerprintSources, isBuiltFrom, stampBuild } from './build-stamp.mjs';
import { fail, print } from './progress.mjs';
import { productEnvironment, productNode, run } from './run.mjs';
import { isCrash } from './supervise.mjs';

/**
 * Builds the product unless dist/ already contains the build of these sources. The API is built first. With `prepareData`, the embedded
 * database is then created while the web app is being built because both take about as long.
 * @param {{ prepareData?: boolean }} [options]
 */
export async function ensureBuilt(options = {}) {
  const fingerprint = fingerprintSources();
  if (isBuiltFrom(fingerprint)) return;
  print('Building the API …');
  await runStep('The API could not be built.', ['tools/build.ts', '--api']);
  print(options.prepareData ? 'Building the web app and opening the database …' : 'Building the web app …');
  await Promise.all([
    runStep('The web app could not be built.', ['tools/build.ts', '--web']),
    options.prepareData
      ? runStep('The database could not be opened.', ['dist/hearth.mjs', '--prepare'])
      : undefined,
  ]);
  stampBuild(fingerprint);
  print('Built.');
}

/** @param {string} failure @param {string[]} args */
async function runStep(failure, args) {
  // Unset NODE_ENV. Tests that start the product have set it, but builds are always for production.
  const env = { ...productEnvironment(), NODE_ENV: undefined };
  const runOnce = () => run(productNode, args, { env, quiet: true });
  let { code, output } = await runOnce();
  // The runtime may crash while opening the database (docs/decisions/0021). Retry once.
  if (isCrash({ code, signal: null })) ({ code, output } = await runOnce());
  if (code !== 0) fail(`${output}\n${failure} See the output above.`);
}
