import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findOverlaps } from '#e2e/support/accessibility.ts';
import { unfoldHead } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { findGeometryFaults, measureShift } from '#e2e/support/geometry.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import {
  openScreen,
  PUBLIC_PATHS,
  stageEmpty,
  stageFull,
  type Screen,
  type Stage,
} from '#e2e/support/stage.ts';

// Checks every screen, empty and full, for overlaps, overflow, clipped text and layout shifts, from wide to narrow windows.

const MAX_SHIFT = 0.02;
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Screens with a header that phones partly collapse behind a button. */
const FOLDED_HEADS = new Set(['project board', 'project list']);
/** Screens with a header that has its own actions. */
const WITH_HEADS = new Set(['project board', 'project list', 'tasks', 'projects', 'members']);
const windows = [
  WIDE,
  // Zoomed to 200 % on a wide window, so the page has half its width.
  { width: 720, height: 450 },
  { width: 820, height: 1180 },
  PHONE,
  { width: 320, height: 640 },
];

const { openPerson } = useBrowser();
const product = useProduct();
let stages: Record<'empty' | 'full', Stage>;

test('creates an empty team and a full team', async () => {
  const [ada, bart] = [await openPerson(), await openPerson()];
  stages = { empty: await stageEmpty(ada, product), full: await stageFull(bart, product) };
}, 90_000);

describe.each(['en', 'hi'] as const)('language %s', (locale) => {
  test.each(['empty', 'full'] as const)(
    'lays out every screen of the %s team without faults at every window size',
    async (kind) => {
      const page = await openPerson({ viewport: WIDE, locale, reducedMotion: 'reduce' });
      await page.context().addCookies(stages[kind].cookies);
      expect(await auditGeometry(page, stages[kind].screens)).toEqual({});
    },
    120_000,
  );

  test('lays out every public page without faults at every window size', async () => {
    const page = await openPerson({ viewport: WIDE, locale, reducedMotion: 'reduce' });
    const screens = PUBLIC_PATHS.map((path) => ({ name: path, address: product.webOrigin + path }));
    expect(await auditGeometry(page, screens)).toEqual({});
  }, 60_000);
});

test('lays out the main screens from right to left without faults', async () => {
  const page = await openPerson({ viewport: WIDE, locale: 'ar', reducedMotion: 'reduce' });
  await page.context().addCookies(stages.full.cookies);
  const screens = stages.full.screens.filter(({ name }) => /^(?:project|task|home|members)/.test(name));
  expect(await auditGeometry(page, screens, [WIDE, PHONE])).toEqual({});
}, 120_000);

test('has no layout shift while loading on a phone', async () => {
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

test('has large enough touch targets in the header of a screen and on a card', async () => {
  const page = await openPerson({ viewport: PHONE, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
  await page.context().addCookies(stages.full.cookies);
  const small: Record<string, string[]> = {};
  for (const screen of stages.full.screens.filter(({ name }) => WITH_HEADS.has(name))) {
    await openScreen(page, screen);
    if (FOLDED_HEADS.has(screen.name)) await unfoldHead(page);
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

describe('fully populated card and header', () => {
  const TITLE = 'تحديث صفحة Pricing v2.1 قبل الإطلاق';
  let seeded: { board: string; cookies: Stage['cookies'] };

  test('creates the board', async () => {
    const page = await openPerson();
    const ownId = await signInQuietly(page, product, { name: 'Cleo Park', email: 'cleo@example.com' });
    const teamId = await makeTeam(page, product, 'Crowded');
    await callApi(page, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
    const { board, projectId } = await makeProject(page, product, teamId, 'The relaunch of everything');
    const path = `POST /teams/${teamId}/tasks`;
    const fields = {
      projectId,
      estimate: 13,
      priority: 'urgent',
      assigneeIds: [ownId],
      dueDate: '2027-11-23T16:45:00.000Z',
    };
    const { task } = await callApi<{ task: { id: string } }>(page, product, path, {
      ...fields,
      title: TITLE,
    });
    for (let part = 1; part <= 12; part += 1)
      await callApi(page, product, path, { projectId, title: `Part ${part}`, parentId: task.id });
    seeded = { board, cookies: await page.context().cookies() };
  }, 60_000);

  test.each(['en', 'hi', 'fr', 'ar'] as const)(
    'has no layout faults in %s',
    async (locale) => {
      const page = await openPerson({ viewport: WIDE, locale, reducedMotion: 'reduce' });
      await page.context().addCookies(seeded.cookies);
      await page.goto(seeded.board);
      const title = page.locator('a[data-task-id]', { hasText: TITLE });
      await title.waitFor();
      // Before any pointer event: lazy loading on intent must not cause a layout shift.
      const before = await title.boundingBox();
      await page.mouse.move(700, 500);
      await page.locator('section[data-slot] header button').first().waitFor();
      expect((await title.boundingBox())?.y).toBe(before?.y);
      expect(await title.evaluate((link) => getComputedStyle(link).unicodeBidi)).toBe('plaintext');
      for (const width of [1440, 1280, 1024, 820]) {
        await page.setViewportSize({ width, height: 900 });
        const outside = await title.evaluate((link) => {
          const card = link.parentElement?.getBoundingClientRect();
          return [...(link.parentElement?.querySelectorAll('*') ?? [])].flatMap((part) => {
            const { left, right, bottom } = part.getBoundingClientRect();
            const isIn =
              card && left >= card.left - 1 && right <= card.right + 1 && bottom <= card.bottom + 1;
            return isIn || part.closest('.hidden-text') !== null ? [] : [part.outerHTML.slice(0, 80)];
          });
        });
        expect(outside, `card at ${width}`).toEqual([]);
        await expect.poll(async () => [width, ...(await findLostViews(page))]).toEqual([width]);
      }
    },
    60_000,
  );

  test('does not cover the sidebar with the selection toolbar', async () => {
    const page = await openPerson({ viewport: { width: 1100, height: 800 }, reducedMotion: 'reduce' });
    await page.context().addCookies(seeded.cookies);
    await page.goto(seeded.board);
    await page.locator('a[data-task-id]', { hasText: TITLE }).waitFor();
    await page.keyboard.press('Control+a');
    const bar = page.getByRole('toolbar').last();
    await bar.waitFor();
    const [side, box] = [await page.locator('aside[data-open]').boundingBox(), await bar.boundingBox()];
    expect(box?.x).toBeGreaterThanOrEqual((side?.x ?? 0) + (side?.width ?? 0));
  });
});

/** Returns the tabs that overflow although there is no menu for them. */
function findLostViews(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const row = [...document.querySelectorAll('nav')].find((nav) =>
      nav.querySelector('a[href*="view=timeline"]'),
    );
    if (row?.parentElement?.querySelector('button[aria-haspopup]')) return [];
    const box = row?.getBoundingClientRect();
    return [...(row?.querySelectorAll('a') ?? [])].flatMap((tab) => {
      const { left, right } = tab.getBoundingClientRect();
      return box && left >= box.left - 2 && right <= box.right + 2 ? [] : [tab.textContent];
    });
  });
}

async function auditGeometry(
  page: Page,
  screens: Screen[],
  sizes = windows,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const screen of screens) {
    await page.setViewportSize(WIDE);
    await openScreen(page, screen);
    const shift = await measureShift(page);
    if (shift >= MAX_SHIFT) found[`${screen.name}, loading`] = [`jumps by ${shift.toFixed(3)}`];
    for (const window of sizes) {
      await page.setViewportSize(window);
      // The phone frame appears with the next render. This takes some time with a full screen behind it.
      if (window.width < 500) await page.locator('aside[data-open]').waitFor({ state: 'detached' });
      const faults = await findGeometryFaults(page, { isPhone: window.width < 500 });
      faults.push(...(await findOverlaps(page)));
      if (faults.length > 0) found[`${screen.name}, ${window.width} × ${window.height}`] = faults;
    }
  }
  return found;
}

describe('geometry check', () => {
  test.each([
    ['a page that is too wide', '<div style="inline-size: 2000px">wide</div>', /scrolls sideways/],
    [
      'horizontally clipped text',
      '<div style="inline-size: 40px; overflow: hidden; white-space: nowrap">far too long for it</div>',
      /text cut off at its side/,
    ],
    [
      'vertically clipped text',
      '<div style="inline-size: 90px; block-size: 20px; overflow: hidden">far too long for it</div>',
      /text cut off above or below/,
    ],
    [
      'overlapping controls',
      '<button>one two</button><button style="margin-inline-start: -30px">three</button>',
      /over each other/,
    ],
    ['a small target', '<button style="block-size: 16px">one</button>', /too small/],
    ['a touch target that is too low', '<nav><button style="block-size: 30px">one</button></nav>', /too low/],
    [
      'an off-screen control',
      '<button style="position: fixed; inset-inline-start: -20px">one</button>',
      /outside the window/,
    ],
  ])('reports %s', async (_what, html, fault) => {
    const page = await openPerson({ viewport: PHONE });
    await page.setContent(html);
    expect((await findGeometryFaults(page, { isPhone: true })).join('\n')).toMatch(fault);
  });

  test('ignores ellipses, scroll containers, visually hidden text and wrapped links', async () => {
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

  test('reports a layout shift', async () => {
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
