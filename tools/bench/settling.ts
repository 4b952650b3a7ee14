import type { Page } from 'playwright-core';

/** Waits until all changes so far are painted. Returns the time of the second frame from now, in ms since the start of the navigation. */
export function waitForPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))),
      ),
  );
}

/**
 * Presses a key.
 * @returns ms from the key press to the timestamp that `there` resolves with
 */
async function measureFrom(page: Page, key: string, there: Promise<number>): Promise<number> {
  await page.evaluate(() =>
    addEventListener(
      'keydown',
      ({ timeStamp }) => ((window as unknown as { pressed: number }).pressed = timeStamp),
      { capture: true, once: true },
    ),
  );
  await page.keyboard.press(key);
  const painted = await there;
  return painted - (await page.evaluate(() => (window as unknown as { pressed: number }).pressed));
}

/** Measures the baseline. A key without effect takes two frames on an idle page. */
export async function measureNothing(page: Page): Promise<number> {
  const there = page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        addEventListener(
          'keydown',
          () => requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))),
          { capture: true, once: true },
        ),
      ),
  );
  return await measureFrom(page, 'Shift', there);
}

/**
 * Presses a key.
 * @returns ms to the second frame after the text of the elements matching `within` has changed
 */
export async function measureChange(page: Page, key: string, within: string): Promise<number> {
  const there = page.evaluate(
    (within) =>
      new Promise<number>((resolve) => {
        const read = () => [...document.querySelectorAll(within)].map((one) => one.textContent).join('\n');
        const before = read();
        const observer = new MutationObserver(() => {
          if (read() === before) return;
          observer.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    within,
  );
  return await measureFrom(page, key, there);
}

/** Waits until the local copy is complete, as warm starts require. The copy is written in chunks in the background. */
export async function waitForCopy(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  let before = -1;
  for (;;) {
    const { usage = 0 } = await page.evaluate(() => navigator.storage.estimate());
    if (usage === before && usage > 0) return;
    before = usage;
    await page.waitForTimeout(1000);
  }
}
