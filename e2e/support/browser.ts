import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { ensureChromium } from '#setup/chromium.mjs';
import { holdOfflineCopy } from './kept-data.ts';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // JIT off: pages live for seconds, and compiling takes more of a core than it gives back.
  '--js-flags=--no-opt',
];

// A browser reports every refused answer as an error in the console; these belong to the product's normal course. A first load
// is asked for before the app knows who is here, and for the project of an address that may be another team's; a forecast of a
// young team is refused in the words that its card shows.
const expectedFaults = [
  /status of 401 .*\/(?:auth\/verify|first-load\?.*)$/,
  /status of 404 .*\/first-load\?/,
  /status of 422 .*\/analytics\/forecast/,
];

/** Characters of a page that are told when a test failed. */
const SHOWN_LIMIT = 6_000;

export interface BrowserPages {
  /** A page of a person of their own: nothing is shared with other people's pages. */
  openPerson: (options?: BrowserContextOptions) => Promise<Page>;
  /** For the rest of the test, faults like these do not fail it (such as failed requests of a stopped server). */
  allowFaults: (...patterns: RegExp[]) => void;
  /** The faults so far, which then no longer fail the test. */
  takeFaults: () => string[];
}

let launched: Promise<Browser> | undefined;

/** The browser of this worker, ended with it. */
async function launchBrowser(): Promise<Browser> {
  if (launched === undefined || !(await launched).isConnected())
    launched = chromium.launch({ executablePath: await ensureChromium(), args: flags });
  return await launched;
}

/**
 * Gives a test file pages of the worker's browser. A test fails if any of its pages wrote an error to the console, threw one, or broke
 * the Content-Security-Policy or Trusted Types.
 */
export function useBrowser(): BrowserPages {
  let contexts: BrowserContext[] = [];
  const faults: string[] = [];
  let allowed: RegExp[] = [];

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await describePages(contexts.flatMap((context) => context.pages()));
    await Promise.all(contexts.map((context) => context.close()));
    const unexpected = faults.filter(
      (fault) => ![...expectedFaults, ...allowed].some((pattern) => pattern.test(fault)),
    );
    contexts = [];
    faults.length = 0;
    allowed = [];
    expect(unexpected, 'faults in the browser').toEqual([]);
  });

  return {
    async openPerson(options) {
      // Reduced motion; tests of what moves ask for it.
      const browser = await launchBrowser();
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
      contexts.push(context);
      await watchPolicy(context, faults);
      await holdOfflineCopy(context);
      // Popups too: each page that the context opens is watched.
      context.on('page', (page) => watchPage(page, faults));
      return context.newPage();
    },
    allowFaults: (...patterns) => void allowed.push(...patterns),
    takeFaults: () => faults.splice(0),
  };
}

/** Prints what stood on screen when a test failed; on a machine that is out of reach nothing else tells it. */
async function describePages(pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    const shown = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5_000 })
      .catch((error: unknown) => String(error));
    const lines = shown.split('\n').filter((line) => !line.includes('- /url:'));
    console.log(`Seen at ${page.url()}\n${lines.join('\n').slice(0, SHOWN_LIMIT)}`);
  }
}

function watchPage(page: Page, faults: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('crash', () => faults.push(`crashed: ${page.url()}`));
}

/** Chromium does not write every violation to the console; the event comes for each. */
async function watchPolicy(context: BrowserContext, faults: string[]): Promise<void> {
  await context.exposeFunction(
    'reportPolicyViolation',
    (text: string) => void faults.push(`policy: ${text}`),
  );
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportPolicyViolation } = window as { reportPolicyViolation?: (text: string) => void };
      reportPolicyViolation?.(
        `${event.effectiveDirective} ${event.blockedURI} ${event.sample} at ${event.sourceFile}:${event.lineNumber}`,
      );
    });
  });
}
