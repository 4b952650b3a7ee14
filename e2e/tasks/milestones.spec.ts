import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '#e2e/support/accessibility.ts';
import { addTasks, card, column, selectAll } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { makeProject } from '#e2e/support/team-api.ts';
import { openTwoPeople, WIDE } from '#e2e/support/two-people.ts';

// What a project is to have reached by when: told to everybody, taken back, and changed without a network.

const { openPerson } = useBrowser();
const product = useProduct();

async function openTogether(viewport = WIDE) {
  const people = await openTwoPeople(openPerson, product, viewport);
  await makeProject(people.ada, product, people.teamId, 'Shop');
  return people;
}

const panel = (page: Page): Locator => page.getByRole('complementary', { name: /^Task:/ });
const activity = (page: Page): Locator => page.getByRole('region', { name: 'Activity' });
const milestone = (page: Page): Locator => panel(page).getByRole('button', { name: /^Milestone:/ });
const line = (page: Page, name: string): Locator =>
  page
    .getByRole('list', { name: 'Milestones' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('textbox', { name: `Name of the milestone ${name}` }) });

async function addMilestone(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'New milestone' }).fill(name);
  await page.keyboard.press('Enter');
  await line(page, name).waitFor();
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('option', { name }).first().click();
}

test('made, dated, described and ordered; had by tasks, filtered and grouped; deleted and brought back', async () => {
  const { ada, bob, board } = await openTogether();
  await bob.goto(`${board}/overview`);
  await ada.goto(`${board}/overview`);
  await addMilestone(ada, 'Beta');
  await addMilestone(ada, 'Opening');
  await line(ada, 'Beta').getByLabel('Target date of Beta', { exact: true }).fill('2031-02-03');
  await expect
    .poll(() => line(bob, 'Beta').getByLabel('Target date of Beta', { exact: true }).inputValue())
    .toBe('2031-02-03');
  await line(ada, 'Opening').getByRole('button', { name: 'More for Opening' }).click();
  await ada.getByRole('menuitem', { name: 'Move up' }).click();
  await expect
    .poll(() => bob.getByRole('textbox', { name: /^Name of the milestone/ }).allTextContents())
    .toEqual(['Opening', 'Beta']);
  await line(ada, 'Beta').getByRole('button', { name: 'More for Beta' }).click();
  await ada.getByRole('menuitem', { name: 'Describe' }).click();
  await ada.getByRole('textbox', { name: 'Description of Beta' }).fill('Ten people use it.');
  await ada.keyboard.press('Tab');
  await bob.getByText('Ten people use it.').waitFor();
  expect(await findBarriers(ada)).toEqual([]);

  await ada.goto(board);
  await addTasks(ada, 'To do', ['Choose a font', 'Ask for quotes']);
  await card(ada, 'To do', 'Choose a font').getByRole('link').click();
  await activity(ada).getByText('created this task').waitFor();
  await ada.keyboard.press('t');
  await choose(ada, 'Beta');
  await activity(ada).getByText('set the milestone to Beta').waitFor();
  await line(bob, 'Beta').getByText('0 of 1').waitFor();
  await bob.goto(`${board}?filter=milestone:none`);
  await card(bob, 'To do', 'Ask for quotes').waitFor();
  await expect.poll(() => card(bob, 'To do', 'Choose a font').count()).toBe(0);
  await bob.goto(`${board}?group=milestone`);
  await card(bob, 'Beta', 'Choose a font').waitFor();
  await card(bob, 'No milestone', 'Ask for quotes').waitFor();

  // To another project and back.
  await panel(ada)
    .getByRole('button', { name: /^Project:/ })
    .click();
  await choose(ada, 'Shop');
  await expect.poll(() => milestone(ada).textContent()).toContain('No milestone');
  await expect.poll(() => card(bob, 'Beta', 'Choose a font').count()).toBe(0);
  await panel(ada).focus();
  await ada.keyboard.press('Control+z');
  await card(bob, 'Beta', 'Choose a font').waitFor();

  await ada.goto(`${board}/overview`);
  await line(ada, 'Beta').getByRole('button', { name: 'More for Beta' }).click();
  await ada.getByRole('menuitem', { name: 'Delete milestone' }).click();
  await card(bob, 'No milestone', 'Choose a font').waitFor();
  await ada.keyboard.press('Control+z');
  await line(ada, 'Beta').getByText('0 of 1').waitFor();
  await card(bob, 'Beta', 'Choose a font').waitFor();
}, 120_000);

test('set for many, and shown and sorted by in a table', async () => {
  const { ada, board } = await openTogether();
  await ada.goto(`${board}/overview`);
  // The next page sends again what is under way, and a slow server then says that it is still at work on it.
  await Promise.all([
    ada.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/milestones'),
    ),
    addMilestone(ada, 'Beta'),
  ]);
  await ada.goto(board);
  await addTasks(ada, 'To do', ['One', 'Two']);
  await column(ada, 'To do').getByRole('link', { name: 'One', exact: true }).focus();
  await selectAll(ada);
  await ada.keyboard.press('t');
  await ada.getByRole('dialog').getByRole('option', { name: 'Beta' }).click();
  await ada.goto(`${board}?view=table&columns=title,milestone&sort=milestone`);
  await expect.poll(() => ada.getByRole('gridcell', { name: 'Beta' }).count()).toBe(2);
}, 120_000);
