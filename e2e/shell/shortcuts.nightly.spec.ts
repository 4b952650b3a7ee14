import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Frequent actions have shortcuts of one or two keys. shell/palette/palette.dom.test.tsx tests their effects and that they do not interfere
// with typing.

const { openPerson, allowFaults } = useBrowser();
const product = useProduct();

let count = 0;

async function openBoard(): Promise<Page> {
  const page = await openPerson({ reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } });
  count += 1;
  await signInQuietly(page, product, { name: 'Ada Moss', email: `ada${count}@example.com` });
  const teamId = await makeTeam(page, product, 'Studio North');
  const { projectId, board } = await makeProject(page, product, teamId, 'Website');
  await callApi(page, product, `POST /teams/${teamId}/tasks`, { title: 'Choose a font', projectId });
  await page.goto(board);
  await column(page, 'To do').getByRole('link', { name: 'Choose a font' }).waitFor();
  return page;
}

test('shows the name of a hovered control until a key or pointer press', async () => {
  const page = await openBoard();
  const tooltip = page.getByRole('tooltip');
  const tab = page.getByRole('link', { name: 'List', exact: true });
  await tab.hover();
  await tooltip.filter({ hasText: 'List' }).waitFor();
  const [shown, at] = [await tooltip.boundingBox(), await tab.boundingBox()];
  expect(
    Math.abs((shown?.x ?? 0) + (shown?.width ?? 0) / 2 - ((at?.x ?? 0) + (at?.width ?? 0) / 2)),
  ).toBeLessThan(2);
  await page.keyboard.press('Shift');
  await tooltip.waitFor({ state: 'detached' });
  await column(page, 'To do').hover();
  await tab.hover();
  await tooltip.waitFor();
  await tab.click();
  await tooltip.waitFor({ state: 'detached' });
  // A press also cancels a pending tooltip.
  await page.waitForTimeout(600);
  expect(await tooltip.count()).toBe(0);
});

test('lets users set and reset shortcuts, even offline, and syncs the shortcuts to another device', async () => {
  const page = await openBoard();
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const change = (title: string) =>
    sheet.getByRole('button', { name: new RegExp(`^Change shortcut for ${title} (?:G|C|Q|Ctrl|No)\\b`) });
  const record = async (title: string, ...keys: string[]) => {
    await change(title).press('Enter');
    await sheet.getByRole('textbox', { name: `New shortcut for ${title}` }).waitFor();
    for (const key of keys) await page.keyboard.press(key);
  };
  const field = sheet.getByRole('textbox', { name: /^New shortcut for/ });
  await page.keyboard.press('?');
  await record('New task', 'Control+c');
  await sheet.getByText('This key is needed for typing and navigation.').waitFor();
  await page.keyboard.press('Control+p');
  await sheet.getByText('Your browser uses this key.').waitFor();
  await page.keyboard.press('m');
  await sheet.getByText('This key is used on cards and days: “Move the card to…”.').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await sheet.getByText('Already used by “Go to tasks”.').waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await record('New task', 'g', 't');
  await sheet.getByRole('button', { name: 'Reassign' }).press('Enter');
  await expect.poll(() => change('New task').textContent()).toContain('GthenT');
  expect(await change('Go to tasks').textContent()).toContain('No shortcut');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });

  // The new shortcut works, and the previous shortcut no longer does.
  await page.keyboard.press('c');
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => location.pathname)).toContain('/projects/');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('New task');
  const option = page.getByRole('option', { name: /^New task/ });
  await expect.poll(() => option.first().textContent()).toContain('GthenT');
  await page.keyboard.press('Escape');

  // A shortcut changed offline applies immediately and is synced to the account later.
  const readStored = async () =>
    (await callApi<{ account: { shortcuts: object } }>(page, product, 'GET /account')).account.shortcuts;
  await expect.poll(readStored).toEqual({ 'task.new': 'g t' });
  allowFaults(/ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await page.keyboard.press('?');
  await record('Undo', 'q');
  await expect.poll(() => change('Undo').textContent()).toContain('Q');
  expect(await readStored()).toEqual({ 'task.new': 'g t' });
  await page.context().setOffline(false);
  await expect.poll(readStored, { timeout: 10_000 }).toEqual({ 'task.new': 'g t', 'app.undo': 'q' });

  const phone = await openPerson({ viewport: { width: 390, height: 844 } });
  await signInQuietly(phone, product, { name: 'Ada Moss', email: `ada${count}@example.com` });
  await phone.goto(page.url());
  await phone.getByRole('link', { name: 'Choose a font' }).waitFor();
  await expect
    .poll(() => phone.evaluate(() => localStorage.getItem('hearth:shortcuts')))
    .toContain('app.undo');
  await phone.keyboard.press('g');
  await phone.keyboard.press('t');
  await phone.getByRole('dialog', { name: 'New task' }).waitFor();

  await sheet.getByRole('button', { name: 'Reset shortcut for Undo' }).press('Enter');
  await expect.poll(() => change('Undo').textContent()).toContain('Ctrl');
  await sheet.getByRole('button', { name: 'Reset all shortcuts' }).press('Enter');
  await expect.poll(() => change('Go to tasks').textContent()).toContain('GthenT');
  await expect.poll(readStored).toEqual({});
});
