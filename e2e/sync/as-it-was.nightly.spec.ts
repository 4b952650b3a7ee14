import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { addTasks, card } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { openBoardTogether, WIDE } from '#e2e/support/two-people.ts';

// Boards, lists and projects can be viewed as of a given time, read-only, by URL and by keyboard.

const { openPerson, allowFaults } = useBrowser();
const product = useProduct();

const bar = (page: Page): Locator => page.getByRole('complementary', { name: 'Time travel' });
const panel = (page: Page): Locator => page.getByRole('complementary', { name: /^Task:/ });

/** Opens a board with two tasks for two users. */
async function openTogether(viewport = WIDE) {
  const { ada, bob, board } = await openBoardTogether(openPerson, product, viewport);
  await addTasks(ada, 'To do', ['Choose a font', 'Ask for quotes']);
  for (const title of ['Choose a font', 'Ask for quotes']) await card(bob, 'To do', title).waitFor();
  return { ada, bob, board };
}

test('shows a read-only historical snapshot of boards, lists and tasks at the time in the URL', async () => {
  const { ada, bob, board } = await openTogether();
  const at = new Date().toISOString();
  await card(ada, 'To do', 'Ask for quotes').getByRole('link').click();
  await panel(ada).getByRole('textbox', { name: 'Title', exact: true }).fill('Ask for three quotes');
  await ada.keyboard.press('Enter');
  await card(bob, 'To do', 'Ask for three quotes').waitFor();
  await ada.keyboard.press('Escape');
  await addTasks(ada, 'To do', ['Came later']);
  await card(bob, 'To do', 'Came later').waitFor();
  await card(ada, 'To do', 'Choose a font').getByRole('link').focus();
  await ada.keyboard.press('Delete');
  await card(bob, 'To do', 'Choose a font').waitFor({ state: 'detached' });
  await bob.goto(`${board}?at=${at}`);
  await card(bob, 'To do', 'Ask for quotes').waitFor();
  await card(bob, 'To do', 'Choose a font').waitFor();
  expect(await card(bob, 'To do', 'Came later').count()).toBe(0);
  await bar(bob).getByText('Viewing').waitFor();
  expect(await findAccessibilityIssues(bob)).toEqual([]);
  // The panel shows the task as of that time, read-only.
  await card(bob, 'To do', 'Ask for quotes').getByRole('link').click();
  await panel(bob).waitFor();
  expect(await panel(bob).getByRole('textbox', { name: 'Title', exact: true }).isEditable()).toBe(false);
  await panel(bob).getByRole('region', { name: 'Activity' }).getByText('created this task').waitFor();
  expect(await panel(bob).getByText('renamed').count()).toBe(0);
  await bob.keyboard.press('Escape');
  // Other views and screens show the same point in time.
  await bob.goto(`${board}?view=list&at=${at}`);
  await bob.getByRole('link', { name: 'Choose a font', exact: true }).waitFor();
  await bob.keyboard.press('g');
  await bob.keyboard.press('t');
  await bob.waitForURL(/\/dashboard\/tasks\?.*at=/);
  await bob.getByRole('link', { name: 'Choose a font', exact: true }).waitFor();
  // Return to the current state by keyboard.
  await bob.keyboard.press('g');
  await bob.keyboard.press('n');
  await bob.getByRole('link', { name: 'Came later', exact: true }).waitFor();
  await bar(bob).waitFor({ state: 'detached' });
  expect(new URL(bob.url()).searchParams.has('at')).toBe(false);
  // Bob's screen is live again: it shows Ada's new task.
  await addTasks(ada, 'To do', ['Meanwhile']);
  await bob.getByRole('link', { name: 'Meanwhile', exact: true }).waitFor();
});

test('steps back and forth by days, but shows only the current state offline', async () => {
  const { ada } = await openTogether({ width: 390, height: 844 });
  await ada.keyboard.press('g');
  await ada.keyboard.press('b');
  await bar(ada).waitFor();
  // The previous day shows no tasks because the project did not exist yet.
  await card(ada, 'To do', 'Ask for quotes').waitFor({ state: 'detached' });
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await bar(ada).getByRole('button', { name: 'Next day' }).click();
  await card(ada, 'To do', 'Ask for quotes').waitFor();
  await bar(ada).waitFor({ state: 'detached' });
  allowFaults(/net::ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await ada.context().setOffline(true);
  await ada.keyboard.press('g');
  await ada.keyboard.press('b');
  await ada.getByText('The past is kept on the server').waitFor();
  await card(ada, 'To do', 'Ask for quotes').waitFor();
  await ada.context().setOffline(false);
});
