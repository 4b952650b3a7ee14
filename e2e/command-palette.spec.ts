import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers, measureSidewaysScroll } from './support/accessibility.ts';
import { useBrowser } from './support/browser.ts';
import { useProduct } from './support/use-product.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from './support/team-api.ts';

// Everything can be found and done from one field, by keys or by thumb.

const { openPerson } = useBrowser();
const product = useProduct();

let count = 0;

/** A person with two teams, the first with a project and three tasks, on the screen of all tasks. */
async function openTeam(options: Parameters<typeof openPerson>[0] = {}): Promise<Page> {
  const page = await openPerson({ reducedMotion: 'reduce', ...options });
  count += 1;
  await signInQuietly(page, product, { name: 'Ada Moss', email: `ada${count}@example.com` });
  const teamId = await makeTeam(page, product, 'Studio North');
  await makeTeam(page, product, 'Garden Club');
  const { projectId } = await makeProject(page, product, teamId, 'Website');
  for (const title of ['Draft the landing page', 'Choose a font', 'Ask the printer for a quote']) {
    await callApi(page, product, `POST /teams/${teamId}/tasks`, { title, projectId });
  }
  await page.goto(`${product.webOrigin}/dashboard/tasks`);
  await page.getByRole('link', { name: 'Choose a font' }).waitFor();
  return page;
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });
const field = (page: Page) => palette(page).getByRole('combobox');
const options = (page: Page) => palette(page).getByRole('option');

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
}

/** What Enter would do now. */
function readSelected(page: Page): Promise<string> {
  return palette(page).locator('[aria-selected="true"]').innerText();
}

test('a task is found by a few letters and opened by keys alone', async () => {
  const page = await openTeam();
  await openPalette(page);
  await expect.poll(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('drflnd');
  await expect.poll(() => readSelected(page)).toContain('Draft the landing page');
  const marked = await palette(page).locator('[aria-selected="true"] mark').allInnerTexts();
  expect(marked.join('')).toBe('Drflnd');
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Task: Draft the landing page' }).waitFor();
  await palette(page).waitFor({ state: 'detached' });
});

test('what is typed while its code is on its way goes into the field and is no shortcut', async () => {
  const page = await openTeam();
  await page.route(/command-palette.*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  const asked = page.waitForRequest(/command-palette.*\.js$/);
  await page.keyboard.press('Control+k');
  await asked;
  await page.keyboard.type('gsx');
  await page.keyboard.press('Backspace');
  await field(page).waitFor();
  expect(await field(page).inputValue()).toBe('gs');
  expect(new URL(page.url()).pathname).toBe('/dashboard/tasks');
});

test('an action runs, and what was used last comes first', async () => {
  const page = await openTeam();
  await openPalette(page);
  await page.keyboard.type('members');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/members');

  await openPalette(page);
  await expect.poll(() => options(page).first().innerText()).toContain('Go to members');
  await palette(page).getByText('Recent').waitFor();
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']))
    .toBe('dark');

  await openPalette(page);
  await page.keyboard.type('trash');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/trash');

  await page.reload();
  await page.getByRole('heading', { name: 'Trash', exact: true }).waitFor();
  await openPalette(page);
  await expect.poll(() => options(page).first().innerText()).toContain('Go to the trash');
});

test('arrows go round, Escape closes and gives the focus back', async () => {
  const page = await openTeam();
  const task = page.getByRole('link', { name: 'Choose a font' });
  await task.focus();
  await openPalette(page);
  const first = await readSelected(page);
  await page.keyboard.press('ArrowDown');
  expect(await readSelected(page)).not.toBe(first);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => options(page).last().getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Escape');
  await palette(page).waitFor({ state: 'detached' });
  await expect.poll(() => task.evaluate((link) => link === document.activeElement)).toBe(true);
});

test('projects, people and teams are found, and a team is switched', async () => {
  const page = await openTeam();
  await openPalette(page);
  await field(page).fill('website');
  await options(page).filter({ hasText: 'Website' }).waitFor();
  await field(page).fill('ada');
  await options(page).filter({ hasText: 'ada' }).first().waitFor();
  await field(page).fill('garden');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Team: Garden Club' }).waitFor();
  await page.waitForURL('**/dashboard');
});

test('an action that opens a dialog gives it the focus', async () => {
  const page = await openTeam();
  await openPalette(page);
  await page.keyboard.type('new task');
  await page.keyboard.press('Enter');
  const title = page.getByRole('dialog', { name: 'New task' }).getByLabel('Title');
  await expect.poll(() => title.evaluate((input) => input === document.activeElement)).toBe(true);
});

test('nothing found says so', async () => {
  const page = await openTeam();
  await openPalette(page);
  await field(page).fill('zzqx');
  await palette(page).getByRole('status').filter({ hasText: 'zzqx' }).waitFor();
  expect(await options(page).count()).toBe(0);
  await page.keyboard.press('Enter');
  expect(await palette(page).isVisible()).toBe(true);
});

test('on a phone it fills the screen and is opened and closed by thumb', async () => {
  const page = await openTeam({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.getByRole('button', { name: 'Search and commands' }).tap();
  await field(page).waitFor();
  await expect.poll(() => palette(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  expect(await measureSidewaysScroll(page)).toBe(0);
  await palette(page).getByRole('button', { name: 'Close' }).tap();
  await palette(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Search and commands' }).tap();
  await field(page).fill('printer');
  await options(page).first().tap();
  await page.getByRole('complementary', { name: 'Task: Ask the printer for a quote' }).waitFor();
});

test.each(['light', 'dark'] as const)('no serious barrier in %s', async (colorScheme) => {
  const page = await openTeam({ colorScheme });
  await openPalette(page);
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.type('a');
  await options(page).first().waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.type('qqqq');
  await palette(page).getByRole('status').waitFor();
  expect(await findBarriers(page)).toEqual([]);
});
