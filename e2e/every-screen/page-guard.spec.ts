import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';

// The shipped headers are in force in a real browser, and a breach of them would fail any browser test.

const { openPerson, takeFaults } = useBrowser();
const product = useProduct();

interface Breach {
  what: string;
  expected: RegExp;
  commit: (page: Page) => Promise<unknown>;
}

const breaches: Breach[] = [
  {
    what: 'an error in the console',
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
    what: 'a script in the page itself',
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
          // Refused, as it must be; the breach is reported all the same.
        }
      }),
  },
  {
    what: 'a request to a foreign host',
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

test.each(breaches)('$what is refused or noticed', async ({ expected, commit }) => {
  const page = await openPerson();
  await page.goto(`${product.webOrigin}/signin`);
  await page.waitForFunction(() => document.querySelector('#root')?.childElementCount);
  expect(takeFaults().filter((fault) => !fault.includes('/auth/verify'))).toEqual([]);
  await commit(page);
  const faults: string[] = [];
  await expect.poll(() => faults.push(...takeFaults()) && faults.join('\n')).toMatch(expected);
  expect(await page.evaluate(() => 'isBroken' in window)).toBe(false);
  await page.close();
  takeFaults();
});

test('text without markup may be set as Mantine sets its style sheets', async () => {
  const page = await openPerson();
  await page.goto(`${product.webOrigin}/signin`);
  await page.waitForFunction(() => document.querySelector('#root')?.childElementCount);
  const value = await page.evaluate(() => {
    const style = document.createElement('style');
    style.setAttribute(
      'nonce',
      document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '',
    );
    style.innerHTML = ':root{--probe:set}';
    document.head.append(style);
    return getComputedStyle(document.documentElement).getPropertyValue('--probe');
  });
  expect(value).toBe('set');
});
