import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';
import { chooseInTaskMenu } from '#e2e/support/task-panel.ts';

// Projects and tasks can be saved as templates. Other users instantiate them with other members and dates.

const { openPerson } = useBrowser();
const product = useProduct();
let teams = 0;

async function openTogether(viewport = { width: 1440, height: 900 }) {
  const [ada, bob] = [await openPerson({ viewport }), await openPerson({ viewport })];
  teams += 1;
  const adaId = await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  await signInQuietly(bob, product, { name: 'Bob Reed', email: `bob.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await joinTeam(ada, bob, product, teamId, 'member');
  await callApi(ada, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  const { projectId, board } = await makeProject(ada, product, teamId, 'Spring fair');
  const add = async (fields: object): Promise<string> => {
    const path = `POST /teams/${teamId}/tasks`;
    const created = await callApi<{ task: { id: string } }>(ada, product, path, { projectId, ...fields });
    return created.task.id;
  };
  const hall = await add({ title: 'Book the hall', dueDate: '2026-11-30', assigneeIds: [adaId] });
  await add({ title: 'Ask for prices', parentId: hall, startDate: '2026-11-23' });
  await callApi(ada, product, `POST /teams/${teamId}/tasks/${hall}/checklist`, { title: 'Sign the lease' });
  await add({ title: 'Print posters', dueDate: '2026-12-03' });
  return { ada, bob, board, hall };
}

/** Locates a task's title link in the To do column by its exact name. */
const title = (page: Page, name: string): Locator =>
  column(page, 'To do').getByRole('link', { name, exact: true });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const panel = (page: Page): Locator => page.getByRole('complementary', { name: /^Task:/ });

test('saves a project as a template, which another user instantiates and then undoes', async () => {
  const { ada, bob, board } = await openTogether();
  await ada.goto(board);
  await card(ada, 'To do', 'Print posters').waitFor();
  await ada.getByRole('button', { name: 'Project menu' }).click();
  await ada.getByRole('menuitem', { name: 'Save as template' }).click();
  await dialog(ada).getByText('It contains 3 tasks.').waitFor();
  await dialog(ada).getByRole('textbox', { name: 'Name' }).fill('Fair');
  await dialog(ada).getByRole('textbox', { name: 'Ada Moss' }).fill('Organiser');
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await dialog(ada).getByRole('button', { name: 'Save template' }).click();
  await ada.getByText('Template saved').waitFor();

  await bob.goto(`${product.webOrigin}/dashboard/projects`);
  await bob.getByRole('button', { name: 'New project' }).first().click();
  await dialog(bob).getByRole('button', { name: 'From a template' }).click();
  await dialog(bob).getByRole('heading', { name: 'New project from a template' }).waitFor();
  await dialog(bob).getByRole('textbox', { name: 'Name' }).fill('Autumn fair');
  await expect.poll(() => dialog(bob).getByRole('textbox', { name: 'Key' }).inputValue()).toBe('AF');
  await dialog(bob).getByLabel('Start date', { exact: true }).fill('2027-09-06');
  await bob.keyboard.press('Tab');
  await dialog(bob)
    .getByRole('button', { name: /^Organiser:/ })
    .click();
  await bob.getByRole('option', { name: 'Bob Reed' }).click();
  expect(await findAccessibilityIssues(bob)).toEqual([]);
  await dialog(bob).getByRole('button', { name: 'Create project with 3 tasks' }).click();
  await bob.getByText('Project created').waitFor();

  // The new board shows all tasks of the template to both users.
  await title(bob, 'Book the hall').click();
  await panel(bob).getByRole('checkbox', { name: 'Done: Sign the lease' }).waitFor();
  await panel(bob).getByText('Ask for prices').waitFor();
  await expect
    .poll(() => panel(bob).getByLabel('Due date', { exact: true }).inputValue())
    .toBe('13 Sept 2027');
  await panel(bob)
    .getByRole('button', { name: /^Assignees:.*Bob Reed/ })
    .waitFor();
  await bob.keyboard.press('Escape');
  await ada.goto(`${product.webOrigin}/dashboard/projects`);
  await ada
    .getByRole('link', { name: /Autumn fair/ })
    .first()
    .click();
  await card(ada, 'To do', 'Print posters').waitFor();

  await panel(bob).waitFor({ state: 'detached' });
  await bob.mouse.move(500, 500);
  await bob.keyboard.press('ControlOrMeta+z');
  await bob.getByText('We can’t find this project').waitFor();
  await ada.getByText('We can’t find this project').waitFor();
});

test('saves, uses, renames, deletes and restores a template on a phone', async () => {
  const { ada, bob, board, hall } = await openTogether({ width: 390, height: 844 });
  await ada.goto(`${board}?task=${hall}`);
  await chooseInTaskMenu(ada, 'Save as template');
  await dialog(ada).getByText('It contains 2 tasks.').waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await dialog(ada).getByRole('button', { name: 'Save template' }).click();
  await ada.getByText('Template saved').waitFor();

  await bob.goto(board);
  await column(bob, 'To do').waitFor();
  await bob.getByRole('button', { name: 'New task', exact: true }).first().click();
  await dialog(bob).getByRole('button', { name: 'From a template' }).click();
  await dialog(bob).getByRole('heading', { name: 'New task from a template' }).waitFor();
  expect(await bob.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await findAccessibilityIssues(bob)).toEqual([]);
  await dialog(bob).getByRole('button', { name: 'Create 2 tasks' }).click();
  await bob.getByText('2 tasks created').waitFor();

  const list = (page: Page) => page.getByRole('list', { name: 'Templates' });
  await bob.goto(`${product.webOrigin}/dashboard/settings/work`);
  await list(bob).getByText('Book the hall').waitFor();
  // Only the creator can change the template.
  expect(
    await list(bob)
      .getByRole('button', { name: /^Delete/ })
      .count(),
  ).toBe(0);
  await ada.goto(`${product.webOrigin}/dashboard/settings/work`);
  await ada.getByRole('textbox', { name: 'Name of the template Book the hall' }).fill('Hall');
  await ada.keyboard.press('Enter');
  await list(bob).getByText('Hall', { exact: true }).waitFor();
  await ada.getByRole('button', { name: 'Delete the template Hall' }).click();
  await list(bob).getByText('Hall', { exact: true }).waitFor({ state: 'detached' });
  await ada.getByRole('button', { name: 'Undo' }).click();
  await list(bob).getByText('Hall', { exact: true }).waitFor();
  expect(await ada.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
