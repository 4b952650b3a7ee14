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
  /** Opens a page with the tripwire, by default signed in as the team's owner. */
  openPage: (as?: { isOwner?: boolean }) => Promise<Page>;
  /** Returns the tripwire's reports for the last opened page. */
  readTripped: () => string[];
  /** Clears the reports, for tests that trip the wire intentionally. */
  resetTripwire: () => void;
}

/** Provides a team full of hostile strings. Its pages fail the test if one of the strings executes or fetches anything. */
export function useHostilePages(): HostilePages {
  const pages = useBrowser();
  const product = useProduct();
  const state: { world?: HostileWorld; readTripped?: () => string[] } = {};
  const world = (): HostileWorld => {
    if (state.world === undefined) throw new Error('The hostile world is not made yet.');
    return state.world;
  };

  beforeAll(async () => {
    state.world = await makeHostileWorld(product);
  });

  afterEach(() => {
    expect(state.readTripped?.() ?? []).toEqual([]);
    delete state.readTripped;
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
      state.readTripped = await setTripwire(page, product);
      if (isOwner) await page.context().addCookies(world().cookies);
      return page;
    },
    readTripped: () => state.readTripped?.() ?? [],
    resetTripwire: () => {
      delete state.readTripped;
    },
  };
}

/** Returns the strings that the element contains neither as text nor as field values. */
function findMissing(container: Locator, texts: readonly string[]): Promise<string[]> {
  return container.evaluate((root, wanted) => {
    const fields = [...root.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
    const all = [root.textContent, ...fields].join('\n');
    return wanted.filter((text) => !all.includes(text));
  }, texts);
}

/** Waits until all strings are shown as plain text or field values. */
export async function expectShown(container: Page | Locator, texts: readonly string[]): Promise<void> {
  const root = 'goto' in container ? container.locator('body') : container;
  await expect.poll(() => findMissing(root, texts)).toEqual([]);
}

/** Navigates through the router without a page load and waits for a frame. */
export async function goInApp(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }, path);
}
