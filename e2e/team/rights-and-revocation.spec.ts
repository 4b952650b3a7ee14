import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addTasks, card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { readStoredData } from '#e2e/support/kept-data.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Users see data on screen and in browser storage only while they have access.

const { openPerson, allowFaults } = useBrowser();
/** Maximum time in ms until data disappears from the screen after access was revoked. */
const REVOKED_WITHIN = 2000;
const SECRET = 'Plan of the surprise party';
const product = useProduct();
let owner: Page;
let teamId: string;
let board: string;

/** Creates a team for one test, and opens its board for the owner. */
async function openTeam(test: string): Promise<void> {
  owner = await openPerson();
  await signInQuietly(owner, product, { name: 'Ada Moss', email: `ada-${test}@example.com` });
  teamId = await makeTeam(owner, product, 'North');
  ({ board } = await makeProject(owner, product, teamId, 'Lighthouse'));
  await owner.goto(board);
  await addTasks(owner, 'To do', [SECRET]);
  await card(owner, 'To do', SECRET).waitFor();
}

async function openJoined(test: string, teamRole: 'admin' | 'member' | 'guest'): Promise<Page> {
  const page = await openPerson();
  await signInQuietly(page, product, { name: 'Bob Reed', email: `bob-${test}@example.com` });
  await joinTeam(owner, page, product, teamId, teamRole);
  return page;
}

/** Removes Bob on the members screen, as the owner. */
async function removeBob(): Promise<void> {
  await owner.getByRole('link', { name: 'Members' }).first().click();
  await owner.getByRole('button', { name: 'Change Bob Reed' }).click();
  await owner.getByRole('menuitem', { name: 'Remove from team' }).click();
  await owner.getByRole('button', { name: 'Remove member' }).click();
}

test('removes rows from the screen and browser storage of a removed member', async () => {
  await openTeam('removed');
  const bob = await openJoined('removed', 'member');
  const other = await bob.context().newPage();
  for (const page of [bob, other]) {
    await page.goto(board);
    await card(page, 'To do', SECRET).waitFor();
  }
  await expect.poll(() => readStoredData(bob)).toContain(SECRET);

  allowFaults(/status of 40[34]/);
  await removeBob();
  for (const page of [bob, other])
    await page.getByText(SECRET).waitFor({ state: 'detached', timeout: REVOKED_WITHIN });
  // Bob must create a team because this was his only team.
  for (const page of [bob, other]) await page.waitForURL('**/teams/create');
  await expect.poll(() => readStoredData(bob)).not.toContain(SECRET);
  expect(await readStoredData(bob)).not.toContain('Lighthouse');
  await bob.goto(board);
  await bob.waitForURL('**/teams/create');
});

test('shows no team data to a member removed while their browser was closed', async () => {
  await openTeam('away');
  const bob = await openJoined('away', 'member');
  await makeTeam(bob, product, 'Own');
  await bob.goto(board);
  await card(bob, 'To do', SECRET).waitFor();
  await expect.poll(() => readStoredData(bob)).toContain(SECRET);
  await bob.goto('about:blank');
  await removeBob();
  await owner.getByText('Bob Reed').waitFor({ state: 'detached' });

  allowFaults(/status of 40[34]/);
  await bob.goto(`${product.webOrigin}/dashboard`);
  await bob.getByRole('button', { name: 'Team: Own', exact: true }).waitFor();
  await expect.poll(() => readStoredData(bob)).not.toContain(SECRET);
});

test('hides work that is not shared with a guest on the main screens, in storage and in the live feed', async () => {
  await openTeam('guest');
  const guest = await openJoined('guest', 'guest');
  for (const path of ['/dashboard', '/dashboard/projects', '/dashboard/tasks', '/dashboard/members']) {
    await guest.goto(product.webOrigin + path);
    await guest.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => readStoredData(guest)).toContain(String.raw`[\"member\",`);
    expect(await guest.getByText(SECRET).count()).toBe(0);
    expect(await guest.getByText('Lighthouse').count()).toBe(0);
  }
  await guest.goto(board);
  await guest.getByText('We can’t find this project').waitFor();
  // The live feed does not deliver hidden tasks either.
  await addTasks(owner, 'To do', ['Second secret']);
  await card(owner, 'To do', 'Second secret').waitFor();
  expect(await readStoredData(guest)).not.toMatch(/secret|surprise|Lighthouse/);
});

test('shows admin actions to a member only after a promotion to admin', async () => {
  await openTeam('member');
  const bob = await openJoined('member', 'member');
  const screens: [string, string, string][] = [
    ['/dashboard/members', 'Change Ada Moss', 'Bob Reed'],
    ['/dashboard/settings/team', 'Rename', 'Only owners and admins can change the team.'],
    ['/dashboard/settings/team', 'Delete team', 'Only owners and admins can change the team.'],
  ];
  for (const [path, button, sign] of screens) {
    await bob.goto(product.webOrigin + path);
    await bob.getByText(sign).first().waitFor();
    expect(await bob.getByRole('button', { name: button }).count(), button).toBe(0);
  }
  await bob.getByText('Only owners can delete the team. Your role is member. Ask Ada Moss.').waitFor();
  await bob.getByRole('link', { name: 'Members' }).first().click();
  await bob.getByRole('button', { name: 'Invite people' }).press('Enter');
  await bob.getByText('Owners and admins invite people').waitFor();
  expect(await bob.getByRole('dialog', { name: 'Invite people' }).getByRole('textbox').count()).toBe(0);
  await bob.goto(`${product.webOrigin}/dashboard/settings/team`);

  // After a promotion to admin, the open page shows the admin actions but not the actions reserved for owners.
  await owner.getByRole('link', { name: 'Members' }).first().click();
  await owner.getByRole('button', { name: 'Change Bob Reed' }).click();
  await owner.getByRole('menuitem', { name: 'Make admin' }).click();
  await bob.getByRole('button', { name: 'Rename' }).waitFor({ timeout: REVOKED_WITHIN });
  expect(await bob.getByRole('button', { name: 'Delete team' }).count()).toBe(0);
  await bob.goto(board);
  await column(bob, 'To do').waitFor();
  await card(bob, 'To do', SECRET).waitFor();
});
