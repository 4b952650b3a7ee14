// @ts-check
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fail, print } from './progress.mjs';
import { run } from './run.mjs';

// The headless shell comes first. It renders the same pages without browser windows, which take a fifth of a test's time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const debianPackage = 'chromium-headless-shell';

/**
 * Returns the path of a Chromium for the browser tests: CHROME, a Chromium on PATH, or a newly installed one.
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  const named = process.env['CHROME'];
  if (named)
    return isProgram(named)
      ? named
      : fail(`CHROME=${named} is not an executable. Set it to the path of Chromium or Chrome.`);
  const found = findChromium();
  if (found) return found;
  print('Installing Chromium for the browser tests (apt-get) …');
  const isRoot = process.getuid?.() === 0;
  if (!isRoot)
    fail(
      'The browser tests need Chromium, and only root can install it. Install it, or set CHROME=/path/to/chrome.',
    );
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const commands = [['update'], ['install', '--yes', '--no-install-recommends', debianPackage]];
  for (const args of commands) {
    const { code, output } = await run('apt-get', args, { env, quiet: true });
    if (code !== 0)
      fail(
        `${output}\nChromium could not be installed: apt-get ${args[0]} exited with code ${code}. Set CHROME=/path/to/chrome.`,
      );
  }
  return (
    findChromium() ?? fail('apt-get installed Chromium, but it is not on PATH. Set CHROME=/path/to/chrome.')
  );
}

function findChromium() {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
