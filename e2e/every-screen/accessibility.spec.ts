import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { MAIN_OVERLAYS } from '#e2e/support/accessible-overlays.ts';
import { auditScreens, openScreen, prepareAccessibleTeam } from '#e2e/support/accessible-team.ts';

// The main screens and overlays are accessible in both themes. accessibility-of-all.nightly.spec.ts covers all of them.

const MAIN_SCREENS =
  /\/dashboard$|tasks\?|projects\/|documents\/|search\?|members$|settings\/(?:profile|team|billing)$|analytics$|onboarding/;
const { openPerson, product, openMember, listScreens, placeOverProject } = prepareAccessibleTeam();

test('has no serious violations on the main screens and overlays in either theme', async () => {
  const page = await openMember({ colorScheme: 'light', viewport: { width: 1440, height: 900 } });
  const screens = listScreens().filter(([address]) => MAIN_SCREENS.test(address));
  expect(screens.length).toBeGreaterThan(8);
  const visited = screens.map((screen) => ({ what: screen[0], open: (at: Page) => openScreen(at, screen) }));
  expect(await auditScreens(page, [...visited, ...placeOverProject(MAIN_OVERLAYS, '')])).toEqual({});
}, 120_000);

test('has no serious violations on the landing page and sign-in in either theme', async () => {
  const page = await openPerson({ colorScheme: 'light', reducedMotion: 'reduce' });
  const visited = ['/', '/signin'].map((path) => ({
    what: path,
    open: (at: Page) => openScreen(at, [product.webOrigin + path, '']),
  }));
  expect(await auditScreens(page, visited)).toEqual({});
}, 60_000);
