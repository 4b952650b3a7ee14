import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { addTasks, card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';
import { addField, unfoldFields } from '#e2e/support/task-panel.ts';

// Personal reminders can be set by pointer and by keyboard. A due reminder is shown in every open tab.

const { openPerson } = useBrowser();
const product = useProduct();
let teams = 0;

async function openBoard(viewport = { width: 1440, height: 900 }) {
  const ada = await openPerson({ viewport });
  teams += 1;
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  const { board, projectId } = await makeProject(ada, product, teamId, 'Website');
  await ada.goto(board);
  await column(ada, 'To do').waitFor();
  return { ada, board, teamId, projectId };
}

const panel = (page: Page): Locator => page.getByRole('complementary', { name: /^Task:/ });
const notice = (page: Page, title: string): Locator =>
  page.getByRole('group', { name: `Reminder: ${title}` });

/** Adds a reminder to a task for the next full minute that is at least 1.5 s away. */
async function ringSoon(page: Page, teamId: string, taskId: string): Promise<void> {
  const soon = new Date(Math.ceil((Date.now() + 1500) / 60_000) * 60_000).toISOString();
  await callApi(page, product, `PATCH /teams/${teamId}/own-tasks`, {
    taskIds: [taskId],
    reminders: [
      {
        id: crypto.randomUUID(),
        on: 'day',
        day: soon.slice(0, 10),
        days: 0,
        time: soon.slice(11, 16),
        timeZone: 'UTC',
        isSeen: false,
      },
    ],
  });
}

test('sets private reminders in the panel and with Shift+H, and undoes a removal', async () => {
  const { ada, board, teamId } = await openBoard();
  const bob = await openPerson();
  await signInQuietly(bob, product, { name: 'Bob Reed', email: `bob.${teams}@example.com` });
  await joinTeam(ada, bob, product, teamId, 'member');
  await addTasks(ada, 'To do', ['Choose a font']);
  await card(ada, 'To do', 'Choose a font').getByRole('link').click();
  await addField(ada, 'Reminders');
  await ada.getByRole('option', { name: /^1 day before it is due/ }).click();
  await panel(ada)
    .getByText(/1 day before it is due.*once there is such a day/)
    .waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await ada.keyboard.press('Shift+H');
  await ada.getByRole('option', { name: 'In an hour' }).click();
  await panel(ada)
    .getByText(/^On .* at /)
    .waitFor();
  await bob.goto(board);
  await card(bob, 'To do', 'Choose a font').getByRole('link').click();
  await unfoldFields(bob);
  await panel(bob).getByRole('button', { name: 'Remind me…' }).waitFor();
  expect(
    await panel(bob)
      .getByText(/before it is due/)
      .count(),
  ).toBe(0);
  await panel(ada)
    .getByRole('button', { name: /^Remove: 1 day before/ })
    .click();
  await expect
    .poll(() =>
      panel(ada)
        .getByText(/1 day before it is due/)
        .count(),
    )
    .toBe(0);
  await panel(ada).focus();
  await ada.keyboard.press('Control+z');
  await panel(ada)
    .getByText(/1 day before it is due/)
    .waitFor();
});

test('shows a due reminder in all open tabs, and lets the user snooze the reminder or complete the task', async () => {
  const { ada, board, teamId, projectId } = await openBoard();
  const { task } = await callApi<{ task: { id: string } }>(ada, product, `POST /teams/${teamId}/tasks`, {
    title: 'Call the bank',
    projectId,
  });
  const other = await ada.context().newPage();
  await other.goto(board);
  await card(other, 'To do', 'Call the bank').waitFor();
  await ringSoon(ada, teamId, task.id);
  await notice(ada, 'Call the bank').waitFor({ timeout: 90_000 });
  await notice(other, 'Call the bank').waitFor({ timeout: 30_000 });
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await notice(ada, 'Call the bank').getByRole('button', { name: 'Tomorrow' }).click();
  await expect.poll(() => notice(other, 'Call the bank').count()).toBe(0);
  await ada.keyboard.press('Control+z');
  await notice(ada, 'Call the bank').getByRole('button', { name: 'Done' }).click();
  await card(ada, 'Done', 'Call the bank').waitFor();
  await expect.poll(() => notice(ada, 'Call the bank').count()).toBe(0);
}, 150_000);
