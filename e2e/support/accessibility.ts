import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axeScript = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Waits until all finite animations on the page have finished. */
export async function waitForStillness(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      // Scroll-driven animations never end.
      .filter(({ timeline }) => timeline instanceof DocumentTimeline)
      .every(
        ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      ),
  );
}

/**
 * Finds serious and critical axe violations on the current page, one line each.
 * @param rules checks only these rules
 */
export async function findAccessibilityIssues(page: Page, rules?: string[]): Promise<string[]> {
  await waitForStillness(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axeScript);
  const options: RunOptions = {
    preload: false,
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } }),
  };
  const found = await page.evaluate(async (run) => {
    const { axe } = window as unknown as { axe: { run: (o: RunOptions) => Promise<AxeResults> } };
    return (await axe.run(run)).violations;
  }, options);
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
    );
}

/** Finds overlapping text and covered controls in the visible part of the page. */
export async function findOverlaps(page: Page): Promise<string[]> {
  await waitForStillness(page);
  return page.evaluate(() => {
    /** Returns the part of the box that no scrolling or clipping ancestor cuts off, or null if none is left. */
    function clip(inside: Element | null, box: DOMRect): DOMRect | null {
      let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
      for (let at = inside; at !== null; at = at.parentElement) {
        if (getComputedStyle(at).overflow === 'visible') continue;
        const around = at.getBoundingClientRect();
        left = Math.max(left, around.left);
        top = Math.max(top, around.top);
        right = Math.min(right, around.right);
        bottom = Math.min(bottom, around.bottom);
      }
      right = Math.min(right, innerWidth);
      bottom = Math.min(bottom, innerHeight);
      [left, top] = [Math.max(left, 0), Math.max(top, 0)];
      return right - left < 2 || bottom - top < 2 ? null : new DOMRect(left, top, right - left, bottom - top);
    }
    function readTop(box: DOMRect): Element | null {
      return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    }
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

    const layers = '[role="dialog"], [role="menu"], aside';
    /** Returns the element that would be pressed instead of the control. Returns null if nothing covers the control. */
    function findCover(control: Element): Element | null {
      const box = isShown(control) ? clip(control.parentElement, control.getBoundingClientRect()) : null;
      const top = box === null ? null : readTop(box);
      if (top === null || control.contains(top) || top.contains(control)) return null;
      if (control.closest('label')?.contains(top) === true) return null;
      const layer = top.closest(layers);
      // Open layers cover the content below them intentionally.
      return layer === null || layer === control.closest(layers) ? top : null;
    }

    const found: string[] = [];
    for (const control of document.querySelectorAll('button, a[href], input, textarea, select')) {
      if (findCover(control) === null) continue;
      // Controls under a bar at the window's edge are acceptable if they can be scrolled out from under it.
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      const cover = findCover(control);
      if (cover !== null)
        found.push(`covered: ${control.outerHTML.slice(0, 160)} by ${cover.outerHTML.slice(0, 160)}`);
    }

    const texts: { node: Node; text: string; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || node.textContent?.trim() === '' || !isShown(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) {
        const box = clip(parent, line);
        if (box === null) continue;
        const top = readTop(box);
        if (top !== null && (top.contains(parent) || parent.contains(top)))
          texts.push({ node, text: node.textContent ?? '', box });
      }
    }
    const slack = 3;
    texts.forEach((one, at) => {
      for (const other of texts.slice(at + 1)) {
        // Skip boxes of the same text node: truncated text has one box for the whole text and one for the visible part.
        if (one.node === other.node) continue;
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (width > slack && height > slack) found.push(`over each other: ${one.text} | ${other.text}`);
      }
    });
    return found;
  });
}

/** Time limit for the layout after a resize. The layout takes several frames in a busy browser. */
const LAID_OUT_MS = 3_000;

/** Waits for the layout until nothing overflows or the time is up, and returns the page's horizontal overflow in pixels. */
export function measureSidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(async (patienceMs) => {
    const frame = document.documentElement;
    const measure = (): number => frame.scrollWidth - frame.clientWidth;
    const until = performance.now() + patienceMs;
    while (measure() > 0 && performance.now() < until)
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    return measure();
  }, LAID_OUT_MS);
}
