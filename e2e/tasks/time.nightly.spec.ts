import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { addTasks, card } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { openBoardTogether, WIDE } from '#e2e/support/two-people.ts';
import { addField, unfoldFields } from '#e2e/support/task-panel.ts';

// Time tracking with a timer that is visible on all screens, and with manual entries.

const { openPerson } = useBrowser();
const product = useProduct();

const openTogether = (viewport = WIDE) => openBoardTogether(openPerson, product, viewport);

const panel = (page: Page): Locator => page.getByRole('complementary', { name: /^Task:/ });
const activity = (page: Page): Locator => page.getByRole('region', { name: 'Activity' });
const spent = (page: Page): Locator => panel(page).getByRole('region', { name: 'Time', exact: true });
const timer = (page: Page): Locator => page.getByRole('group', { name: 'Timer', exact: true });
const act = (page: Page, name: string): Locator => panel(page).getByRole('button', { name, exact: true });

async function open(page: Page, title: string): Promise<void> {
  await card(page, 'To do', title).getByRole('link').click();
  await activity(page).getByText('created this task').waitFor();
}

/** Opens the form for a time entry by its button, or by the list of collapsed fields if no time has been tracked yet. */
async function openAdding(page: Page): Promise<void> {
  if (await act(page, 'Add time').isVisible()) await act(page, 'Add time').click();
  else await addField(page, 'Time');
}

async function add(page: Page, time: string, note = ''): Promise<void> {
  await openAdding(page);
  const dialog = page.getByRole('dialog', { name: 'Add time' });
  await dialog.getByLabel('Time spent').fill(time);
  await dialog.getByLabel('Note (optional)').fill(note);
  await dialog.getByRole('button', { name: 'Add time' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('shows a running timer to both users, and stops the timer when another timer is started', async () => {
  const { ada, bob } = await openTogether();
  await addTasks(ada, 'To do', ['Choose a font', 'Ask for quotes']);
  await open(ada, 'Choose a font');
  await unfoldFields(ada);
  await act(ada, 'Start timer').click();
  await ada.getByText('Timer started', { exact: true }).first().waitFor();
  await timer(ada).getByRole('button', { name: 'Timer is running: Choose a font' }).waitFor();
  await expect.poll(() => timer(ada).getByRole('timer').textContent()).toMatch(/^0:0[1-9]$/);
  await open(bob, 'Choose a font');
  await panel(bob).getByRole('img', { name: 'Working on it now: Ada Moss' }).waitFor();
  await expect.poll(() => timer(bob).count()).toBe(0);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await ada.keyboard.press('Escape');
  await card(ada, 'To do', 'Ask for quotes').getByRole('link').focus();
  await ada.keyboard.press('i');
  await ada
    .getByText(/^Timer started\. The timer on .* stopped\.$/)
    .first()
    .waitFor();
  // Undo resumes the stopped timer.
  await ada.keyboard.press('Control+z');
  await timer(ada).getByRole('button', { name: 'Timer is running: Choose a font' }).waitFor();
  await panel(bob).getByRole('img', { name: 'Working on it now: Ada Moss' }).waitFor();
  await card(ada, 'To do', 'Ask for quotes').getByRole('link').focus();
  await ada.keyboard.press('i');
  await timer(ada).getByRole('button', { name: 'Timer is running: Ask for quotes' }).waitFor();
  await ada.getByRole('link', { name: 'Members' }).first().click();
  await timer(ada).getByRole('button', { name: 'Timer is running: Ask for quotes' }).waitFor();
  await activity(bob)
    .getByText(/Ada Moss tracked/)
    .first()
    .waitFor();
  await timer(ada).getByRole('button', { name: 'Stop timer' }).click();
  await ada
    .getByText(/^Timer stopped: /)
    .first()
    .waitFor();
  await expect.poll(() => timer(ada).count()).toBe(0);
  await ada.keyboard.press('Control+z');
  await timer(ada).waitFor();
});

test('validates typed durations, and lets the author change and the team owner delete a time entry', async () => {
  const { ada, bob } = await openTogether();
  await addTasks(ada, 'To do', ['Paint']);
  await open(bob, 'Paint');
  await openAdding(bob);
  const dialog = bob.getByRole('dialog', { name: 'Add time' });
  await dialog.getByLabel('Time spent').fill('soon');
  await dialog.getByRole('button', { name: 'Add time' }).click();
  await dialog.getByText('Enter a time like 1h 30m, 90m, 1:30 or 1.5h').waitFor();
  await dialog.getByLabel('Time spent').fill('25h');
  await dialog.getByRole('button', { name: 'Add time' }).click();
  await dialog.getByText('Up to 24 hours').waitFor();
  await dialog.getByLabel('Time spent').fill('1.5h');
  await dialog.getByText('That is 1 hr 30 mins').waitFor();
  expect(await findAccessibilityIssues(bob)).toEqual([]);
  await dialog.getByLabel('Note (optional)').fill('The ceiling');
  await bob.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Add time' }).click();
  await spent(bob).getByText('The ceiling').waitFor();
  await open(ada, 'Paint');
  await spent(ada).getByText('1 hr 30 mins').first().waitFor();
  await activity(ada).getByText('Bob Reed tracked 1 hr 30 mins').waitFor();
  await add(ada, '45 min');
  await spent(bob).getByText('2 hrs 15 mins').waitFor();
  await spent(bob).getByRole('list', { name: 'Time by person' }).getByText('Ada Moss').waitFor();
  await expect
    .poll(() =>
      spent(bob)
        .getByRole('button', { name: /Ada Moss/ })
        .count(),
    )
    .toBe(0);
  await spent(bob).getByRole('button', { name: 'Change your time of 1 hr 30 mins' }).click();
  const change = bob.getByRole('dialog', { name: 'Change time' });
  await change.getByLabel('Time spent').fill('2:00');
  await change.getByRole('button', { name: 'Save' }).click();
  await spent(ada).getByText('2 hrs 45 mins').waitFor();
  await spent(ada).getByRole('button', { name: 'Delete 2 hrs of Bob Reed' }).click();
  await ada.getByText('Time deleted').first().waitFor();
  await expect.poll(() => spent(bob).textContent()).not.toContain('The ceiling');
  await panel(ada).focus();
  await ada.keyboard.press('Control+z');
  await spent(ada).getByText('2 hrs 45 mins').waitFor();
  await spent(bob).getByText('The ceiling').waitFor();
});

test('shows the timer at the top of a phone’s screen without horizontal scrolling', async () => {
  const { ada } = await openTogether({ width: 390, height: 844 });
  await addTasks(ada, 'To do', ['Sand the floor']);
  await open(ada, 'Sand the floor');
  await add(
    ada,
    '1h 5m',
    'A note that is longer than what a phone has room for in one line, whatever it says',
  );
  await act(ada, 'Start timer').click();
  expect(await ada.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await panel(ada)
    .getByRole('button', { name: /^(Close|Back)/ })
    .first()
    .click();
  await timer(ada).waitFor();
  const box = await timer(ada).boundingBox();
  expect([box !== null && box.y < 60, box !== null && box.x + box.width <= 390]).toEqual([true, true]);
  expect(await ada.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await timer(ada).getByRole('button', { name: 'Stop timer' }).click();
  await expect.poll(() => timer(ada).count()).toBe(0);
});
