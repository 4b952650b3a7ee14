import type { Locator, Page } from 'playwright-core';

export const errorToast = (page: Page, words: string): Locator =>
  page.getByRole('alert').getByText(words, { exact: true });
export const successToast = (page: Page, words: string): Locator =>
  page.getByRole('status').getByText(words, { exact: true });

/** Notes, from now on, for how many milliseconds `words` stand on the page, within a frame. */
export async function watchWords(page: Page, words: string): Promise<() => Promise<number>> {
  await page.evaluate((watched) => {
    let shownAt: number | undefined;
    new MutationObserver(() => {
      const isShown = document.body.textContent.includes(watched);
      if (isShown) shownAt ??= performance.now();
      else if (shownAt !== undefined)
        document.body.dataset['shownFor'] ??= String(performance.now() - shownAt);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, words);
  return () => page.evaluate(() => Number(document.body.dataset['shownFor'] ?? 0));
}
