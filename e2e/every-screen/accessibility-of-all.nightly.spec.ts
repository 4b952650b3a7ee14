import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { OVERLAYS, PHONE_OVERLAYS } from '#e2e/support/accessible-overlays.ts';
import {
  auditScreens,
  openScreen,
  prepareAccessibleTeam,
  type VisitedScreen,
} from '#e2e/support/accessible-team.ts';
import { PUBLIC_PATHS } from '#e2e/support/stage.ts';

// All screens and overlays are accessible in both themes.

const { openPerson, product, openMember, listScreens, placeOverProject } = prepareAccessibleTeam();

test('has no serious violations on any screen in either theme', async () => {
  const page = await openMember({ colorScheme: 'light', viewport: { width: 1440, height: 900 } });
  const screens = listScreens().map((screen) => ({
    what: screen[0],
    open: (at: Page) => openScreen(at, screen),
  }));
  expect(await auditScreens(page, screens)).toEqual({});
}, 180_000);

test('has no serious violations in any overlay in either theme', async () => {
  const page = await openMember({ colorScheme: 'light', viewport: { width: 1440, height: 900 } });
  expect(await auditScreens(page, placeOverProject(OVERLAYS, ''))).toEqual({});
}, 180_000);

test('has no serious violations on home or in any overlay on a phone', async () => {
  const page = await openMember({
    colorScheme: 'light',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const home: VisitedScreen = {
    what: 'home',
    open: (at) => openScreen(at, [`${product.webOrigin}/dashboard`, 'Draft the page']),
  };
  expect(await auditScreens(page, [home, ...placeOverProject(PHONE_OVERLAYS, '?view=list')])).toEqual({});
}, 180_000);

test('has no serious violations on any public page in either theme', async () => {
  const page = await openPerson({ colorScheme: 'light', reducedMotion: 'reduce' });
  const screens = PUBLIC_PATHS.map((path) => ({
    what: path,
    open: async (at: Page) => {
      await at.goto(product.webOrigin + path);
      await at.getByRole('heading').first().waitFor();
    },
  }));
  expect(await auditScreens(page, screens)).toEqual({});
}, 60_000);
