import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { addTasks, card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Changes since the last visit are grouped by task, updated live and linked to a historical snapshot.

const { openPerson } = useBrowser();
const product = useProduct();
let teams = 0;

const list = (page: Page): Locator => page.getByRole('list', { name: 'What changed', exact: true });
const line = (page: Page, title: string): Locator =>
  list(page).getByRole('listitem').filter({ hasText: title }).first();

async function openTogether(viewport: { width: number; height: number }) {
  const [ada, bob] = [
    await openPerson({ viewport }),
    await openPerson({ viewport: { width: 1440, height: 900 } }),
  ];
  teams += 1;
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  await signInQuietly(bob, product, { name: 'Bob Reed', email: `bob.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await joinTeam(ada, bob, product, teamId, 'member');
  const { board } = await makeProject(ada, product, teamId, 'Website');
  await bob.goto(board);
  await column(bob, 'To do').waitFor();
  await addTasks(bob, 'To do', ['Choose a font']);
  return { ada, bob, board };
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`lists changes by others since the last visit at a width of ${viewport.width} px`, async () => {
    const { ada, bob } = await openTogether(viewport);
    // Set Ada's last visit in this browser to five hours ago.
    await ada.goto(`${product.webOrigin}/dashboard/tasks`);
    await ada.getByRole('navigation', { name: 'View' }).getByText('What changed').waitFor();
    const seen = new Date(Date.now() - 5 * 3_600_000).toISOString();
    await ada.evaluate((seenAt) => {
      const key = Object.keys(localStorage).find((one) => one.startsWith('hearth:visit:')) ?? '';
      localStorage.setItem(key, JSON.stringify({ seenAt, before: null }));
    }, seen);
    await ada.goto(`${product.webOrigin}/dashboard/tasks/changes`);
    await line(ada, 'Choose a font').getByText('New', { exact: true }).waitFor();
    expect(await ada.getByRole('button', { name: 'Since my last visit' }).getAttribute('aria-pressed')).toBe(
      'true',
    );

    // A task that is renamed twice is listed once and updated live.
    await card(bob, 'To do', 'Choose a font').getByRole('link').click();
    const title = bob.getByRole('textbox', { name: 'Title', exact: true });
    for (const name of ['Choose two fonts', 'Choose three fonts']) {
      await title.fill(name);
      await bob.keyboard.press('Enter');
    }
    const changes = list(ada).getByRole('list', { name: 'What changed in Choose three fonts' });
    await changes.getByText('Bob Reed renamed this from Choose a font to Choose three fonts').waitFor();
    expect(await changes.getByRole('listitem').count()).toBe(1);
    expect(await findAccessibilityIssues(ada)).toEqual([]);

    // The user's own changes are hidden by default.
    await line(ada, 'Choose three fonts').getByRole('link').click();
    const panel = ada.getByRole('complementary', { name: /^Task:/ });
    await panel.getByRole('textbox', { name: 'Title', exact: true }).fill('Choose fonts');
    await ada.keyboard.press('Enter');
    await ada.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await ada.getByRole('switch', { name: 'Include my changes' }).click();
    await line(ada, 'Choose fonts')
      .getByText('Ada Moss renamed this from Choose a font to Choose fonts')
      .waitFor();

    await ada.getByRole('button', { name: 'View as it was then' }).click();
    await ada.getByRole('complementary', { name: 'Time travel' }).waitFor();
    expect(await ada.getByText('Choose fonts').count()).toBe(0);
  });
}

test('opens the list of changes by keyboard, and switches the period', async () => {
  const { ada } = await openTogether({ width: 1440, height: 900 });
  await ada.goto(`${product.webOrigin}/dashboard/tasks`);
  await ada.getByRole('navigation', { name: 'View' }).getByText('What changed').waitFor();
  await ada.keyboard.press('g');
  await ada.keyboard.press('w');
  await ada.waitForURL(/\/tasks\/changes/);
  await line(ada, 'Choose a font').waitFor();
  await ada.getByRole('button', { name: 'Last 7 days' }).click();
  await ada.waitForURL(/period=week/);
  await line(ada, 'Choose a font').waitFor();
});
