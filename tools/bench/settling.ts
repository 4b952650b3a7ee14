import type { Page } from 'playwright-core';

/** The second frame after this moment, in milliseconds since the navigation began: what was drawn by now is painted then. */
export function waitForPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))),
      ),
  );
}

/** Presses a key: milliseconds to the second frame after something stands in the page. @param sign a selector of it */
export async function measureUntil(page: Page, key: string, sign: string): Promise<number> {
  await page.evaluate(() =>
    addEventListener(
      'keydown',
      ({ timeStamp }) => ((window as unknown as { pressed: number }).pressed = timeStamp),
      {
        capture: true,
        once: true,
      },
    ),
  );
  const there = page.evaluate(
    (sign) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          if (document.querySelector(sign) === null) return;
          observer.disconnect();
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true });
      }),
    sign,
  );
  await page.keyboard.press(key);
  const painted = await there;
  return painted - (await page.evaluate(() => (window as unknown as { pressed: number }).pressed));
}

/** The background writes the local copy in chunks; warm starts are measured when it has all rows. */
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
