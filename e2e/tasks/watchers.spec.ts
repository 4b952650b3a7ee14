import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '#e2e/support/accessibility.ts';
import { addTasks, card, selectAll } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { openBoardTogether, WIDE } from '#e2e/support/two-people.ts';
import { unfoldFields } from '#e2e/support/task-panel.ts';

// Who watches a task: whoever has to do with it, whoever wants to, and whoever is asked to.

const { openPerson } = useBrowser();
const product = useProduct();

const openTogether = (viewport = WIDE) => openBoardTogether(openPerson, product, viewport);

const panel = (page: Page): Locator => page.getByRole('complementary', { name: /^Task:/ });
const activity = (page: Page): Locator => page.getByRole('region', { name: 'Activity' });
const watchers = (page: Page): Locator => panel(page).getByRole('button', { name: /^Watchers:/ });

test('asked for in the panel, seen by the other, told in the history, grouped, and undone', async () => {
  const { ada, bob, board } = await openTogether();
  await addTasks(ada, 'To do', ['Choose a font', 'Ask for quotes']);
  await card(ada, 'To do', 'Choose a font').getByRole('link').click();
  await activity(ada).getByText('created this task').waitFor();
  await unfoldFields(ada);
  await expect.poll(() => watchers(ada).textContent()).toContain('Ada Moss');
  await ada.keyboard.press('Shift+W');
  await ada.getByRole('option', { name: 'Bob Reed' }).click();
  await ada.keyboard.press('Escape');
  await activity(ada).getByText('added Bob Reed to the watchers').waitFor();
  expect(await findBarriers(ada)).toEqual([]);
  await bob.goto(`${board}?filter=watcher:me`);
  await card(bob, 'To do', 'Choose a font').waitFor();
  await expect.poll(() => card(bob, 'To do', 'Ask for quotes').count()).toBe(0);
  await bob.goto(`${board}?group=watcher`);
  await card(bob, 'Bob Reed', 'Choose a font').waitFor();
  await card(bob, 'Ada Moss', 'Ask for quotes').waitFor();
  await panel(ada).focus();
  await ada.keyboard.press('Control+z');
  await expect.poll(() => card(bob, 'Bob Reed', 'Choose a font').count()).toBe(0);
});

test('watched and let go of by keys, several at once, and by a button in the panel', async () => {
  const { ada, bob } = await openTogether();
  await addTasks(ada, 'To do', ['Paint', 'Hang lamps']);
  await card(bob, 'To do', 'Paint').waitFor();
  await card(bob, 'To do', 'Hang lamps').getByRole('link').focus();
  await selectAll(bob);
  await bob.keyboard.press('o');
  await bob.getByText('You watch 2 tasks').waitFor();
  await bob.getByRole('button', { name: 'Undo' }).waitFor();
  await bob.keyboard.press('Escape');
  await card(ada, 'To do', 'Paint').getByRole('link').click();
  await activity(ada).getByText('Bob Reed started watching this task').waitFor();
  await card(bob, 'To do', 'Paint').getByRole('link').click();
  await panel(bob).getByRole('button', { name: 'Stop watching' }).click();
  await panel(bob).getByRole('button', { name: 'Watch', exact: true }).waitFor();
  await activity(ada).getByText('Bob Reed stopped watching this task').waitFor();
});
