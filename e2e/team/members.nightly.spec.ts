import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addressOf } from '#api/testing/make.ts';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Admins can find members, see their permissions and change them by pointer or keyboard.

const { openPerson } = useBrowser();
const product = useProduct();

const names = (page: Page) => page.locator('[data-line] a').allTextContents();
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Find people' });

/** Opens Ada's team with Bob (admin), Cy (member) and Dee (guest). */
async function openTeam(test: string) {
  const people: Record<string, Page> = {};
  const address = (name: string) => addressOf(product, `${name}-${test}@example.com`);
  for (const [name, full] of [
    ['ada', 'Ada Moss'],
    ['bob', 'Bob Reed'],
    ['cy', 'Cy Young'],
    ['dee', 'Dee Zola'],
  ] as const) {
    const page = await openPerson();
    await signInQuietly(page, product, { name: full, email: address(name) });
    people[name] = page;
  }
  const { ada, bob, cy, dee } = people as Record<'ada' | 'bob' | 'cy' | 'dee', Page>;
  const teamId = await makeTeam(ada, product, 'North');
  await callApi(ada, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  await joinTeam(ada, bob, product, teamId, 'admin');
  await joinTeam(ada, cy, product, teamId, 'member');
  await joinTeam(ada, dee, product, teamId, 'guest');
  return { ada, bob, cy, dee, teamId };
}

async function openMembers(page: Page): Promise<void> {
  await page.goto(`${product.webOrigin}/dashboard/members`);
  await page.locator('[data-line="0"]').waitFor();
}

test('searches members, sorts them by each column and filters them by role', async () => {
  const { ada } = await openTeam('find');
  await openMembers(ada);
  await expect.poll(() => names(ada)).toEqual(['Ada Moss', 'Bob Reed', 'Cy Young', 'Dee Zola']);
  await search(ada).fill('reed bob');
  await expect.poll(() => names(ada)).toEqual(['Bob Reed']);
  await search(ada).fill('nobody');
  await ada.getByText('No people found').waitFor();
  await ada.getByRole('button', { name: 'Show everyone' }).click();

  const header = (name: string) => ada.getByRole('columnheader', { name });
  await header('Name').getByRole('button').click();
  await expect.poll(() => names(ada)).toEqual(['Dee Zola', 'Cy Young', 'Bob Reed', 'Ada Moss']);
  expect(await header('Name').getAttribute('aria-sort')).toBe('descending');
  await header('Role').getByRole('button').click();
  await expect.poll(() => names(ada)).toEqual(['Ada Moss', 'Bob Reed', 'Cy Young', 'Dee Zola']);
  await header('Joined').getByRole('button').click();
  await expect.poll(() => names(ada)).toEqual(['Dee Zola', 'Cy Young', 'Bob Reed', 'Ada Moss']);
  // Only Ada has been active in the team.
  await header('Last active').getByRole('button').click();
  await row(ada, 'Ada Moss').getByText('In the last hour').waitFor();
  await expect.poll(async () => (await names(ada))[0]).toBe('Ada Moss');

  await ada.getByRole('button', { name: /^Role/ }).first().click();
  await ada.getByRole('option', { name: 'Guests' }).click();
  await expect.poll(() => names(ada)).toEqual(['Dee Zola']);
  await ada.getByText('3 of 10 seats taken').waitFor();
  await ada.getByRole('link', { name: 'See plans' }).click();
  await ada.waitForURL('**/dashboard/upgrade');
});

test('changes a role by keyboard, and shows the new role to the member', async () => {
  const { ada, cy } = await openTeam('keys');
  await openMembers(cy);
  await openMembers(ada);
  await search(ada).focus();
  await ada.keyboard.press('ArrowDown');
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'End', 'ArrowUp']) await ada.keyboard.press(key);
  await ada.keyboard.press('Enter');
  const panel = ada.getByRole('complementary', { name: 'Cy Young' });
  await panel.waitFor();
  expect(ada.url()).toContain('?person=');
  await panel.getByRole('radio', { name: /^Member/ }).focus();
  await ada.keyboard.press('ArrowUp');
  await expect.poll(() => panel.getByRole('radio', { name: /^Admin/ }).isChecked()).toBe(true);
  // Moving between the roles by arrow keys assigns none of them.
  await row(cy, 'Cy Young').getByText('Member', { exact: true }).waitFor();
  await ada.keyboard.press('Enter');
  await row(cy, 'Cy Young').getByText('Admin', { exact: true }).waitFor();
  await ada.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(await ada.evaluate(() => document.activeElement?.textContent)).toBe('Cy Young');
});

test('shows a member’s access and its reasons only to authorized users', async () => {
  const { ada, cy, dee, teamId } = await openTeam('reach');
  const { projectId } = await makeProject(ada, product, teamId, 'Lighthouse');
  await makeProject(ada, product, teamId, 'Garden');
  const { members } = await callApi<{ members: { userId: string; name: string }[] }>(
    ada,
    product,
    `GET /teams/${teamId}/members`,
  );
  const deeId = members.find((one) => one.name === 'Dee Zola')?.userId ?? '';
  await callApi(ada, product, `PUT /teams/${teamId}/projects/${projectId}/grants/${deeId}`, {
    level: 'edit',
  });
  await openMembers(ada);
  await ada.getByRole('link', { name: 'Dee Zola' }).click();
  const panel = ada.getByRole('complementary', { name: 'Dee Zola' });
  await panel.getByText('Can edit · Shared with them').waitFor();
  expect(await panel.getByText('Garden').count()).toBe(0);
  await panel.getByText('Takes a seat').waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await ada.goBack();
  await panel.waitFor({ state: 'detached' });

  await openMembers(cy);
  await cy.getByRole('link', { name: 'Dee Zola' }).click();
  const asMember = cy.getByRole('complementary', { name: 'Dee Zola' });
  await asMember.getByText('Owners can assign any role').waitFor();
  expect(await asMember.getByText('Has access to').count()).toBe(0);

  await openMembers(dee);
  expect(await dee.getByRole('columnheader', { name: 'Last active' }).count()).toBe(0);
  await dee.getByRole('link', { name: 'Dee Zola' }).click();
  await dee.getByRole('complementary').getByText('Can edit · Shared with them').waitFor();
});

test('transfers ownership after the team name is typed, and lets the previous owner leave', async () => {
  const { ada, bob } = await openTeam('over');
  await openMembers(bob);
  // For changes that only owners may make, an admin sees whom to contact.
  await bob.getByRole('button', { name: 'Change Ada Moss' }).press('Enter');
  await bob.getByText('Your role is admin. Ask Ada Moss.').waitFor();
  expect(await findAccessibilityIssues(bob)).toEqual([]);
  await bob.keyboard.press('Escape');
  await openMembers(ada);
  await ada.getByRole('link', { name: 'Bob Reed' }).click();
  await ada.getByRole('button', { name: 'Transfer ownership…' }).click();
  const dialog = ada.getByRole('dialog');
  const act = dialog.getByRole('button', { name: 'Transfer' });
  expect(await act.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('North');
  await act.click();
  await row(ada, 'Bob Reed').getByText('Owner', { exact: true }).waitFor();
  await row(ada, 'Ada Moss').getByText('Admin', { exact: true }).waitFor();
  await bob.getByRole('button', { name: 'Change Ada Moss' }).click();
  await bob.getByRole('menuitem', { name: 'Make member' }).waitFor();
  await bob.keyboard.press('Escape');
  await ada.keyboard.press('Escape');
  await ada.getByRole('button', { name: 'Change Ada Moss' }).click();
  await ada.getByRole('menuitem', { name: 'Leave team' }).click();
  await ada.getByRole('dialog').getByRole('button', { name: 'Leave team' }).click();
  await row(bob, 'Ada Moss').waitFor({ state: 'detached' });
});
