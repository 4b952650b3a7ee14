import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '#e2e/support/accessibility.ts';
import { addTasks, card, column, selectAll } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { openTwoPeople } from '#e2e/support/two-people.ts';

// What kind of work a task is: the team's own words, seen by everybody, set for many, and taken back.

const { openPerson } = useBrowser();
const product = useProduct();

const row = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name: `Name of the type ${name}`, exact: true });

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('option', { name }).first().click();
}

test('a type is made, given to many, shown on cards and in columns, and taken back with its tasks', async () => {
  const { ada, bob, board } = await openTwoPeople(openPerson, product);
  await ada.goto(`${product.webOrigin}/dashboard/settings/work`);
  await row(ada, 'Bug').waitFor();
  await ada.getByRole('textbox', { name: 'New type' }).fill('Idea');
  await ada.keyboard.press('Enter');
  await row(ada, 'Idea').waitFor();
  await ada.getByRole('button', { name: /^Icon of Idea/ }).click();
  await choose(ada, 'Light bulb');
  expect(await findBarriers(ada)).toEqual([]);

  await ada.goto(board);
  await addTasks(ada, 'To do', ['One', 'Two']);
  await bob.goto(`${board}?group=type`);
  await card(bob, 'No type', 'Two').waitFor();
  await column(ada, 'To do').getByRole('link', { name: 'One', exact: true }).focus();
  await selectAll(ada);
  await ada.getByRole('toolbar', { name: 'Selected tasks' }).getByRole('button', { name: 'Type' }).click();
  await ada.getByRole('dialog').getByRole('option', { name: 'Idea' }).click();
  await card(bob, 'Idea', 'One').getByText('Type: Idea').waitFor({ state: 'attached' });
  await card(bob, 'Idea', 'Two').waitFor();
  await bob.goto(`${board}?filter=type:none`);
  await expect.poll(() => card(bob, 'To do', 'Two').count()).toBe(0);
  await bob.goto(`${board}?view=table&columns=title,type&sort=type`);
  await expect.poll(() => bob.getByRole('gridcell', { name: 'Idea' }).count()).toBe(2);

  await ada.goto(`${product.webOrigin}/dashboard/settings/work`);
  await ada.getByRole('button', { name: 'Delete the type Idea' }).click();
  await expect.poll(() => bob.getByRole('gridcell', { name: 'Idea' }).count()).toBe(0);
  await ada.keyboard.press('Control+z');
  await expect.poll(() => bob.getByRole('gridcell', { name: 'Idea' }).count()).toBe(2);
}, 120_000);
