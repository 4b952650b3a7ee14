import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '#e2e/support/accessibility.ts';
import { addTasks, card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// The small steps of a task: written one after another, ticked, put in order by keys, and turned into sub-tasks.

const { openPerson } = useBrowser();
const product = useProduct();
let teams = 0;

async function openTask(viewport = { width: 1440, height: 900 }): Promise<{ ada: Page; bob: Page }> {
  const [ada, bob] = [await openPerson({ viewport }), await openPerson({ viewport })];
  teams += 1;
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  await signInQuietly(bob, product, { name: 'Bob Reed', email: `bob.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await joinTeam(ada, bob, product, teamId, 'member');
  const { board } = await makeProject(ada, product, teamId, 'Website');
  for (const page of [ada, bob]) {
    await page.goto(board);
    await column(page, 'To do').waitFor();
  }
  await addTasks(ada, 'To do', ['Pack']);
  await column(ada, 'To do').getByRole('link', { name: 'Pack', exact: true }).click();
  await adder(ada).waitFor();
  return { ada, bob };
}

const section = (page: Page): Locator => page.getByRole('region', { name: 'Checklist' });
const adder = (page: Page): Locator => page.getByRole('textbox', { name: 'Add checklist item…' });
const readSteps = async (page: Page): Promise<string[]> =>
  await section(page)
    .getByRole('textbox', { name: /^Item:/ })
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));

test('steps are written one after another, ticked, moved by keys, and one becomes a sub-task; all is undone', async () => {
  const { ada, bob } = await openTask();
  await ada.keyboard.press('Shift+L');
  for (const title of ['Shirt', 'Socks', 'Tent']) {
    await ada.keyboard.type(title);
    await ada.keyboard.press('Enter');
  }
  await expect.poll(() => readSteps(ada)).toEqual(['Shirt', 'Socks', 'Tent']);
  await ada.getByRole('checkbox', { name: 'Done: Shirt' }).click();
  await card(bob, 'To do', 'Pack').getByText('1 of 3 steps done').waitFor();
  expect(await findBarriers(ada)).toEqual([]);
  const tent = ada.getByRole('textbox', { name: 'Item: Tent' });
  await tent.focus();
  await ada.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => readSteps(ada)).toEqual(['Shirt', 'Tent', 'Socks']);
  await expect.poll(() => tent.evaluate((field) => field === document.activeElement)).toBe(true);
  await ada.keyboard.press('Alt+Enter');
  await expect.poll(() => readSteps(ada)).toEqual(['Shirt', 'Socks']);
  await ada.getByRole('region', { name: 'Sub-tasks' }).getByRole('link', { name: 'Tent' }).waitFor();
  await ada.getByRole('complementary', { name: 'Task: Pack' }).focus();
  await ada.keyboard.press('Control+z');
  await expect.poll(() => readSteps(ada)).toEqual(['Shirt', 'Tent', 'Socks']);
  await expect.poll(() => card(bob, 'To do', 'Tent').count()).toBe(0);
  const activity = ada.getByRole('region', { name: 'Activity' });
  // What happened in one stretch is folded between its first and its last lines.
  await activity.getByRole('button', { name: /^Show \d+ more changes$/ }).click();
  await activity.getByText('completed the checklist item Shirt').waitFor();
});
