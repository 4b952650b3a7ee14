import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers } from './support/accessibility.ts';
import { column } from './support/board.ts';
import { useBrowser } from './support/browser.ts';
import { startProduct, type Product } from './support/product.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from './support/team-api.ts';

// What is done often has a key or two, which never get in the way of typing.

const { openPerson } = useBrowser();
let product: Product;

beforeAll(async () => {
  product = await startProduct({ RATE_LIMITS: 'off' });
});

afterAll(async () => {
  await product?.remove();
});

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

const places: [string, string][] = [
  ['h', '/dashboard'],
  ['m', '/dashboard/members'],
  ['p', '/dashboard/projects'],
  ['t', '/dashboard/tasks'],
  ['x', '/dashboard/trash'],
  ['s', '/dashboard/settings'],
  ['d', '/dashboard/documents'],
  ['u', '/dashboard/upgrade'],
];

test('G and a letter lead to every place, from a focused card too', async () => {
  const page = await openBoard();
  await page.getByRole('link', { name: 'Choose a font' }).focus();
  for (const [letter, path] of [...places.slice(1), ...places.slice(0, 1)]) {
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
    await page.waitForURL((url) => url.pathname.startsWith(path));
  }
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('C makes a task in the project that is shown; typed letters stay letters', async () => {
  const page = await openBoard();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog.waitFor();
  await page.keyboard.type('gt c [?/s');
  expect(await dialog.getByLabel('Title').inputValue()).toBe('gt c [?/s');
  await dialog.getByRole('button', { name: 'Project: Website' }).waitFor();
  // A button of the dialog has the focus: shortcuts stay off.
  await dialog.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.keyboard.press('c');
  expect(await page.getByRole('dialog').count()).toBe(1);
  expect(new URL(page.url()).pathname).toContain('/dashboard/projects/');
});

test('an open task is changed by keys', async () => {
  const page = await openBoard();
  await page.getByRole('link', { name: 'Choose a font' }).click();
  await page.getByRole('complementary', { name: 'Task: Choose a font' }).waitFor();
  await page.keyboard.press('s');
  await page.getByRole('option', { name: 'Done' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await page.getByRole('option', { name: 'Urgent' }).click();
  await page.getByRole('button', { name: 'Priority: Urgent' }).waitFor();
});

test('the view of a project and the sidebar have keys', async () => {
  const page = await openBoard();
  await page.keyboard.press('v');
  await page.keyboard.press('l');
  await page.waitForURL('**?view=list');
  await page.keyboard.press('v');
  await page.keyboard.press('b');
  await column(page, 'To do').waitFor();
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const before = (await sidebar.boundingBox())?.width ?? 0;
  await page.keyboard.press('[');
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBeLessThan(before);
});

test('? shows every shortcut, without barriers', async () => {
  const page = await openBoard();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.waitFor();
  for (const words of [
    'Go to tasks',
    'New task',
    'Undo',
    'Show as list',
    'Change status',
    'Next and previous card',
  ]) {
    await sheet.getByText(words, { exact: true }).waitFor();
  }
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
});
