import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findOverlaps } from './support/accessibility.ts';
import { useBrowser } from './support/browser.ts';
import { findGeometryFaults, measureShift } from './support/geometry.ts';
import { useProduct } from './support/use-product.ts';
import { openScreen, PUBLIC_PATHS, stageEmpty, stageFull, type Screen, type Stage } from './support/stage.ts';

// Nothing overlaps, overflows, is cut off or jumps: on every screen, empty and full, on windows from wide to narrow.

const MAX_SHIFT = 0.02;
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Each head that has acts of its own. */
const WITH_HEADS = new Set(['project board', 'project list', 'tasks', 'projects', 'members']);
const windows = [
  WIDE,
  // Twice the size on a wide window: as the page sees it, half the window.
  { width: 720, height: 450 },
  { width: 820, height: 1180 },
  PHONE,
  { width: 320, height: 640 },
];

const { openPerson } = useBrowser();
const product = useProduct();
let stages: Record<'empty' | 'full', Stage>;

test('two teams are made: one empty, one with 40 people and 200 tasks', async () => {
  const [ada, bart] = [await openPerson(), await openPerson()];
  stages = { empty: await stageEmpty(ada, product), full: await stageFull(bart, product) };
}, 90_000);

describe.each(['en', 'hi'] as const)('in %s', (locale) => {
  test.each(['empty', 'full'] as const)(
    'every screen of the %s team holds in every window',
    async (kind) => {
      const page = await openPerson({ viewport: WIDE, locale, reducedMotion: 'reduce' });
      await page.context().addCookies(stages[kind].cookies);
      expect(await lookAtAll(page, stages[kind].screens)).toEqual({});
    },
    120_000,
  );

  test('every public page holds in every window', async () => {
    const page = await openPerson({ viewport: WIDE, locale, reducedMotion: 'reduce' });
    const screens = PUBLIC_PATHS.map((path) => ({ name: path, address: product.webOrigin + path }));
    expect(await lookAtAll(page, screens)).toEqual({});
  }, 60_000);
});

test('read from the right, the screens of work hold, wide and on a phone', async () => {
  const page = await openPerson({ viewport: WIDE, locale: 'ar', reducedMotion: 'reduce' });
  await page.context().addCookies(stages.full.cookies);
  const screens = stages.full.screens.filter(({ name }) => /^(?:project|task|home|members)/.test(name));
  expect(await lookAtAll(page, screens, [WIDE, PHONE])).toEqual({});
}, 120_000);

test('on a phone nothing jumps while it loads', async () => {
  const page = await openPerson({ viewport: PHONE, reducedMotion: 'reduce' });
  await page.context().addCookies(stages.full.cookies);
  const jumps: Record<string, number> = {};
  for (const screen of stages.full.screens) {
    await openScreen(page, screen);
    const shift = await measureShift(page);
    if (shift >= MAX_SHIFT) jumps[screen.name] = shift;
  }
  expect(jumps).toEqual({});
}, 60_000);

test('a finger finds what stands in the head of a screen and on a card', async () => {
  const page = await openPerson({ viewport: PHONE, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
  await page.context().addCookies(stages.full.cookies);
  const small: Record<string, string[]> = {};
  for (const screen of stages.full.screens.filter(({ name }) => WITH_HEADS.has(name))) {
    await openScreen(page, screen);
    const found = await page.locator('header button, header a, [data-task-of] button').evaluateAll((all) =>
      all.flatMap((control) => {
        const { width, height } = control.getBoundingClientRect();
        const name = control.getAttribute('aria-label') ?? control.textContent;
        return width < 44 || height < 44 ? `${name}: ${width} × ${height}` : [];
      }),
    );
    found.push(...(await findGeometryFaults(page, { isPhone: true })));
    if (found.length > 0) small[screen.name] = found;
  }
  expect(small).toEqual({});
}, 60_000);

async function lookAtAll(page: Page, screens: Screen[], sizes = windows): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const screen of screens) {
    await page.setViewportSize(WIDE);
    await openScreen(page, screen);
    const shift = await measureShift(page);
    if (shift >= MAX_SHIFT) found[`${screen.name}, loading`] = [`jumps by ${shift.toFixed(3)}`];
    for (const window of sizes) {
      await page.setViewportSize(window);
      // The frame of a phone comes with the next rendering, which takes a moment with a crowded screen behind it.
      if (window.width < 500) await page.locator('aside[data-open]').waitFor({ state: 'detached' });
      const faults = await findGeometryFaults(page, { isPhone: window.width < 500 });
      faults.push(...(await findOverlaps(page)));
      if (faults.length > 0) found[`${screen.name}, ${window.width} × ${window.height}`] = faults;
    }
  }
  return found;
}

describe('the check finds', () => {
  test.each([
    ['a page that is too wide', '<div style="inline-size: 2000px">wide</div>', /scrolls sideways/],
    [
      'text that is cut off',
      '<div style="inline-size: 40px; overflow: hidden; white-space: nowrap">far too long for it</div>',
      /text cut off at its side/,
    ],
    [
      'text that is cut off below',
      '<div style="inline-size: 90px; block-size: 20px; overflow: hidden">far too long for it</div>',
      /text cut off above or below/,
    ],
    [
      'controls over each other',
      '<button>one two</button><button style="margin-inline-start: -30px">three</button>',
      /over each other/,
    ],
    ['a small target', '<button style="block-size: 16px">one</button>', /too small/],
    ['a low target for a finger', '<nav><button style="block-size: 30px">one</button></nav>', /too low/],
    [
      'a control outside the window',
      '<button style="position: fixed; inset-inline-start: -20px">one</button>',
      /outside the window/,
    ],
  ])('%s', async (_what, html, fault) => {
    const page = await openPerson({ viewport: PHONE });
    await page.setContent(html);
    expect((await findGeometryFaults(page, { isPhone: true })).join('\n')).toMatch(fault);
  });

  test('nothing where text ends in dots, scrolls, is only read aloud, or is a link over two lines', async () => {
    const page = await openPerson({ viewport: PHONE });
    await page.setContent(
      `<div style="inline-size: 40px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">far too long</div>
      <div style="inline-size: 40px; overflow: auto; white-space: nowrap">far too long for it</div>
      <div class="hidden-text" style="inline-size: 1px; overflow: hidden">far too long for it</div>
      <button style="min-block-size: 44px">one</button>
      <p style="inline-size: 160px">Read the <a href="/">Terms and Conditions</a> and <a href="/">Privacy Policy</a>.</p>`,
    );
    expect(await findGeometryFaults(page, { isPhone: true })).toEqual([]);
  });

  test('a jump', async () => {
    const page = await openPerson({ viewport: PHONE });
    await page.goto('data:text/html,<div style="block-size: 300px; background: wheat">one</div>');
    await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
    await page.evaluate(() => {
      const pushed = document.createElement('div');
      pushed.style.blockSize = '300px';
      document.body.prepend(pushed);
    });
    await expect.poll(() => measureShift(page)).toBeGreaterThan(MAX_SHIFT);
  });
});
