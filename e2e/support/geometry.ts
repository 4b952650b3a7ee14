import type { Page } from 'playwright-core';
import { waitForStillness } from './accessibility.ts';

/** Finds layout errors on the current page, one line each. See `inspect` for the checks. */
export async function findGeometryFaults(page: Page, options: { isPhone: boolean }): Promise<string[]> {
  await waitForStillness(page);
  return page.evaluate(inspect, options);
}

/** Returns the sum of the unexpected layout shifts since the page started loading. */
export function measureShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let shift = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[])
            if (!entry.hadRecentInput) shift += entry.value;
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        // Wait: buffered entries are reported asynchronously.
        setTimeout(() => {
          observer.disconnect();
          resolve(shift);
        }, 50);
      }),
  );
}

/** Runs in the page and must therefore be self-contained. */
function inspect({ isPhone }: { isPhone: boolean }): string[] {
  const SMALLEST_TARGET = 24;
  const FINGER_TARGET = 44;
  const found: string[] = [];
  const describe = (element: Element) => {
    const name = element.getAttribute('aria-label') ?? element.textContent.trim();
    return `<${element.tagName.toLowerCase()}> ${name.slice(0, 50)}`;
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('.hidden-text, [aria-hidden="true"], [inert]') === null &&
    // The skip link is clipped until it has focus.
    getComputedStyle(element).clipPath !== 'inset(50%)';
  const isCut = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  const isScrolled = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
  const isCutByDots = (element: Element, style: CSSStyleDeclaration) =>
    style.textOverflow === 'ellipsis' ||
    style.getPropertyValue('-webkit-line-clamp') !== 'none' ||
    element instanceof HTMLInputElement;

  function findSidewaysScroll(): void {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`scrolls sideways by ${scrollWidth - clientWidth} px`);
  }

  /** Finds text that is clipped without an ellipsis or extends beyond the window. */
  function findClippedText(): void {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || node.textContent?.trim() === '' || !isShown(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width < 1 || box.height < 1) continue;
      const fault = findCut(parent, box);
      if (fault !== null) found.push(`${fault}: ${describe(parent)}`);
    }
  }

  function findCut(parent: Element, box: DOMRect): string | null {
    for (let at: Element | null = parent; at !== null && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (isCutByDots(at, style)) return null;
      const around = at.getBoundingClientRect();
      if (isScrolled(style.overflowX) || isScrolled(style.overflowY)) return null;
      if (isCut(style.overflowX) && (box.left < around.left - 1 || box.right > around.right + 1))
        return 'text cut off at its side';
      if (isCut(style.overflowY) && (box.top < around.top - 3 || box.bottom > around.bottom + 3))
        return 'text cut off above or below';
    }
    return box.left < -1 || box.right > innerWidth + 1 ? 'text outside the window' : null;
  }

  /** Returns the boxes of a control. An inline link has one box per line because its bounding box may include adjacent text. */
  const readBoxes = (control: Element): DOMRect[] =>
    getComputedStyle(control).display === 'inline'
      ? [...control.getClientRects()]
      : [control.getBoundingClientRect()];

  /** Returns the part of a control's box that no ancestor clips or scrolls out of view. Returns null if there is none. */
  function findVisiblePart(control: Element, box: DOMRect): DOMRect | null {
    let { left, top, right, bottom } = box;
    for (let at = control.parentElement; at !== null; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      const around = at.getBoundingClientRect();
      left = Math.max(left, around.left);
      top = Math.max(top, around.top);
      right = Math.min(right, around.right);
      bottom = Math.min(bottom, around.bottom);
    }
    return right - left < 1 || bottom - top < 1 ? null : new DOMRect(left, top, right - left, bottom - top);
  }

  /**
   * Returns the innermost fixed or sticky bar or layer that contains the element, or null. Bars and layers cover other content
   * intentionally.
   */
  const findLayer = (element: Element): Element | null => {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      if (/^(?:fixed|sticky)$/.test(getComputedStyle(at).position)) return at;
      if (at.matches('[role="dialog"], [role="menu"], [role="listbox"], aside')) return at;
    }
    return null;
  };

  function isOver(one: DOMRect, other: DOMRect): boolean {
    const slack = 2;
    return (
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > slack &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > slack
    );
  }

  function findControlFaults(): void {
    const selector =
      'button, a[href], input, select, textarea, [role="menuitem"], [role="option"], [role="tab"]';
    const controls = [...document.querySelectorAll(selector)]
      .filter((control) => isShown(control) && !(control as HTMLButtonElement).disabled)
      .flatMap((control) => {
        const boxes = readBoxes(control).flatMap((box) => findVisiblePart(control, box) ?? []);
        return boxes.length === 0 ? [] : [{ control, boxes, layer: findLayer(control) }];
      });
    for (const { control, boxes } of controls) {
      if (boxes.some((box) => box.left < -1 || box.right > innerWidth + 1))
        found.push(`outside the window: ${describe(control)}`);
      checkSize(control);
    }
    controls.forEach((one, at) => {
      for (const other of controls.slice(at + 1)) {
        if (one.layer !== other.layer) continue;
        if (one.control.contains(other.control) || other.control.contains(one.control)) continue;
        if (one.boxes.some((box) => other.boxes.some((near) => isOver(box, near))))
          found.push(`over each other: ${describe(one.control)} | ${describe(other.control)}`);
      }
    });
  }

  /** Returns the hit area of a control: the control itself, its label, or the row or card that its link covers. */
  function findTarget(control: Element): Element {
    if (control.matches('input[type="checkbox"], input[type="radio"]'))
      return control.closest('label') ?? control;
    const after = getComputedStyle(control, '::after');
    if (after.content === 'none' || after.position !== 'absolute') return control;
    let around = control;
    while (getComputedStyle(around).position === 'static' && around.parentElement !== null)
      around = around.parentElement;
    return around;
  }

  function checkSize(control: Element): void {
    // Skip inline links because they are only as high as their line.
    if (control.matches('a') && getComputedStyle(control).display === 'inline') return;
    const { width, height } = findTarget(control).getBoundingClientRect();
    if (Math.round(width) < SMALLEST_TARGET || Math.round(height) < SMALLEST_TARGET)
      found.push(`too small (${Math.round(width)} × ${Math.round(height)}): ${describe(control)}`);
    const isMain = control.matches('nav a, nav button, [role="menuitem"], main button[type="submit"]');
    if (isPhone && isMain && Math.round(height) < FINGER_TARGET)
      found.push(`too low for a finger (${Math.round(height)} px): ${describe(control)}`);
  }

  findSidewaysScroll();
  findClippedText();
  findControlFaults();
  return [...new Set(found)];
}
