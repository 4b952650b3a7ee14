import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues, measureSidewaysScroll } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';
import { addField } from '#e2e/support/task-panel.ts';

// A due date with a time of day is a timestamp. It is shown in each user's time zone.

const { openPerson } = useBrowser();
const product = useProduct();
let teams = 0;

/** Thursday, 10:30 am in Kolkata and midnight in New York. */
const NOW = new Date('2026-11-12T05:00:00Z');
const WIDE = { viewport: { width: 1440, height: 900 } };

async function openWorld(options: Parameters<typeof openPerson>[0]) {
  const ada = await openPerson({ timezoneId: 'Asia/Kolkata', ...options });
  await ada.clock.setFixedTime(NOW);
  teams += 1;
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  const { board, projectId } = await makeProject(ada, product, teamId, 'Website');
  const make = async (task: Record<string, unknown>) => {
    const path = `POST /teams/${teamId}/tasks`;
    const created = await callApi<{ task: { id: string } }>(ada, product, path, { projectId, ...task });
    return created.task.id;
  };
  const readDue = async (id: string) => {
    const path = `GET /teams/${teamId}/tasks/${id}`;
    return (await callApi<{ task: { dueDate: string | null } }>(ada, product, path)).task.dueDate;
  };
  return { ada, teamId, board, make, readDue };
}

const row = (page: Page, title: string): Locator =>
  page.locator('[data-line]').filter({ has: page.getByRole('link', { name: title, exact: true }) });
const dueOf = (page: Page, title: string) => row(page, title).locator('time').first();
const expectText = (element: Locator, text: string) => expect.poll(() => element.textContent()).toBe(text);

test('adds a time to a due date, and shows the due time in each user’s time zone', async () => {
  const { ada, teamId, board, make, readDue } = await openWorld(WIDE);
  const id = await make({ title: 'Call New York', dueDate: '2026-11-13' });
  const bob = await openPerson({ ...WIDE, timezoneId: 'America/New_York' });
  await bob.clock.setFixedTime(NOW);
  await signInQuietly(bob, product, { name: 'Bob Reed', email: `bob.${teams}@example.com` });
  await joinTeam(ada, bob, product, teamId, 'member');
  const list = `${board}?view=list&task=${id}`;
  await ada.goto(list);
  await bob.goto(`${board}?view=list`);
  await expectText(dueOf(bob, 'Call New York'), 'Tomorrow');

  await ada.getByRole('button', { name: 'Set the time: Due date' }).click();
  const time = ada.getByRole('textbox', { name: 'Time: Due date' });
  await time.fill('quarter past');
  await ada.getByRole('alert').filter({ hasText: 'Enter a time like' }).waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await time.fill('8:30 am');
  await time.press('Enter');
  await expect.poll(() => readDue(id)).toBe('2026-11-13T03:00:00.000Z');
  await expectText(dueOf(ada, 'Call New York'), 'Tomorrow, 8:30 am');
  await expectText(dueOf(bob, 'Call New York'), 'Today, 10:00 pm');

  // When Bob moves the task to another day, its time of day stays the same in his time zone.
  await bob.goto(list);
  await bob.getByLabel('Due date', { exact: true }).first().fill('2026-11-14');
  await bob.keyboard.press('Tab');
  await expect.poll(() => readDue(id)).toBe('2026-11-15T03:00:00.000Z');
  await expectText(dueOf(ada, 'Call New York'), '15 Nov, 8:30 am');
  await ada.getByText('changed the due date from', { exact: false }).first().waitFor();
  await ada.getByText('15 Nov 2026, 8:30 am').first().waitFor();

  // Ada's reminder is relative to the due time.
  await addField(ada, 'Reminders');
  await ada.getByRole('option', { name: '15 minutes before it is due' }).click();
  await ada.getByRole('button', { name: 'Remove: 15 minutes before it is due' }).waitFor();
  await expect
    .poll(async () => {
      const own = await callApi<{ tasks: { reminders: { at: string }[] }[] }>(
        ada,
        product,
        `GET /teams/${teamId}/own-tasks`,
      );
      return own.tasks.flatMap(({ reminders }) => reminders.map(({ at }) => at));
    })
    .toEqual(['2026-11-15T02:45:00.000Z']);

  // Canceled input changes nothing. Undo restores the due date with its time.
  await ada.getByRole('textbox', { name: 'Time: Due date' }).fill('11pm');
  await ada.keyboard.press('Escape');
  await expectText(dueOf(ada, 'Call New York'), '15 Nov, 8:30 am');
  await ada.getByRole('button', { name: 'Remove time' }).click();
  await expect.poll(() => readDue(id)).toBe('2026-11-15');
  await expectText(dueOf(bob, 'Call New York'), '15 Nov');
  await ada.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => readDue(id)).toBe('2026-11-15T03:00:00.000Z');
});

test('shows a task as overdue once its due time has passed, and edits due times in calendar and table', async () => {
  const { ada, board, make, readDue } = await openWorld(WIDE);
  await make({ title: 'Missed', dueDate: '2026-11-12T04:30:00.000Z' });
  await make({ title: 'Soon', dueDate: '2026-11-12T05:01:00.000Z' });
  await make({ title: 'All day', dueDate: '2026-11-12' });
  const moved = await make({ title: 'Meet', dueDate: '2026-11-12T12:00:00.000Z' });
  await ada.clock.install({ time: NOW });
  await ada.goto(`${board}?view=list&filter=due:overdue`);
  await expectText(dueOf(ada, 'Missed'), 'Today, 10:00 am');
  expect(await row(ada, 'Soon').count()).toBe(0);
  await ada.clock.fastForward('01:30');
  await row(ada, 'Soon').waitFor();
  expect(await row(ada, 'All day').count()).toBe(0);

  await ada.goto(`${board}?view=calendar`);
  const bar = ada
    .locator('[data-task-of]')
    .filter({ has: ada.getByRole('link', { name: 'Meet', exact: true }) });
  await bar.getByText('5:30 pm', { exact: true }).waitFor();
  await bar.getByRole('link').focus();
  await ada.keyboard.press('Alt+ArrowRight');
  await expect.poll(() => readDue(moved)).toBe('2026-11-13T12:00:00.000Z');

  // Change the time in a table cell.
  await ada.goto(`${board}?view=table`);
  const cell = row(ada, 'Meet')
    .getByRole('gridcell')
    .filter({ has: ada.locator('time') })
    .first();
  await cell.dblclick();
  await ada.getByRole('textbox', { name: 'Time: Due date' }).fill('18:45');
  await ada.keyboard.press('Enter');
  await expect.poll(() => readDue(moved)).toBe('2026-11-13T13:15:00.000Z');
  await expectText(dueOf(ada, 'Meet'), 'Tomorrow, 6:45 pm');
  await row(ada, 'All day')
    .getByRole('gridcell')
    .filter({ has: ada.locator('time') })
    .first()
    .dblclick();
  await ada.getByRole('button', { name: 'Set the time: Due date' }).focus();
  await ada.keyboard.press('Enter');
  await ada.keyboard.type('7pm');
  await ada.keyboard.press('Enter');
  await expectText(dueOf(ada, 'All day'), 'Today, 7:00 pm');
  expect(await findAccessibilityIssues(ada)).toEqual([]);
});

test('parses a time typed with a new task, and reverts the time separately from the date', async () => {
  const { ada, teamId, board } = await openWorld(WIDE);
  await ada.goto(board);
  await ada.getByRole('button', { name: 'Add task to To do' }).click();
  const field = ada.getByRole('textbox', { name: 'New task in To do' });
  const understood = ada.getByRole('list', { name: 'Understood' });
  await field.fill('Call Kim tomorrow at 5pm');
  await understood.getByText('Tomorrow').waitFor();
  await understood.getByText('5:00 pm').waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await field.press('Enter');
  await field.fill('Talk about tomorrow at 5pm');
  await ada.getByRole('button', { name: 'Keep “at 5pm” as text' }).click();
  await understood.getByText('5:00 pm').waitFor({ state: 'detached' });
  await field.press('Enter');
  const read = async () => {
    const path = `GET /teams/${teamId}/tasks`;
    const { tasks } = await callApi<{ tasks: { title: string; dueDate: string }[] }>(ada, product, path);
    return tasks.map(({ title, dueDate }) => [title, dueDate]);
  };
  await expect.poll(read).toEqual([
    ['Talk about at 5pm', '2026-11-13'],
    ['Call Kim', '2026-11-13T11:30:00.000Z'],
  ]);
});

test('adds a time in Hindi on a phone', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'hi-IN' };
  const { ada, board, make, readDue } = await openWorld(phone);
  const id = await make({ title: 'पानी देना', dueDate: '2026-11-12' });
  await ada.goto(`${board}?view=list&task=${id}`);
  await ada.getByRole('button', { name: 'समय तय करें: नियत तारीख' }).tap();
  const time = ada.getByRole('textbox', { name: 'समय: नियत तारीख' });
  await time.fill('शाम 5 बजे');
  await time.press('Enter');
  await expect.poll(() => readDue(id)).toBe('2026-11-12T11:30:00.000Z');
  expect(await measureSidewaysScroll(ada)).toBe(0);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
});
