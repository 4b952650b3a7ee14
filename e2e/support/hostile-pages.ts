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
  /** A page on which the wire is set, of the team's owner unless told otherwise. Tall, so that long lists exist whole. */
  openPage: (as?: { isOwner?: boolean }) => Promise<Page>;
  /** What the wire of the last page reported so far. */
  readTripped: () => string[];
  /** After a test that trips the wire on purpose. */
  resetTripwire: () => void;
}

/** A team full of hostile texts, and pages that fail their test when something in them ran or was fetched. */
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

/** Those of the texts that stand nowhere in that place, neither as text nor in a field. */
function findMissing(place: Locator, texts: readonly string[]): Promise<string[]> {
  return place.evaluate((root, wanted) => {
    const fields = [...root.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
    const all = [root.textContent, ...fields].join('\n');
    return wanted.filter((text) => !all.includes(text));
  }, texts);
}

/** Waits until each of the texts stands there as text. */
export async function expectShown(place: Page | Locator, texts: readonly string[]): Promise<void> {
  const root = 'goto' in place ? place.locator('body') : place;
  await expect.poll(() => findMissing(root, texts)).toEqual([]);
}

/** Navigates as the router does, without a page load, and waits for a frame. */
export async function goInApp(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }, path);
}
