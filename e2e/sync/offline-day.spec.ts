import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { waitForOfflineCopy } from '#e2e/support/kept-data.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Two users change the same fifty tasks offline, with a reload in between. After reconnecting, both see the same state, and each task's
// history contains the changes of both.

const { openPerson, allowFaults } = useBrowser();
const COUNT = 50;
/** Viewport in which a whole column is rendered without scrolling. */
const TALL = { width: 1440, height: 5600 };
const product = useProduct();

interface Task {
  id: string;
  title: string;
  priority: string;
  estimate: number | null;
  statusId: string;
}

const lines = (page: Page) => page.getByRole('region', { name: 'Activity' }).getByRole('listitem');
const link = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });

async function choose(page: Page, key: string, typed: string): Promise<void> {
  await page.keyboard.press(key);
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function selectAll(page: Page): Promise<void> {
  await link(page, `Task ${COUNT}`).waitFor();
  await link(page, 'Task 1').focus();
  await page.keyboard.press('x');
  await page.getByRole('toolbar', { name: 'Selected tasks' }).waitFor();
  await page.keyboard.press('Control+a');
  await page.getByRole('toolbar', { name: 'Selected tasks' }).getByText(`${COUNT} selected`).waitFor();
}

async function rename(page: Page, from: string, to: string): Promise<void> {
  await link(page, from).click();
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill(to);
  await title.blur();
  await page.keyboard.press('Escape');
  await link(page, to).waitFor();
}

test('converges after two users edit the same fifty tasks offline, and restores overwritten values', async () => {
  allowFaults(/net::ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const ada = await openPerson({ viewport: TALL });
  await signInQuietly(ada, product, { name: 'Ada Moss', email: 'ada@example.com' });
  const teamId = await makeTeam(ada, product, 'North');
  await callApi(ada, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  const { board, projectId } = await makeProject(ada, product, teamId, 'Website');
  const bob = await openPerson({ viewport: TALL });
  await signInQuietly(bob, product, { name: 'Bob Reed', email: 'bob@example.com' });
  await joinTeam(ada, bob, product, teamId, 'member');
  for (let at = 1; at <= COUNT; at += 1) {
    await callApi(ada, product, `POST /teams/${teamId}/tasks`, { projectId, title: `Task ${at}` });
  }
  for (const page of [ada, bob]) {
    await page.goto(board);
    await card(page, 'To do', 'Task 1').first().waitFor();
    await waitForOfflineCopy(page);
    await page.context().setOffline(true);
  }

  await selectAll(ada);
  await choose(ada, 'p', 'high');
  await choose(ada, 's', 'in rev');
  await ada.keyboard.press('Escape');
  await rename(ada, 'Task 7', 'Seven, says Ada');
  await selectAll(bob);
  await choose(bob, 'p', 'low');
  await choose(bob, 'e', '5');
  await bob.keyboard.press('Escape');
  await rename(bob, 'Task 7', 'Seven, says Bob');

  // Ada reopens the app while still offline.
  await ada.reload();
  await link(ada, 'Seven, says Ada').waitFor();
  await rename(ada, 'Task 8', 'Eight, says Ada');

  const read = async (): Promise<Task[]> =>
    (
      await callApi<{ tasks: Task[] }>(
        ada,
        product,
        `GET /teams/${teamId}/tasks?projectId=${projectId}&limit=200`,
      )
    ).tasks;
  await ada.context().setOffline(false);
  await expect
    .poll(async () => (await read()).filter(({ priority }) => priority === 'high').length)
    .toBe(COUNT);
  // Wait until the server has Ada's last change. Bob's changes are then the last writes.
  await expect.poll(async () => (await read()).map(({ title }) => title)).toContain('Eight, says Ada');
  await bob.context().setOffline(false);
  await expect.poll(async () => (await read()).filter(({ estimate }) => estimate === 5).length).toBe(COUNT);

  // The last writer wins per field. Fields changed by only one user keep that change.
  await expect
    .poll(async () => (await read()).filter(({ priority }) => priority === 'low').length)
    .toBe(COUNT);
  await expect
    .poll(async () => new Set((await read()).map(({ title }) => title)))
    .toEqual(
      new Set([
        'Seven, says Bob',
        'Eight, says Ada',
        ...Array.from({ length: COUNT }, (_, at) => `Task ${at + 1}`).filter(
          (title) => !/ [78]$/.test(title),
        ),
      ]),
    );
  for (const page of [ada, bob]) {
    await card(page, 'In review', 'Seven, says Bob').first().waitFor();
    await card(page, 'In review', 'Eight, says Ada').first().waitFor();
    await expect.poll(() => column(page, 'To do').getByRole('link').count()).toBe(0);
    await page.getByText(/not saved|waiting to be sent/i).waitFor({ state: 'detached' });
  }

  for (const task of await read()) {
    const { changes } = await callApi<{ changes: { field: string; new: unknown }[] }>(
      ada,
      product,
      `GET /teams/${teamId}/tasks/${task.id}/history?limit=200`,
    );
    const newValues = (field: string) =>
      changes.flatMap((change) => (change.field === field ? change.new : []));
    expect(newValues('priority')).toEqual(expect.arrayContaining(['high', 'low']));
    expect(newValues('estimate')).toContain(5);
    expect(newValues('statusId')).toContain(task.statusId);
    if (task.title === 'Seven, says Bob') expect(newValues('title')).toContain('Seven, says Ada');
  }

  // Ada sees her overwritten values in the history, newest first. She can restore them with one key.
  await link(ada, 'Seven, says Bob').click();
  const lost = lines(ada).filter({ hasText: 'Overwritten at the same time' });
  await lost.filter({ hasText: 'from Task 7 to Seven, says Ada' }).waitFor();
  expect(await lost.count()).toBe(2);
  await ada.keyboard.press('z');
  await bob.getByRole('link', { name: 'Seven, says Ada', exact: true }).waitFor();
  // The restored value is no longer marked as overwritten. Only Ada's priority is still marked.
  await lines(ada).filter({ hasText: 'from Seven, says Bob to Seven, says Ada' }).waitFor();
  await expect.poll(() => lost.count()).toBe(1);
  await lost.getByRole('button', { name: 'Restore' }).focus();
  await ada.keyboard.press('Enter');
  const readSeven = async () => (await read()).find(({ title }) => title === 'Seven, says Ada');
  await expect.poll(async () => (await readSeven())?.priority).toBe('high');
  await expect.poll(() => lost.count()).toBe(0);
  // Restoring can be undone like any other action and then repeated.
  await ada.keyboard.press('Control+z');
  await expect.poll(async () => (await readSeven())?.priority).toBe('low');
  await lost.filter({ hasText: 'to High' }).waitFor();

  // The palette also offers the command.
  await ada.keyboard.press('Control+k');
  await ada.keyboard.type('overwritten');
  await ada.getByRole('option', { name: /Restore the overwritten value/ }).waitFor();
  await ada.keyboard.press('Enter');
  await expect.poll(async () => (await readSeven())?.priority).toBe('high');
}, 180_000);
