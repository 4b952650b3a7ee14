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
  // No optimizing compiler: pages live for seconds, so compiling costs more CPU time than it saves.
  '--js-flags=--no-opt',
];

// Expected errors: browsers log every error status. The first load is requested before the session is verified and for the project in the
// URL. That project may belong to another team. Forecasts need enough history. Otherwise their card shows the reason.
const expectedFaults = [
  /status of 401 .*\/(?:auth\/verify|first-load\?.*)$/,
  /status of 404 .*\/first-load\?/,
  /status of 422 .*\/analytics\/forecast/,
];

/** Maximum number of characters printed per page of a failed test. */
const SHOWN_LIMIT = 6_000;

export interface BrowserPages {
  /** Opens a page in a separate browser context. It shares nothing with other users' pages. */
  openPerson: (options?: BrowserContextOptions) => Promise<Page>;
  /** Accepts matching errors for the rest of the test, such as failed requests to a stopped server. */
  allowFaults: (...patterns: RegExp[]) => void;
  /** Returns and clears the errors so far. They then do not fail the test. */
  takeFaults: () => string[];
}

let launched: Promise<Browser> | undefined;

/** Returns this worker's browser, launched on the first call. All files of the worker share it, and it is closed with the worker. */
async function launchBrowser(): Promise<Browser> {
  if (launched === undefined || !(await launched).isConnected())
    launched = chromium.launch({ executablePath: await ensureChromium(), args: flags });
  return await launched;
}

/**
 * Provides pages of the worker's browser to a test file. A test fails if one of its pages logs an error to the console, throws an uncaught
 * error, or violates the Content-Security-Policy or Trusted Types.
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
      // Reduced motion by default. Tests of animations override it.
      const browser = await launchBrowser();
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
      contexts.push(context);
      await watchPolicy(context, faults);
      await holdOfflineCopy(context);
      // Watch each page of the context, including popups.
      context.on('page', (page) => watchPage(page, faults));
      return context.newPage();
    },
    allowFaults: (...patterns) => void allowed.push(...patterns),
    takeFaults: () => faults.splice(0),
  };
}

/** Prints the page content of a failed test because it cannot be inspected on a remote host. */
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

/** Listens for violation events because Chromium does not log every violation to the console. */
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
