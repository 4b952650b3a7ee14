import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { addField } from '#e2e/support/task-panel.ts';
import { callApi, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// When a sub-item of a task is removed by keyboard, focus moves to the nearest remaining control of the panel.

const { openPerson } = useBrowser();
const product = useProduct();

const panel = (page: Page): Locator => page.getByRole('complementary', { name: /^Task:/ });
const button = (page: Page, name: string | RegExp): Locator =>
  panel(page).getByRole('button', { name, exact: true });

/** Opens a task with one or two sub-items of every type that can be removed. */
async function openFullTask(): Promise<Page> {
  const ada = await openPerson({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' });
  await signInQuietly(ada, product, { name: 'Ada Moss', email: 'ada@example.com' });
  const teamId = await makeTeam(ada, product, 'North');
  const { board, projectId } = await makeProject(ada, product, teamId, 'Website');
  const request = async <T>(call: string, body: unknown) => await callApi<T>(ada, product, call, body);
  const make = async (task: object) =>
    (await request<{ task: { id: string } }>(`POST /teams/${teamId}/tasks`, { projectId, ...task })).task.id;
  const path = `/teams/${teamId}/labels`;
  const { label } = await request<{ label: { id: string } }>(`POST ${path}`, { name: 'Print' });
  const [parentId, otherId] = [await make({ title: 'Year' }), await make({ title: 'Paper' })];
  const dueDate = '2030-06-03T10:30:00.000Z';
  const id = await make({ title: 'Pack', parentId, dueDate, labelIds: [label.id] });
  const task = `/teams/${teamId}/tasks/${id}`;
  for (const title of ['Shirt', 'Socks']) await request(`POST ${task}/checklist`, { title });
  await request(`POST ${task}/relations`, { side: 'blockedBy', otherId });
  await request(`POST ${task}/time`, {
    startedAt: '2026-11-01T10:00:00.000Z',
    endedAt: '2026-11-01T11:00:00.000Z',
    note: '',
  });
  const reminder = { on: 'due', day: null, days: -1, time: '09:00', timeZone: 'UTC', isSeen: false };
  await request(`PATCH /teams/${teamId}/own-tasks`, {
    taskIds: [id],
    reminders: [{ ...reminder, id: crypto.randomUUID() }],
  });
  await ada.goto(`${board}?task=${id}`);
  await ada
    .getByLabel('Files to attach')
    .setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Two shirts') }]);
  await button(ada, 'notes.txt').waitFor();
  return ada;
}

/** Removes a sub-item by pressing the keys on its control, and waits until the control has disappeared. */
async function takeOff(page: Page, control: Locator, keys: readonly string[] = ['Enter']): Promise<void> {
  await control.focus();
  for (const key of keys) await page.keyboard.press(key);
  await expect.poll(() => control.count()).toBe(0);
}

/** Returns the name of the panel's focused control, or an empty string if none is focused. */
const focused = (page: Page): Promise<string> =>
  panel(page).evaluate((element) => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === element || !element.contains(activeElement)) return '';
    return activeElement.getAttribute('aria-label') ?? activeElement.textContent ?? '';
  });

test('moves focus to the nearest control after a removal by keyboard', async () => {
  const ada = await openFullTask();
  const leavesFocusTo = async (name: string | RegExp) =>
    await expect.poll(() => focused(ada)).toMatch(typeof name === 'string' ? new RegExp(`^${name}$`) : name);

  await takeOff(ada, button(ada, 'Remove time'));
  await leavesFocusTo('Set the time: Due date');
  await takeOff(ada, button(ada, 'Clear: Due date'));
  await leavesFocusTo(/^Remove: /);
  await takeOff(ada, button(ada, 'Remove parent'));
  await leavesFocusTo('Status: To do');
  await takeOff(ada, button(ada, /^Remove: /));
  await leavesFocusTo('Remind me…');
  await takeOff(ada, button(ada, 'Remove “Shirt”'));
  await leavesFocusTo('Item: Socks');
  await takeOff(ada, button(ada, 'Remove “Socks”'));
  await leavesFocusTo('Add checklist item…');
  await takeOff(ada, button(ada, 'Remove the relation to Paper'));
  await leavesFocusTo(/Add a relation…/);
  await takeOff(ada, button(ada, /^Delete .* of /));
  await leavesFocusTo(/./);

  // Remove a file by its menu. The menu would restore focus to an element that no longer exists.
  await button(ada, 'More for “notes.txt”').focus();
  await ada.keyboard.press('Enter');
  await ada.getByRole('menuitem', { name: 'Remove' }).focus();
  await ada.keyboard.press('Enter');
  await expect.poll(() => button(ada, 'notes.txt').count()).toBe(0);
  await leavesFocusTo(/./);

  await addField(ada, 'Watchers');
  await ada.keyboard.press('Escape');
  await button(ada, 'Stop watching').focus();
  await ada.keyboard.press('Enter');
  await button(ada, 'Watch').waitFor();
  await leavesFocusTo('Watch');
  await panel(ada)
    .getByRole('button', { name: /^Labels/ })
    .focus();
  await ada.keyboard.press('Enter');
  await ada.getByRole('option', { name: 'Print' }).waitFor();
  await ada.keyboard.press('Enter');
  await panel(ada).getByText('No labels').waitFor();
  await ada.keyboard.press('Escape');
  await leavesFocusTo(/Labels/);
});
