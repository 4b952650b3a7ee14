import type { Page } from 'playwright-core';

/** The second frame after this moment, in milliseconds since the navigation began: everything drawn so far is painted by then. */
export function waitForPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))),
      ),
  );
}

/** Presses a key. @returns milliseconds from the key press to the moment that `there` resolves to */
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

/** The baseline for a key without effect: the duration of two frames while the page is idle. */
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

/** Presses a key: milliseconds to the second frame after the selector's content has changed. */
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

/** The local copy is written in chunks in the background; warm starts are measured once it has all rows. */
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
