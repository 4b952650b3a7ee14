import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { addTasks, card, choosePriority, column, taskLink as link } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { waitForOfflineCopy } from '#e2e/support/kept-data.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Actions can be undone and redone even after a reload.

const { openPerson } = useBrowser();
const product = useProduct();

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

async function reload(page: Page): Promise<void> {
  await waitForOfflineCopy(page);
  await page.reload();
  await column(page, 'To do').waitFor();
}

test('undoes a bulk change, a deletion and a comment after a reload, but keeps changes by another user', async () => {
  const ada = await openPerson({ viewport: { width: 1440, height: 900 } });
  await signInQuietly(ada, product, { name: 'Ada Moss', email: 'ada@example.com' });
  const teamId = await makeTeam(ada, product, 'North');
  const { board } = await makeProject(ada, product, teamId, 'Website');
  const bob = await openPerson({ viewport: { width: 1440, height: 900 } });
  await signInQuietly(bob, product, { name: 'Bob Reed', email: 'bob@example.com' });
  await joinTeam(ada, bob, product, teamId, 'member');
  await ada.goto(board);
  await column(ada, 'To do').waitFor();
  await addTasks(ada, 'To do', ['One', 'Two', 'Three']);

  await link(ada, 'One').focus();
  await ada.keyboard.press('x');
  await ada.keyboard.press('Shift+ArrowDown');
  await choosePriority(ada, 'high');
  await ada.keyboard.press('Escape');
  await link(ada, 'Three').click();
  const panel = ada
    .getByRole('dialog', { name: 'Three' })
    .or(ada.getByRole('complementary', { name: 'Three' }));
  await panel.getByRole('textbox', { name: 'Write a comment' }).fill('Too early');
  await ada.keyboard.press('Control+Enter');
  await panel.getByText('Too early').waitFor();
  await ada.keyboard.press('Escape');
  await link(ada, 'Three').focus();
  await ada.keyboard.press('x');
  await ada.keyboard.press('Delete');
  await card(ada, 'To do', 'Three').waitFor({ state: 'detached' });

  await bob.goto(board);
  await card(bob, 'To do', 'Two').waitFor();
  await link(bob, 'Two').focus();
  await bob.keyboard.press('x');
  await choosePriority(bob, 'low');
  await card(ada, 'To do', 'Two').getByText('Low').waitFor();

  await reload(ada);
  await ada.keyboard.press('Control+z');
  await link(ada, 'Three').waitFor();
  await link(bob, 'Three').click();
  const message = bob.getByText('Too early');
  await message.waitFor();
  await ada.keyboard.press('Control+z');
  await message.waitFor({ state: 'hidden' });
  await bob.keyboard.press('Escape');
  await reload(ada);
  await ada.keyboard.press('Control+z');
  await toast(ada, 'Undone, except what someone else has changed since').waitFor();
  await card(bob, 'To do', 'One').getByText('High').waitFor({ state: 'detached' });
  await card(bob, 'To do', 'Two').getByText('Low').waitFor();

  await reload(ada);
  await ada.keyboard.press('Control+Shift+z');
  await toast(ada, 'Redone: One').waitFor();
  await card(bob, 'To do', 'One').getByText('High').waitFor();
});
