import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, expect } from 'vitest';
import { useBrowser, type BrowserPages } from './browser.ts';
import { makeHostileWorld, type HostileWorld } from './hostile-world.ts';
import type { SharedProduct } from './product.ts';
import { setTripwire } from './tripwire.ts';
import { useProduct } from './use-product.ts';

export interface HostilePages extends BrowserPages {
  product: SharedProduct;
  world: () => HostileWorld;
  /** A page with the tripwire, signed in as the team's owner by default. Tall, so that long lists are rendered completely. */
  openPage: (as?: { isOwner?: boolean }) => Promise<Page>;
  /** The last page's tripwire reports so far. */
  readTripped: () => string[];
  /** For tests that trip the wire on purpose. */
  resetTripwire: () => void;
}

/** A team full of hostile texts, and pages that fail their test when any of them ran or fetched something. */
export function useHostilePages(): HostilePages {
  const pages = useBrowser();
  const product = useProduct();
  const made: { world?: HostileWorld; readTripped?: () => string[] } = {};
  const world = (): HostileWorld => {
    if (made.world === undefined) throw new Error('The hostile world is not made yet.');
    return made.world;
  };

  beforeAll(async () => {
    made.world = await makeHostileWorld(product);
  });

  afterEach(() => {
    expect(made.readTripped?.() ?? []).toEqual([]);
    delete made.readTripped;
  });

  return {
    ...pages,
    product,
    world,
    async openPage({ isOwner = true } = {}) {
      const page = await pages.openPerson({
        viewport: { width: 1600, height: 900 },
        reducedMotion: 'reduce',
      });
      made.readTripped = await setTripwire(page, product);
      if (isOwner) await page.context().addCookies(world().cookies);
      return page;
    },
    readTripped: () => made.readTripped?.() ?? [],
    resetTripwire: () => {
      delete made.readTripped;
    },
  };
}

/** The texts that are missing in that element, both as text and as field values. */
function findMissing(place: Locator, texts: readonly string[]): Promise<string[]> {
  return place.evaluate((root, wanted) => {
    const fields = [...root.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
    const all = [root.textContent, ...fields].join('\n');
    return wanted.filter((text) => !all.includes(text));
  }, texts);
}

/** Waits until each of the texts is shown as text. */
export async function expectShown(place: Page | Locator, texts: readonly string[]): Promise<void> {
  const root = 'goto' in place ? place.locator('body') : place;
  await expect.poll(() => findMissing(root, texts)).toEqual([]);
}

/** Navigates with the router, without a page load, and waits for a frame. */
export async function goInApp(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }, path);
}
