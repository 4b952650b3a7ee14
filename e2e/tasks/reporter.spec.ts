import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '#e2e/support/accessibility.ts';
import { addTasks, card } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { openBoardTogether, WIDE } from '#e2e/support/two-people.ts';
import { unfoldFields } from '#e2e/support/task-panel.ts';

// Who asked for a task: whoever made it, until somebody else is named.

const { openPerson } = useBrowser();
const product = useProduct();

const openTogether = (viewport = WIDE) => openBoardTogether(openPerson, product, viewport);

const panel = (page: Page): Locator => page.getByRole('complementary', { name: /^Task:/ });
const activity = (page: Page): Locator => page.getByRole('region', { name: 'Activity' });
const asked = (page: Page): Locator => panel(page).getByRole('button', { name: /^Requested by:/ });

test('named by a key, seen by the other under a filter and as columns, told in the history, and undone', async () => {
  const { ada, bob, board } = await openTogether();
  await addTasks(ada, 'To do', ['Choose a font', 'Ask for quotes']);
  await card(ada, 'To do', 'Choose a font').getByRole('link').click();
  await activity(ada).getByText('created this task').waitFor();
  await unfoldFields(ada);
  await expect.poll(() => asked(ada).textContent()).toContain('Ada Moss');
  await ada.keyboard.press('Shift+A');
  await ada.getByRole('option', { name: 'Bob Reed' }).click();
  await activity(ada).getByText('changed the requester from Ada Moss to Bob Reed').waitFor();
  expect(await findBarriers(ada)).toEqual([]);
  await bob.goto(`${board}?filter=reporter:me`);
  await card(bob, 'To do', 'Choose a font').waitFor();
  await expect.poll(() => card(bob, 'To do', 'Ask for quotes').count()).toBe(0);
  await bob.goto(`${board}?group=reporter`);
  await card(bob, 'Bob Reed', 'Choose a font').waitFor();
  await card(bob, 'Ada Moss', 'Ask for quotes').waitFor();
  await panel(ada).focus();
  await ada.keyboard.press('Control+z');
  await card(bob, 'Ada Moss', 'Choose a font').waitFor();
});
