import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { addTasks, card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { openBoardTogether, type WIDE } from '#e2e/support/two-people.ts';

// Relations between tasks are added on one side, shown on both sides and can be undone.

const { openPerson } = useBrowser();
const product = useProduct();

const openBoard = (viewport?: typeof WIDE) => openBoardTogether(openPerson, product, viewport);

const section = (page: Page): Locator => page.getByRole('region', { name: 'Relations' });
const side = (page: Page, name: string): Locator => section(page).getByRole('list', { name });
const panel = (page: Page): Locator => page.getByRole('complementary', { name: /^Task:/ });

async function openTask(page: Page, title: string): Promise<void> {
  await column(page, 'To do').getByRole('link', { name: title, exact: true }).click();
  await section(page).waitFor();
}

async function pick(page: Page, title: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Find a task' }).fill(title);
  await page.getByRole('option', { name: title }).waitFor();
  await page.keyboard.press('Enter');
}

test('adds a blocker with B, marks the blocked card for the other user, and undoes a removal', async () => {
  const { ada, bob } = await openBoard();
  await addTasks(ada, 'To do', ['Paint the wall', 'Buy paint']);
  await openTask(ada, 'Paint the wall');
  await ada.keyboard.press('b');
  await pick(ada, 'Buy paint');
  await side(ada, 'Blocked by').getByRole('link', { name: 'Buy paint' }).waitFor();
  await card(bob, 'To do', 'Paint the wall').getByText('Blocked by Buy paint').waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);

  // The inverse relation has its own name. Tasks that would create a cycle are listed with the reason why they cannot be chosen.
  await openTask(bob, 'Buy paint');
  await side(bob, 'Blocks').getByRole('link', { name: 'Paint the wall' }).waitFor();
  await bob.keyboard.press('b');
  await bob.getByRole('combobox', { name: 'Find a task' }).fill('Paint the wall');
  await bob.getByRole('option', { name: 'Paint the wall' }).getByText('Would create a loop').waitFor();
  await bob.keyboard.press('Escape');
  await bob.getByRole('button', { name: /^Status:/ }).click();
  await bob.getByRole('option', { name: 'Done', exact: true }).click();
  const mark = card(ada, 'To do', 'Paint the wall').getByText('Blocked by Buy paint');
  await expect.poll(() => mark.count()).toBe(0);
  await bob.getByRole('button', { name: 'Remove the relation to Paint the wall' }).click();
  await expect.poll(() => side(ada, 'Blocked by').count()).toBe(0);
  await panel(bob).focus();
  await bob.keyboard.press('Control+z');
  await side(ada, 'Blocked by').getByRole('link', { name: 'Buy paint' }).waitFor();
});

test('lets the user cancel a duplicate, and records the relation in both histories', async () => {
  const { ada } = await openBoard();
  await addTasks(ada, 'To do', ['Fix the door', 'The door squeaks']);
  await openTask(ada, 'The door squeaks');
  await section(ada).getByRole('button', { name: 'Add a relation…' }).click();
  await ada.getByRole('menuitem', { name: 'Duplicates', exact: true }).click();
  await pick(ada, 'Fix the door');
  await ada.getByRole('button', { name: 'Cancel this task' }).click();
  await card(ada, 'Cancelled', 'The door squeaks').waitFor();
  await expect.poll(() => ada.getByRole('button', { name: 'Cancel this task' }).count()).toBe(0);
  await side(ada, 'Duplicates').getByRole('link', { name: 'Fix the door' }).click();
  const activity = ada.getByRole('region', { name: 'Activity' });
  await activity.getByText('added “Duplicated by” The door squeaks').waitFor();
  await side(ada, 'Duplicated by').getByRole('link', { name: 'The door squeaks' }).click();
  await activity.getByText('added “Duplicates” Fix the door').waitFor();
});

test('adds a “Follows” relation that does not block the task, and undoes this', async () => {
  const { ada, bob } = await openBoard();
  await addTasks(ada, 'To do', ['Dig', 'Pour']);
  await openTask(ada, 'Pour');
  await section(ada).getByRole('button', { name: 'Add a relation…' }).click();
  await ada.getByRole('menuitem', { name: 'Follows', exact: true }).click();
  await pick(ada, 'Dig');
  await side(ada, 'Follows').getByRole('link', { name: 'Dig' }).waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await openTask(bob, 'Dig');
  await side(bob, 'Precedes').getByRole('link', { name: 'Pour' }).waitFor();
  expect(await card(bob, 'To do', 'Pour').getByText('Blocked by').count()).toBe(0);
  await panel(ada).focus();
  await ada.keyboard.press('Control+z');
  await expect.poll(() => side(bob, 'Precedes').count()).toBe(0);
});
