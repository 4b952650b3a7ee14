import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { addTasks, card, column, selectAll, unfoldHead } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, signInQuietly } from '#e2e/support/team-api.ts';
import { openTwoPeople } from '#e2e/support/two-people.ts';

// Incoming tasks wait in triage, hidden from all views, until they are accepted, declined, merged or snoozed.

const { openPerson } = useBrowser();
const product = useProduct();

const line = (page: Page, title: string): Locator => page.getByRole('link', { name: title, exact: true });
const tab = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: /^Triage/ });

test('keeps tasks from a guest in triage until they are accepted, declined, merged or snoozed', async () => {
  const { ada, bob, teamId, board } = await openTwoPeople(openPerson, product);
  const gus = await openPerson({});
  const gusId = await signInQuietly(gus, product, { name: 'Gus Hale', email: 'gus.triage@example.com' });
  await joinTeam(ada, gus, product, teamId, 'guest');
  const projectId = board.split('/').at(-1) ?? '';
  await callApi(ada, product, `PUT /teams/${teamId}/projects/${projectId}/grants/${gusId}`, {
    level: 'edit',
  });

  await ada.goto(`${board}/overview`);
  await ada.getByRole('button', { name: 'Turn triage on' }).click();
  await ada.getByRole('button', { name: 'Turn triage off' }).waitFor();
  await bob.goto(board);
  await addTasks(bob, 'To do', ['One', 'Two', 'Three']);
  await tab(bob).waitFor();
  await column(bob, 'To do').getByRole('link', { name: 'One', exact: true }).focus();
  await selectAll(bob);
  await bob.getByRole('toolbar', { name: 'Selected tasks' }).getByRole('button', { name: 'Triage' }).click();
  await expect.poll(() => card(bob, 'To do', 'Two').count()).toBe(0);
  await gus.goto(board);
  await addTasks(gus, 'To do', ['Four']);
  await expect.poll(() => tab(gus).textContent()).toBe('Triage4');
  await expect.poll(() => card(gus, 'To do', 'Four').count()).toBe(0);

  await tab(ada).click();
  const readLines = () => ada.locator('[data-task-id]').allTextContents();
  await expect.poll(readLines).toHaveLength(4);
  // Tasks submitted together have the same waiting time and any order. Later tasks are below them.
  const [one = '', two = '', three = '', four = ''] = await readLines();
  expect([one, two, three].toSorted()).toEqual(['One', 'Three', 'Two']);
  expect(four).toBe('Four');
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await line(ada, one).focus();
  await ada.keyboard.press('1');
  await card(bob, 'To do', one).waitFor();
  await expect.poll(() => ada.evaluate(() => document.activeElement?.textContent)).toBe(two);
  await ada.keyboard.press('3');
  await ada.getByRole('textbox', { name: /^Reason/ }).fill('Not this year');
  await ada.keyboard.press('Enter');
  await card(bob, 'Cancelled', two).waitFor();
  await expect.poll(() => ada.evaluate(() => document.activeElement?.textContent)).toBe(three);
  await ada.keyboard.press('2');
  await ada.getByRole('combobox').fill(one);
  await ada.getByRole('option', { name: one }).first().waitFor();
  await ada.keyboard.press('Enter');
  await card(bob, 'Cancelled', three).waitFor();
  await expect.poll(() => ada.evaluate(() => document.activeElement?.textContent)).toBe('Four');
  await ada.keyboard.press('h');
  await ada.getByRole('dialog', { name: 'Snooze in triage until' }).getByRole('option').first().click();
  await ada.getByRole('button', { name: 'Show 1 snoozed' }).waitFor();
  await expect.poll(() => tab(ada).textContent()).toBe('Triage');
  // Undo the last two steps one by one.
  await ada.keyboard.press('Control+z');
  await line(ada, 'Four').waitFor();
  await ada.keyboard.press('Control+z');
  await line(ada, three).waitFor();
  await line(ada, three).click();
  const panel = ada.getByRole('complementary', { name: `Task: ${three}` });
  await panel.getByRole('region', { name: 'Triage' }).getByText('In triage').waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);

  // Accepting from the panel advances to the next task.
  await panel.getByRole('button', { name: 'Accept', exact: true }).click();
  await ada.getByRole('complementary', { name: 'Task: Four' }).waitFor();
  await card(bob, 'To do', three).waitFor();

  // Turning triage off moves waiting tasks to the views. Undoing it returns them to triage.
  await ada.goto(`${board}/overview`);
  await ada.getByRole('button', { name: 'Turn triage off' }).click();
  await card(bob, 'To do', 'Four').waitFor();
  await expect.poll(() => tab(bob).count()).toBe(0);
  await ada.keyboard.press('Control+z');
  await expect.poll(() => tab(bob).textContent()).toBe('Triage1');
}, 120_000);

test('shows and accepts waiting tasks on a phone without horizontal scrolling', async () => {
  const { ada, bob, teamId, board } = await openTwoPeople(openPerson, product, { width: 390, height: 844 });
  const projectId = board.split('/').at(-1) ?? '';
  await callApi(ada, product, `PATCH /teams/${teamId}/projects/${projectId}`, { hasTriage: true });
  for (const title of [
    'Broken link',
    'A question of many words, so that it takes more than the width of a phone',
  ]) {
    const task = { title, projectId };
    const created = await callApi<{ task: { id: string } }>(
      ada,
      product,
      `POST /teams/${teamId}/tasks`,
      task,
    );
    await callApi(ada, product, `PATCH /teams/${teamId}/tasks/${created.task.id}`, { triage: {} });
  }
  await bob.goto(board);
  await ada.goto(board);
  await unfoldHead(ada);
  await tab(ada).click();
  await line(ada, 'Broken link').waitFor();
  expect(await ada.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await line(ada, 'Broken link').click();
  const panel = ada.getByRole('complementary', { name: 'Task: Broken link' });
  await panel.getByRole('button', { name: 'Accept', exact: true }).click();
  await card(bob, 'To do', 'Broken link').waitFor();
  expect(await ada.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}, 60_000);
