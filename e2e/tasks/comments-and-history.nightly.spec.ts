import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addTasks, card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { description, writeDescription } from '#e2e/support/descriptions.ts';
import { readStoredData } from '#e2e/support/kept-data.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// A task's panel shows its comments and history to everyone with access, live and after a reload.

const { openPerson } = useBrowser();
const product = useProduct();

interface Pair {
  ada: Page;
  bob: Page;
  teamId: string;
}

/** Opens the panel of a task for two users. */
async function openTogether(
  title: string,
  role: 'member' | 'guest' = 'member',
  viewport = { width: 1440, height: 900 },
): Promise<Pair> {
  const [ada, bob] = [await openPerson({ viewport }), await openPerson({ viewport })];
  const mail = title.toLowerCase().replaceAll(' ', '-');
  await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${mail}@example.com` });
  const bobId = await signInQuietly(bob, product, { name: 'Bob Reed', email: `bob.${mail}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await joinTeam(ada, bob, product, teamId, role);
  const { projectId, board } = await makeProject(ada, product, teamId, 'Website');
  if (role === 'guest') {
    await callApi(ada, product, `PUT /teams/${teamId}/projects/${projectId}/grants/${bobId}`, {
      level: 'view',
    });
  }
  await ada.goto(board);
  await addTasks(ada, 'To do', [title]);
  await bob.goto(board);
  for (const page of [ada, bob]) {
    await card(page, 'To do', title).getByRole('link').click();
    await activity(page).getByText('created this task').waitFor();
  }
  return { ada, bob, teamId };
}

const activity = (page: Page): Locator => page.getByRole('region', { name: 'Activity' });
const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Write a comment' });

async function addComment(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page.keyboard.press('Control+Enter');
  await activity(page).getByText(text).waitFor();
}

test('shows comments to both users, and keeps a draft when the panel is closed', async () => {
  const { ada, bob } = await openTogether('Choose a font');
  await addComment(ada, 'Inter, see https://example.com/inter.');
  await activity(bob).getByText('Inter, see').waitFor();
  const link = activity(bob).getByRole('link', { name: 'https://example.com/inter' });
  expect(await link.getAttribute('href')).toBe('https://example.com/inter');

  // A draft started by the comment shortcut is kept when the panel is closed.
  await bob.keyboard.press('r');
  await bob.keyboard.type('Half a thought');
  await bob.keyboard.press('Escape');
  await bob.keyboard.press('Escape');
  await expect.poll(() => field(bob).count()).toBe(0);
  await card(bob, 'To do', 'Choose a font').getByRole('link').click();
  await expect.poll(() => field(bob).inputValue()).toBe('Half a thought');
}, 120_000);

test('lists a change with its author and values, reverts the change, and shows previous descriptions', async () => {
  const { ada, bob } = await openTogether('Plan the launch');
  await bob.keyboard.press('p');
  await bob.getByRole('option', { name: 'Urgent' }).click();
  const line = activity(ada).getByRole('listitem').filter({ hasText: 'Bob Reed changed the priority' });
  await line.waitFor();
  expect(await line.innerText()).toContain('from No priority to Urgent');

  // Reverting a change is recorded as a new change, and so is undoing the reversion.
  await line.hover();
  await line.getByRole('button', { name: 'Revert to previous version' }).click();
  await activity(bob).getByText('from Urgent to No priority').waitFor();
  await ada.keyboard.press('Control+z');
  await expect.poll(() => activity(bob).getByText('from No priority to Urgent').count()).toBe(2);

  // Previous versions of a description are kept.
  await writeDescription(ada, 'The first plan');
  await expect.poll(() => description(bob).innerText()).toBe('The first plan');
  await writeDescription(bob, 'Another plan');
  const entry = activity(ada).getByRole('listitem').filter({ hasText: 'Bob Reed changed the description' });
  await entry.getByRole('button', { name: 'Show previous version' }).click();
  await entry.getByText('The first plan').waitFor();
});

test('reverts history entries about checklist items, relations, files and time one by one', async () => {
  const { ada, bob, teamId } = await openTogether('Build the shed');
  const { tasks } = await callApi<{ tasks: { id: string; title: string; projectId: string }[] }>(
    ada,
    product,
    `GET /teams/${teamId}/tasks`,
  );
  const [shed] = tasks;
  const on = `/teams/${teamId}/tasks/${shed?.id}`;
  const { task: roof } = await callApi<{ task: { id: string } }>(
    bob,
    product,
    `POST /teams/${teamId}/tasks`,
    { projectId: shed?.projectId, title: 'Lay the roof' },
  );
  const make = async (path: string, body: object) =>
    Object.values(await callApi<Record<string, { id: string }>>(bob, product, `POST ${on}/${path}`, body))[0]
      ?.id;
  const step = await make('checklist', { title: 'Dig a hole' });
  await make('checklist', { title: 'Buy wood' });
  const relation = await make('relations', { side: 'blocks', otherId: roof.id });
  const started = Date.now() - 7_200_000;
  await make('time', {
    startedAt: new Date(started).toISOString(),
    endedAt: new Date(started + 3_600_000).toISOString(),
    note: '',
  });
  const chooser = bob.getByRole('region', { name: 'Attachments' }).locator('input[type="file"]');
  await chooser.setInputFiles({ name: 'Plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Plan') });
  await activity(ada).getByText('Bob Reed attached Plan.txt').waitFor();
  const { attachments } = await callApi<{ attachments: { id: string }[] }>(
    bob,
    product,
    `GET ${on}/attachments`,
  );
  for (const path of [`checklist/${step}`, `relations/${relation}`, `attachments/${attachments[0]?.id}`]) {
    await callApi(bob, product, `DELETE ${on}/${path}`);
  }
  const unfold = activity(ada).getByRole('button', { name: /more change/ });
  await activity(ada).getByText('Bob Reed removed the file Plan.txt').waitFor();
  await unfold.click();

  const revert = async (page: Page, text: string) => {
    const line = activity(page).getByRole('listitem').filter({ hasText: text });
    const button = line.getByRole('button', { name: 'Revert to previous version' });
    await line.hover();
    await button.click();
    // A change that has been reverted cannot be reverted again.
    await expect.poll(() => button.count()).toBe(0);
  };
  const stepOf = (page: Page, title: string) => page.getByRole('checkbox', { name: `Done: ${title}` });
  const relations = (page: Page) => page.getByRole('region', { name: 'Relations' });
  const files = (page: Page) => page.getByRole('region', { name: 'Attachments' });

  // A removed checklist item is restored to its previous position for everyone.
  await revert(ada, 'removed the checklist item Dig a hole');
  await stepOf(ada, 'Dig a hole').waitFor();
  await stepOf(bob, 'Dig a hole').waitFor();
  const { items } = await callApi<{ items: { title: string }[] }>(ada, product, `GET ${on}/checklist`);
  expect(items.map(({ title }) => title)).toEqual(['Dig a hole', 'Buy wood']);
  await revert(ada, 'removed “Blocks” Lay the roof');
  await relations(bob).getByText('Lay the roof').waitFor();
  await revert(ada, 'removed the file Plan.txt');
  await files(bob).getByText('Plan.txt').waitFor();

  // Reverting the creation of a time entry removes it.
  await activity(bob)
    .getByRole('button', { name: /more change/ })
    .click();
  await revert(bob, 'Bob Reed tracked 1 hr');
  await expect
    .poll(async () => (await callApi<{ entries: unknown[] }>(bob, product, `GET ${on}/time`)).entries)
    .toEqual([]);

  // Ctrl+Z undoes the reversion like any action.
  await revert(ada, 'added the checklist item Buy wood');
  await expect.poll(() => stepOf(ada, 'Buy wood').count()).toBe(0);
  await ada.keyboard.press('Control+z');
  await stepOf(ada, 'Buy wood').waitFor();
}, 120_000);

test('shows new comments to view-only users without a comment field or revert actions', async () => {
  const { ada, bob } = await openTogether('Quiet reading', 'guest', { width: 390, height: 844 });
  await addComment(ada, 'For your eyes');
  await activity(bob).getByText('For your eyes').waitFor();
  await bob.getByText('this task’s project. You can view it.').waitFor();
  expect(await field(bob).count()).toBe(0);
  expect(await activity(bob).getByRole('button', { name: 'Revert to previous version' }).count()).toBe(0);
  // The comment field stays visible even if there are many comments.
  for (let at = 1; at <= 12; at += 1) await addComment(ada, `Line ${at}`);
  const box = await field(ada).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
});

test('opens the panel of a new task, and keeps a new comment across a reload', async () => {
  const page = await openPerson({ viewport: { width: 1440, height: 900 } });
  await signInQuietly(page, product, { name: 'Cleo', email: 'cleo@example.com' });
  const teamId = await makeTeam(page, product, 'South');
  const { board } = await makeProject(page, product, teamId, 'Garden');
  await page.goto(board);
  await column(page, 'To do').waitFor();
  await addTasks(page, 'To do', ['Water the plants']);
  await card(page, 'To do', 'Water the plants').getByRole('link').click();
  await addComment(page, 'Twice a week');
  // Wait until the comment is stored. This happens after it is shown.
  await expect.poll(() => readStoredData(page)).toContain('Twice a week');
  await page.reload();
  await activity(page).getByText('Twice a week').waitFor();
});
