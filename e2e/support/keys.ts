import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Presses Tab until the named control has focus. Checks that each tab stop has a visible focus indicator. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isWanted = (found: string) => (typeof name === 'string' ? found === name : name.test(found));
  const stops: string[] = [];
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press('Tab');
    const focus = await readFocus(page);
    if (focus === null) continue;
    stops.push(focus.name);
    expect(focus.isVisible, `focus on ${focus.name} can be seen`).toBe(true);
    if (isWanted(focus.name)) return;
  }
  throw new Error(`Tab does not reach ${String(name)}, only ${stops.join(', ')}`);
}

/** Opens the menu of the focused button and chooses the named item by keyboard. */
export async function chooseItem(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name, exact: true }).waitFor();
  const stops: string[] = [];
  for (let press = 0; press < 20; press += 1) {
    await page.keyboard.press('ArrowDown');
    const focus = await readFocus(page);
    stops.push(focus?.name ?? '');
    if (focus?.name !== name) continue;
    expect(focus.isVisible, `focus on ${name} can be seen`).toBe(true);
    await page.keyboard.press('Enter');
    return;
  }
  throw new Error(`The arrow keys do not reach ${name}, only ${stops.join(', ')}`);
}

/** Returns the focused control. Returns null if there is none, for example after the last control of the page. */
export function readFocus(page: Page): Promise<{ name: string; isVisible: boolean } | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return null;
    const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : undefined;
    // Exclude decorative content from the name.
    const named = focused.cloneNode(true) as HTMLElement;
    for (const hidden of named.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
    const name = focused.getAttribute('aria-label') ?? label ?? named.textContent ?? '';
    const hasRing = (element: Element | null) => {
      if (element === null) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
    };
    // Focused menu items are indicated by their background.
    const isOnGround =
      focused.role === 'menuitem' && getComputedStyle(focused).backgroundColor !== 'rgba(0, 0, 0, 0)';
    // If a link fills a card or row, the card or row shows the focus ring.
    const hasOuterRing = hasRing(focused.parentElement) || hasRing(focused.closest('[data-task-of]'));
    const isVisible = hasRing(focused) || hasOuterRing || isOnGround;
    return { name: name.trim(), isVisible };
  });
}
