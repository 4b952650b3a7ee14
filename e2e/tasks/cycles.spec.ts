import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '#e2e/support/accessibility.ts';
import { addTasks, card, selectAll } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { openTwoPeople, WIDE } from '#e2e/support/two-people.ts';

// Stretches of time into which a project puts its work: turned on by one pick, filled by keys, and taken back.

const { openPerson } = useBrowser();
const product = useProduct();

const openTogether = (viewport = WIDE) => openTwoPeople(openPerson, product, viewport);

const panel = (page: Page): Locator => page.getByRole('complementary', { name: /^Task:/ });
const activity = (page: Page): Locator => page.getByRole('region', { name: 'Activity' });
const current = (page: Page): Locator => page.getByRole('region', { name: 'Current cycle' });

async function turnOn(page: Page, board: string): Promise<void> {
  await page.goto(`${board}/overview`);
  await page.getByRole('button', { name: /^Cycles:/ }).click();
  await page.getByRole('option', { name: 'Every 2 weeks', exact: true }).click();
  await page.getByRole('link', { name: 'Cycles', exact: true }).click();
  await current(page).waitFor();
}

test('turned on, named, filled by a key, filtered, grouped and undone', async () => {
  const { ada, bob, board } = await openTogether();
  await turnOn(ada, board);
  await bob.goto(`${board}/cycles`);
  await current(ada).getByRole('textbox', { name: 'Name of Cycle 1' }).fill('Spring');
  await ada.keyboard.press('Tab');
  await current(bob).getByRole('textbox', { name: 'Name of Spring' }).waitFor();
  expect(await findBarriers(ada)).toEqual([]);

  await ada.goto(board);
  await addTasks(ada, 'To do', ['Choose a font', 'Ask for quotes']);
  await card(ada, 'To do', 'Choose a font').getByRole('link').click();
  await activity(ada).getByText('created this task').waitFor();
  await ada.keyboard.press('w');
  await ada.getByRole('option', { name: 'Spring' }).click();
  await activity(ada).getByText('added this to Spring').waitFor();
  await current(bob).getByRole('link', { name: 'Choose a font' }).waitFor();
  await bob.goto(`${board}?filter=cycle:current`);
  await card(bob, 'To do', 'Choose a font').waitFor();
  await expect.poll(() => card(bob, 'To do', 'Ask for quotes').count()).toBe(0);
  // What is made under that filter is in the cycle, or it would vanish.
  await addTasks(bob, 'To do', ['Draw the page']);
  // Shown to Ada: sent, so that no reload is quicker than what keeps it.
  await card(ada, 'To do', 'Draw the page').waitFor();
  await bob.goto(`${board}?group=cycle`);
  await card(bob, 'Spring', 'Draw the page').waitFor();
  await card(bob, 'No cycle', 'Ask for quotes').waitFor();
  await bob.goto(`${board}?view=table&columns=title,cycle`);
  await expect.poll(() => bob.getByRole('gridcell', { name: 'Spring' }).count()).toBe(2);

  await panel(ada).focus();
  await ada.keyboard.press('Control+z');
  await expect.poll(() => bob.getByRole('gridcell', { name: 'Spring' }).count()).toBe(1);
}, 120_000);

test('set for many, and settings change what has not begun; turned off they end by themselves', async () => {
  const { ada, board } = await openTogether();
  await turnOn(ada, board);
  const ahead = ada.getByRole('region', { name: 'Upcoming' }).getByRole('group');
  await expect.poll(() => ahead.count()).toBe(2);
  await ada.getByRole('button', { name: /^Planned ahead:/ }).click();
  await ada.getByRole('option', { name: '3', exact: true }).click();
  await expect.poll(() => ahead.count()).toBe(3);
  await ada.getByRole('button', { name: 'Turn off', exact: true }).click();
  await ada.getByText('Cycles are turned off').waitFor();
  await expect.poll(() => ahead.count()).toBe(0);
  await ada.locator('body').press('Control+z');
  await expect.poll(() => ahead.count()).toBe(3);

  await ada.goto(board);
  await addTasks(ada, 'To do', ['One', 'Two']);
  await ada.getByRole('link', { name: 'One', exact: true }).focus();
  await selectAll(ada);
  await ada.keyboard.press('w');
  await ada
    .getByRole('dialog')
    .getByRole('option', { name: /^Cycle 2:/ })
    .click();
  await ada.goto(`${board}/cycles`);
  await ahead.first().getByText('2 tasks').waitFor();
}, 120_000);
