import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { unfoldHead } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Projects and saved views can be added to the favourites. Favourites are private and have a personal order.

const { openPerson } = useBrowser();
const product = useProduct();
let teams = 0;

async function openWorld(viewport = { width: 1440, height: 900 }) {
  const [ada, bob] = [await openPerson({ viewport }), await openPerson({ viewport })];
  teams += 1;
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  await signInQuietly(bob, product, { name: 'Bob Reed', email: `bob.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await joinTeam(ada, bob, product, teamId, 'member');
  await callApi(ada, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  const website = await makeProject(ada, product, teamId, 'Website');
  const shop = await makeProject(ada, product, teamId, 'Shop');
  const { view } = await callApi<{ view: { id: string } }>(ada, product, `POST /teams/${teamId}/views`, {
    name: 'Fires',
    text: 'view=table&filter=priority%3Aurgent',
    projectId: website.projectId,
  });
  const projects = `${product.webOrigin}/dashboard/projects`;
  return { ada, bob, teamId, website, shop, projects, fires: `${website.board}?view=${view.id}` };
}

const favourites = (page: Page): Locator => page.getByRole('region', { name: 'Favourites' });
const favourite = (page: Page, name: string): Locator =>
  favourites(page).getByRole('link', { name: new RegExp(`^${name}`) });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const shownView = (page: Page, name: string): Locator =>
  page.locator('[data-saved] button', { hasText: name });
const listNames = (page: Page): Promise<string[]> =>
  favourites(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.children[1]?.textContent ?? ''));
const expectOrder = (page: Page, names: string[]) => expect.poll(() => listNames(page)).toEqual(names);

async function add(page: Page, name: string): Promise<void> {
  await button(page, `Add ${name} to favourites`).click();
  await button(page, `Remove ${name} from favourites`).waitFor();
}

/** Moves the pointer to load the code that handles keys and waits for that code. */
async function showHand(page: Page): Promise<void> {
  const loaded = () =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('favourite-acts'));
  await page.mouse.move(600, 300);
  await page.waitForFunction(loaded);
  await page.waitForLoadState('networkidle');
}

async function chooseInPalette(page: Page, text: string): Promise<void> {
  await showHand(page);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(text);
  await page.getByRole('option', { name: text }).first().click();
}

test('adds private favourites with the star, the palette and keys, and syncs favourites between tabs', async () => {
  const { ada, bob, website, shop, projects, fires } = await openWorld();
  await bob.goto(website.board);
  await button(bob, 'Project menu').waitFor();
  const tab = await ada.context().newPage();
  await tab.goto(projects);
  await ada.goto(website.board);
  await add(ada, 'Website');
  await favourite(ada, 'Website').waitFor();
  await favourite(tab, 'Website').waitFor();
  await button(ada, 'Remove Website from favourites').waitFor();

  await ada.goto(shop.board);
  await button(ada, 'Add Shop to favourites').waitFor();
  await chooseInPalette(ada, 'Add the project to favourites');
  await expectOrder(ada, ['Website', 'Shop']);
  await ada.goto(fires);
  await shownView(ada, 'Fires').waitFor();
  await showHand(ada);
  await ada.keyboard.press('v');
  await ada.keyboard.press('f');
  await expectOrder(ada, ['Website', 'Shop', 'Fires']);
  await expectOrder(tab, ['Website', 'Shop', 'Fires']);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  // The favourites show a view in its color.
  const readMark = (name: string) =>
    favourite(ada, name).evaluate((link) => {
      const [mark] = link.children;
      return mark && getComputedStyle(mark).color !== getComputedStyle(link).color;
    });
  expect(await readMark('Fires')).toBe(true);

  await favourite(tab, 'Fires').click();
  await tab.waitForURL(fires);
  await shownView(tab, 'Fires').click();
  await tab.getByRole('option', { name: 'Remove Fires from favourites' }).click();
  await expectOrder(ada, ['Website', 'Shop']);
  await tab.goto(projects);
  await button(tab, 'Remove Shop from favourites').click();
  await expectOrder(ada, ['Website']);

  await bob.mouse.move(600, 300);
  expect(await favourites(bob).count()).toBe(0);
  await button(bob, 'Add Website to favourites').waitFor();
});

test('reorders favourites with keys, the menu and drag and drop', async () => {
  const { ada, website, shop, fires } = await openWorld();
  await ada.goto(website.board);
  await add(ada, 'Website');
  await ada.goto(shop.board);
  await add(ada, 'Shop');
  await ada.goto(fires);
  await shownView(ada, 'Fires').waitFor();
  await chooseInPalette(ada, 'Add the view to favourites');
  await expectOrder(ada, ['Website', 'Shop', 'Fires']);

  await favourite(ada, 'Fires').focus();
  await ada.keyboard.press('Alt+ArrowUp');
  await expectOrder(ada, ['Website', 'Fires', 'Shop']);
  await ada.getByRole('status').filter({ hasText: 'Fires is now 2 of 3' }).waitFor();
  await expect
    .poll(() => favourite(ada, 'Fires').evaluate((link) => link === document.activeElement))
    .toBe(true);
  await ada.keyboard.press('Alt+ArrowUp');
  await expectOrder(ada, ['Fires', 'Website', 'Shop']);
  await favourite(ada, 'Shop').dragTo(favourite(ada, 'Fires'), { targetPosition: { x: 40, y: 3 } });
  await expectOrder(ada, ['Shop', 'Fires', 'Website']);
  await button(ada, 'More for Shop').click();
  await ada.getByRole('menuitem', { name: 'Move down' }).click();
  await expectOrder(ada, ['Fires', 'Shop', 'Website']);

  await ada.keyboard.press('ControlOrMeta+z');
  await expectOrder(ada, ['Shop', 'Fires', 'Website']);
  await button(ada, 'More for Website').click();
  await ada.getByRole('menuitem', { name: 'Remove from favourites' }).click();
  await expectOrder(ada, ['Shop', 'Fires']);
  await ada.getByText('Website removed from favourites').first().waitFor();
  await ada.getByRole('button', { name: 'Undo' }).click();
  await expectOrder(ada, ['Shop', 'Fires', 'Website']);
});

test('removes a favourite when its project is deleted or becomes inaccessible', async () => {
  const { ada, bob, teamId, website, shop } = await openWorld();
  await bob.goto(website.board);
  await add(bob, 'Website');
  await bob.goto(shop.board);
  await add(bob, 'Shop');
  await expectOrder(bob, ['Website', 'Shop']);
  await callApi(ada, product, `PUT /teams/${teamId}/projects/${website.projectId}/archive`);
  await favourites(bob).getByText('Archived').waitFor();
  await callApi(ada, product, `DELETE /teams/${teamId}/projects/${website.projectId}`);
  await expectOrder(bob, ['Shop']);
  await callApi(ada, product, `POST /teams/${teamId}/trash/${website.projectId}/restore`);
  await expectOrder(bob, ['Website', 'Shop']);
  await callApi(ada, product, `DELETE /teams/${teamId}/projects/${website.projectId}/archive`);
  await callApi(ada, product, `PATCH /teams/${teamId}/projects/${website.projectId}`, { isPrivate: true });
  await expectOrder(bob, ['Shop']);
  expect(await favourites(bob).textContent()).not.toContain('Website');
});

test('adds, reorders and opens favourites on a phone without horizontal scrolling', async () => {
  const { ada, website, shop, projects } = await openWorld({ width: 390, height: 844 });
  await ada.goto(website.board);
  await unfoldHead(ada);
  await add(ada, 'Website');
  await ada.goto(projects);
  await add(ada, 'Shop');
  await expectOrder(ada, ['Website', 'Shop']);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  expect(await ada.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await button(ada, 'More for Shop').click();
  await ada.getByRole('menuitem', { name: 'Move up' }).click();
  await expectOrder(ada, ['Shop', 'Website']);
  await favourite(ada, 'Shop').click();
  await ada.waitForURL(shop.board);
});
