import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addressOf } from '#api/testing/make.ts';
import { addTasks, card } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { readStoredData } from '#e2e/support/kept-data.ts';
import { chooseAccount } from '#e2e/support/people.ts';
import { makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';
import { useProduct } from '#e2e/support/use-product.ts';

// Signing in, staying signed in and signing out. A session lasts until the user or the server ends it. It then leaves no data behind,
// except for unsent changes if it was ended elsewhere.

const { openPerson, allowFaults } = useBrowser();
const product = useProduct();

const personNamed = (name: string) => ({
  name,
  email: addressOf(product, `${name.split(' ')[0]?.toLowerCase()}@example.com`),
});

const signInButton = (page: Page) => page.getByRole('button', { name: 'Login with Google' });
const path = (page: Page) => new URL(page.url()).pathname;

/** Signs a user in, and opens the board of a new team. */
async function openBoard(person: { name: string; email: string }): Promise<Page> {
  const page = await openPerson();
  await signInQuietly(page, product, person);
  const teamId = await makeTeam(page, product, `Team of ${person.name}`);
  const { board } = await makeProject(page, product, teamId, 'Website');
  await page.goto(board);
  await addTasks(page, 'To do', ['Draft the page']);
  await card(page, 'To do', 'Draft the page').waitFor();
  return page;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}

test('signs in after a cancelled popup and a closed popup', async () => {
  const page = await openPerson();
  await page.goto(`${product.webOrigin}/signin`);
  const [popup] = await Promise.all([page.waitForEvent('popup'), signInButton(page).click()]);
  await page.getByText('Continue in the window that opened.').waitFor();
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Cancel' }).click()]);
  await page.getByText('Continue in the window that opened.').waitFor({ state: 'detached' });

  // The user closes the popup's window. The page cannot distinguish it from a popup that is still in use.
  const [second] = await Promise.all([page.waitForEvent('popup'), signInButton(page).click()]);
  await second.getByLabel('Email').waitFor();
  await second.close();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.getByRole('alert').getByText('went wrong').count()).toBe(0);

  await chooseAccount(page, personNamed('Ada Moss'));
  await page.waitForURL('**/teams/create');
});

test('signs in on the full page if the popup is blocked', async () => {
  const page = await openPerson();
  await page.addInitScript(() => {
    // Browsers that block popups return null from `open`.
    window.open = () => null;
  });
  await page.goto(`${product.webOrigin}/teams/create`);
  await page.waitForURL('**/signin?next=**');
  await signInButton(page).click();
  await page.getByLabel('Name').fill('Noor Aziz');
  await page.getByLabel('Email').fill(addressOf(product, 'noor@example.com'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${product.webOrigin}/teams/create`);
  await page.getByRole('textbox', { name: 'Team name' }).waitFor();
  expect(page.url()).not.toContain('token');
});

test('stays within the app after signing in with a cross-origin next= URL', async () => {
  const page = await openPerson();
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).origin));
  await page.goto(`${product.webOrigin}/signin?next=${encodeURIComponent('//evil.example')}`);
  await chooseAccount(page, personNamed('Ada Moss'));
  await page.waitForURL('**/teams/create');
  expect(new Set(visited)).toEqual(new Set([product.webOrigin]));
});

test('deletes local user data and shows the home page in every tab on sign-out', async () => {
  const person = personNamed('Bob Reed');
  const page = await openBoard(person);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await card(other, 'To do', 'Draft the page').waitFor();
  // Wait until the data that must be deleted is stored.
  await expect.poll(() => readStoredData(page)).toContain('Draft the page');

  allowFaults(/status of 401/);
  await signOut(page);
  await page.waitForURL(`${product.webOrigin}/`);
  await other.waitForURL(`${product.webOrigin}/`);
  const stored = await readStoredData(page);
  for (const trace of ['Draft the page', person.email, 'Team of Bob', 'selectedTeamIndex'])
    expect(stored).not.toContain(trace);
  const cookies = await page.context().cookies(product.apiOrigin);
  expect(cookies.filter(({ name }) => name.endsWith('sid') || name.endsWith('refresh'))).toEqual([]);
  await page.goto(`${product.webOrigin}/dashboard`);
  await page.waitForURL('**/signin');
});

test('keeps only unsent changes if the session was ended elsewhere, and sends them after the next sign-in', async () => {
  const person = personNamed('Dana Fir');
  const here = await openBoard(person);
  const there = await openPerson();
  await signInQuietly(there, product, person);
  await there.goto(`${product.webOrigin}/dashboard/settings/sessions`);
  allowFaults(/status of 401/, /net::ERR_/, /WebSocket connection/);
  await expect.poll(() => readStoredData(here)).toContain('Draft the page');
  await here.context().setOffline(true);
  await addTasks(here, 'To do', ['Written on the train']);
  await expect.poll(() => readStoredData(here)).toContain('Written on the train');
  await there.getByRole('button', { name: /^End session/ }).click();
  await there.getByText('Session ended').waitFor();
  await here.context().setOffline(false);
  await here.waitForURL('**/signin**');
  await signInButton(here).waitFor();
  expect(path(there)).toBe('/dashboard/settings/sessions');
  await expect.poll(() => readStoredData(here)).not.toContain('Draft the page');
  expect(await readStoredData(here)).toContain('Written on the train');

  await chooseAccount(here, person);
  await card(here, 'To do', 'Written on the train').waitFor();
  await card(here, 'To do', 'Draft the page').waitFor();
});
