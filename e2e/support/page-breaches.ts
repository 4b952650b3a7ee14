import type { Page } from 'playwright-core';

interface Breach {
  what: string;
  expected: RegExp;
  commit: (page: Page) => Promise<unknown>;
}

/** Page errors and violations of the product's headers, each with the message that `useBrowser` must record. */
export const PAGE_BREACHES: readonly Breach[] = [
  {
    what: 'a console error',
    expected: /planted error/,
    commit: (page) => page.evaluate(() => console.error('planted error')),
  },
  {
    what: 'an uncaught error',
    expected: /uncaught: .*planted throw/,
    commit: (page) =>
      page.evaluate(
        () =>
          void setTimeout(() => {
            throw new Error('planted throw');
          }),
      ),
  },
  {
    what: 'an inline script',
    expected: /requires 'TrustedScript' assignment/,
    commit: (page) =>
      page.evaluate(() => {
        const script = document.createElement('script');
        script.append('window.isBroken = true');
        document.head.append(script);
      }),
  },
  {
    what: 'a style without the nonce',
    expected: /policy: style-src/,
    commit: (page) =>
      page.evaluate(() =>
        document.head.append(Object.assign(document.createElement('style'), { textContent: 'a{}' })),
      ),
  },
  {
    what: 'markup from a string',
    expected: /policy: require-trusted-types-for/,
    commit: (page) =>
      page.evaluate(() => {
        try {
          document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>';
        } catch {
          // The browser blocks the assignment, as expected, and reports the violation.
        }
      }),
  },
  {
    what: 'a request to another origin',
    expected: /policy: connect-src/,
    commit: (page) => page.evaluate(() => fetch('http://127.0.0.1:9/').catch(() => {})),
  },
  {
    what: 'a frame',
    expected: /policy: frame-src/,
    commit: (page) =>
      page.evaluate(() =>
        document.body.append(Object.assign(document.createElement('iframe'), { src: 'http://127.0.0.1:9/' })),
      ),
  },
];
