import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { addTasks } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// A project's lead, dates and health are synced to other users, and a change can be undone. The overview also works on phones.

const { openPerson } = useBrowser();
const product = useProduct();

const pickButton = (page: Page, label: string) =>
  page.getByRole('button', { name: new RegExp(`^${label}:`) });

async function pick(page: Page, label: string, option: string): Promise<void> {
  await pickButton(page, label).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function openTogether(name: string, viewport = { width: 1440, height: 900 }) {
  const [ada, bob] = [await openPerson({ viewport }), await openPerson({ viewport })];
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${name}@example.com` });
  await signInQuietly(bob, product, { name: 'Bob Reed', email: `bob.${name}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await joinTeam(ada, bob, product, teamId, 'member');
  const { board, projectId } = await makeProject(ada, product, teamId, 'Website');
  return { ada, bob, board, project: `/teams/${teamId}/projects/${projectId}` };
}

test('syncs project details between two users, rejects invalid dates and undoes a health change', async () => {
  const { ada, bob, board } = await openTogether('plan');
  await ada.goto(board);
  await addTasks(ada, 'To do', ['Choose a font', 'Draft the page']);
  await addTasks(ada, 'Done', ['Buy the name']);
  await ada.keyboard.press('v');
  await ada.keyboard.press('o');
  await ada.waitForURL('**/overview');
  await bob.goto(`${board}/overview`);

  await pick(ada, 'Health', 'At risk');
  await pick(ada, 'Lead', 'Bob Reed');
  await ada.getByLabel('Start date', { exact: true }).fill('2026-11-02');
  await ada.getByLabel('Target date', { exact: true }).fill('2026-12-24');
  await ada.keyboard.press('Tab');
  await pickButton(bob, 'Health').filter({ hasText: 'At risk' }).waitFor();
  await pickButton(bob, 'Lead').filter({ hasText: 'Bob Reed' }).waitFor();
  await expect.poll(() => bob.getByLabel('Target date', { exact: true }).inputValue()).toBe('24 Dec 2026');

  // A start date after the target date shows an error immediately and is not saved.
  await ada.getByLabel('Start date', { exact: true }).fill('2026-12-25');
  await ada.keyboard.press('Tab');
  await ada.getByText('The target date can’t be before the start date.').waitFor();
  await expect.poll(() => ada.getByLabel('Start date', { exact: true }).inputValue()).toBe('2 Nov 2026');

  await ada.getByText('2 open tasks').waitFor();
  await ada
    .getByRole('list', { name: 'Tasks by status' })
    .getByRole('listitem')
    .filter({ hasText: 'Done' })
    .waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);

  await pick(bob, 'Health', 'Off track');
  await pickButton(ada, 'Health').filter({ hasText: 'Off track' }).waitFor();
  await pick(ada, 'Health', 'On track');
  await ada.locator('body').press('Control+z');
  await pickButton(ada, 'Health').filter({ hasText: 'Off track' }).waitFor();

  await ada.getByRole('link', { name: 'Projects', exact: true }).click();
  await ada.getByRole('main').getByRole('list', { name: 'Projects' }).getByText('Off track').waitFor();
}, 120_000);

test('shows the overview on a phone without horizontal scrolling', async () => {
  const { ada, board, project } = await openTogether('phone', { width: 390, height: 844 });
  await ada.goto(`${board}/overview`);
  // Inserting a tab before the active one must keep the active one visible.
  const cycles = { weeks: 2, startWeekday: 1, cooldownWeeks: 0, ahead: 2, timeZone: 'UTC' };
  await callApi(ada, product, `PATCH ${project}`, { cycles });
  await ada.getByRole('button', { name: 'Views and filters' }).click();
  await ada.getByRole('link', { name: 'Cycles' }).waitFor();
  const shown = ada.getByRole('link', { name: 'Overview' });
  await expect
    .poll(async () => {
      const box = await shown.boundingBox();
      return box === null ? Infinity : box.x + box.width;
    })
    .toBeLessThanOrEqual(390);
  await pick(ada, 'Health', 'On track');
  await ada.getByRole('textbox', { name: 'Description' }).fill('A site that sells.');
  await ada.getByRole('link', { name: 'Board' }).click();
  await ada.getByRole('button', { name: 'Views and filters', expanded: false }).click();
  await ada.getByRole('link', { name: 'Overview' }).click();
  await expect
    .poll(() => ada.getByRole('textbox', { name: 'Description' }).inputValue())
    .toBe('A site that sells.');
  expect(await ada.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
}, 120_000);
