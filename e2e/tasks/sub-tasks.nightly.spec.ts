import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { addTasks, card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { openBoardTogether, type WIDE } from '#e2e/support/two-people.ts';
import { chooseInTaskMenu } from '#e2e/support/task-panel.ts';

// Sub-tasks are created and ordered in the panel, counted on the card, and deleted and restored together with their parent.

const { openPerson } = useBrowser();
const product = useProduct();

const openBoard = (viewport?: typeof WIDE) => openBoardTogether(openPerson, product, viewport);

const section = (page: Page): Locator => page.getByRole('region', { name: 'Sub-tasks' });
const lines = (page: Page): Locator => section(page).getByRole('listitem');
const adder = (page: Page): Locator => page.getByRole('textbox', { name: 'Add a sub-task…' });
const crumbs = (page: Page): Locator => page.getByRole('navigation', { name: 'Parent' });

async function openTask(page: Page, title: string): Promise<void> {
  await column(page, 'To do').getByRole('link', { name: title, exact: true }).click();
  await adder(page).waitFor();
}

async function readLines(page: Page): Promise<string[]> {
  return (await lines(page).getByRole('link').allTextContents()).map((text) => text.trim());
}

test('adds and orders sub-tasks by keyboard, and counts completed sub-tasks on the card', async () => {
  const { ada, bob } = await openBoard();
  await addTasks(ada, 'To do', ['Launch the site']);
  await openTask(ada, 'Launch the site');
  await ada.keyboard.press('Shift+C');
  for (const title of ['Write copy', 'Choose a font', 'Buy a domain']) {
    await ada.keyboard.type(title);
    await ada.keyboard.press('Enter');
  }
  await expect.poll(() => readLines(ada)).toEqual(['Write copy', 'Choose a font', 'Buy a domain']);
  await ada.getByText('Ada Moss added the sub-task Choose a font').waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await lines(ada).nth(2).getByRole('link').focus();
  await ada.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => readLines(ada)).toEqual(['Write copy', 'Buy a domain', 'Choose a font']);
  await expect
    .poll(() => ada.evaluate(() => document.activeElement?.textContent?.trim()))
    .toBe('Buy a domain');
  await ada.getByRole('checkbox', { name: 'Done: Write copy' }).click();
  await section(ada).getByText('1 of 3 done', { exact: true }).waitFor();
  await card(bob, 'To do', 'Launch the site').getByText('1 of 3 sub-tasks done').waitFor();
  await card(bob, 'To do', 'Buy a domain').getByLabel('Parent: Launch the site').waitFor();
});

test('creates one sub-task per line of a pasted list, and undoes this in one step', async () => {
  const { ada } = await openBoard();
  await addTasks(ada, 'To do', ['Plan the party']);
  await openTask(ada, 'Plan the party');
  await adder(ada).focus();
  await ada.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', '- Cake\n* Balloons\n\n[x] Music');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect.poll(() => readLines(ada)).toEqual(['Cake', 'Balloons', 'Music']);
  await lines(ada).first().getByRole('link').focus();
  await ada.keyboard.press('Control+z');
  await expect.poll(() => readLines(ada)).toEqual([]);
  await expect.poll(() => card(ada, 'To do', 'Balloons').count()).toBe(0);
});

test('sets a parent with Shift+P, disables descendants as parents, and removes a sub-task', async () => {
  const { ada } = await openBoard();
  await addTasks(ada, 'To do', ['Top', 'Middle', 'Leaf']);
  for (const [title, parent] of [
    ['Middle', 'Top'],
    ['Leaf', 'Middle'],
  ] as const) {
    await openTask(ada, title);
    await ada.keyboard.press('Shift+P');
    await ada.getByRole('combobox', { name: 'Find a task' }).fill(parent);
    await ada.keyboard.press('Enter');
    await crumbs(ada).getByRole('link', { name: parent }).waitFor();
    await ada.keyboard.press('Escape');
    await crumbs(ada).waitFor({ state: 'detached' });
  }
  await openTask(ada, 'Top');
  await ada.keyboard.press('Shift+P');
  await ada.getByRole('combobox', { name: 'Find a task' }).fill('Leaf');
  const option = ada.getByRole('option', { name: 'Leaf' });
  expect(await option.getAttribute('aria-disabled')).toBe('true');
  await option.getByText('Already a sub-task').waitFor();
  await ada.keyboard.press('Escape');
  await lines(ada).getByRole('link', { name: 'Middle' }).click();
  await lines(ada).getByRole('link', { name: 'Leaf' }).click();
  await expect.poll(() => crumbs(ada).getByRole('link').allTextContents()).toEqual(['Top', 'Middle']);
  await crumbs(ada).getByRole('link', { name: 'Top' }).click();
  await ada.getByRole('complementary', { name: 'Task: Top' }).waitFor();
  await ada.getByRole('button', { name: 'Remove sub-task “Middle”' }).click();
  await expect.poll(() => readLines(ada)).toEqual([]);
});

test('deletes a task with its sub-task for both users, and restores both tasks in one step', async () => {
  const { ada, bob } = await openBoard();
  await addTasks(ada, 'To do', ['Whole']);
  await openTask(ada, 'Whole');
  await adder(ada).fill('Part');
  await ada.keyboard.press('Enter');
  await card(bob, 'To do', 'Part').waitFor();
  await chooseInTaskMenu(ada, 'Delete task');
  await expect.poll(() => card(ada, 'To do', 'Part').count()).toBe(0);
  await expect.poll(() => card(bob, 'To do', 'Part').count()).toBe(0);
  await ada.keyboard.press('Control+z');
  await card(ada, 'To do', 'Part').waitFor();
  await card(bob, 'To do', 'Part').waitFor();
  await card(bob, 'To do', 'Whole').getByText('0 of 1 sub-task done').waitFor();
});

test('adds and completes a sub-task on a phone without horizontal scrolling', async () => {
  const { ada } = await openBoard({ width: 390, height: 844 });
  await addTasks(ada, 'To do', ['Pack']);
  await openTask(ada, 'Pack');
  await adder(ada).fill('Passport and the very long list of papers that nobody reads');
  await adder(ada).press('Enter');
  const tick = ada.getByRole('checkbox', { name: /^Done: Passport/ });
  await tick.click();
  await section(ada).getByText('1 of 1 done', { exact: true }).waitFor();
  const width = await ada.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
});
