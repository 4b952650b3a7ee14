import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues, measureSidewaysScroll } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// The command palette finds and runs everything from one field, by keyboard or touch. Search results and the keys of the list are tested in
// shell/palette/palette.dom.test.tsx.

const { openPerson } = useBrowser();
const product = useProduct();

let count = 0;

/** Opens the screen of all tasks for a user with two teams. The first team has a project and three tasks. */
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

/** Reads the selected option. Enter would run it. */
function readSelected(page: Page): Promise<string> {
  return palette(page).locator('[aria-selected="true"]').innerText();
}

test('finds a task with a subsequence match, and opens the task by keyboard', async () => {
  const page = await openTeam();
  await openPalette(page);
  await expect.poll(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('zzqx');
  await palette(page).getByRole('status').filter({ hasText: 'zzqx' }).waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await field(page).fill('');
  await page.keyboard.type('drflnd');
  await expect.poll(() => readSelected(page)).toContain('Draft the landing page');
  const marked = await palette(page).locator('[aria-selected="true"] mark').allInnerTexts();
  expect(marked.join('')).toBe('Drflnd');
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Task: Draft the landing page' }).waitFor();
  await palette(page).waitFor({ state: 'detached' });
});

test('finds a word in a document, and scrolls to the matching block', async () => {
  const page = await openTeam();
  const { teams } = await callApi<{ teams: { _id: string; name: string }[] }>(page, product, 'GET /teams');
  const team = teams.find(({ name }) => name === 'Studio North');
  const lines = Array.from({ length: 60 }, (_, at) => `Line ${at}`);
  const markdown = [...lines, 'Ask Ferdinand for the keys of the observatory', ...lines].join('\n\n');
  await callApi(page, product, `POST /teams/${team?._id}/documents`, { title: 'Handbook', markdown });
  await openPalette(page);
  const found = options(page).filter({ hasText: 'keys of the observatory' });
  // Repeat the query: the index is updated with a delay, and the palette sends only one request per query.
  await expect
    .poll(
      async () => {
        await field(page).fill('');
        await field(page).fill('observatory');
        return await found
          .waitFor({ timeout: 1_000 })
          .then(() => true)
          .catch(() => false);
      },
      { timeout: 15_000 },
    )
    .toBe(true);
  await found.click();
  const block = page.getByText('Ask Ferdinand for the keys');
  await block.waitFor();
  const measure = () =>
    block.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { isSeen: top > 0 && bottom < innerHeight, isMarked: element.getAnimations().length > 0 };
    });
  await expect.poll(measure, { interval: 50 }).toEqual({ isSeen: true, isMarked: true });
});

test('filters results by type, and hides private documents from other users', async () => {
  const page = await openTeam();
  const { teams } = await callApi<{ teams: { _id: string; name: string }[] }>(page, product, 'GET /teams');
  const teamId = teams.find(({ name }) => name === 'Studio North')?._id ?? '';
  const post = (title: string, isPrivate: boolean) =>
    callApi(page, product, `POST /teams/${teamId}/documents`, { title, isPrivate });
  await post('Printer manual', false);
  await post('Printer passwords', true);
  const other = await openPerson({ reducedMotion: 'reduce' });
  await signInQuietly(other, product, { name: 'Bo Reed', email: `bo${count}@example.com` });
  await joinTeam(page, other, product, teamId, 'member');
  const find = async (at: Page): Promise<string[]> => {
    await at.goto(`${product.webOrigin}/dashboard/search?q=printer`);
    const results = at.getByRole('list', { name: 'Results' });
    await results.getByText('Printer manual').waitFor();
    return await results.getByRole('listitem').allInnerTexts();
  };
  // Wait for the index because it is updated with a delay.
  await expect.poll(async () => (await find(page)).join()).toContain('Printer passwords');
  expect((await find(page)).join()).toContain('Ask the printer for a quote');
  const found = (await find(other)).join();
  expect(found).toContain('Printer manual');
  expect(found).not.toContain('passwords');
  await page.getByRole('group', { name: 'Filter' }).getByRole('button', { name: /^Type/ }).click();
  await page.getByRole('option', { name: 'Documents' }).click();
  await page.getByText('Ask the printer for a quote').waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('kind')).toBe('document');
  await page.reload();
  await page.getByText('Printer passwords').waitFor();
  expect(await page.getByText('Ask the printer for a quote').count()).toBe(0);
});

test('buffers keys typed while the palette’s code is loading, without triggering shortcuts', async () => {
  const page = await openTeam();
  await page.route(/command-palette.*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  const chunkRequest = page.waitForRequest(/command-palette.*\.js$/);
  await page.keyboard.press('Control+k');
  await chunkRequest;
  await page.keyboard.type('gsx');
  await page.keyboard.press('Backspace');
  await field(page).waitFor();
  expect(await field(page).inputValue()).toBe('gs');
  expect(new URL(page.url()).pathname).toBe('/dashboard/tasks');
});

test('fills the screen on a phone, opens and closes with taps, and finds a task', async () => {
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
