import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { useProduct } from '#e2e/support/use-product.ts';
import { callApi, joinTeam, makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Quick add parses a typed line into task fields and creates one task per line of a pasted list.

const { openPerson } = useBrowser();
const product = useProduct();
let teams = 0;

interface Stage {
  ada: Page;
  adaId: string;
  teamId: string;
  board: string;
}

async function openBoard(options: Parameters<typeof openPerson>[0] = {}): Promise<Stage> {
  const ada = await openPerson({ viewport: { width: 1440, height: 900 }, ...options });
  teams += 1;
  const adaId = await signInQuietly(ada, product, { name: 'Ada Moss', email: `ada.${teams}@example.com` });
  const teamId = await makeTeam(ada, product, 'North');
  await callApi(ada, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  await callApi(ada, product, `POST /teams/${teamId}/labels`, { name: 'Bug' });
  await makeProject(ada, product, teamId, 'Garden');
  const { board } = await makeProject(ada, product, teamId, 'Website');
  await ada.goto(board);
  return { ada, adaId, teamId, board };
}

interface Made {
  title: string;
  priority: string;
  assigneeIds: string[];
  labelIds: string[];
  dueDate: string | null;
  startDate: string | null;
  estimate: number | null;
}

async function readTask({ ada, teamId }: Stage, title: string): Promise<Made | undefined> {
  const { tasks } = await callApi<{ tasks: Made[] }>(ada, product, `GET /teams/${teamId}/tasks?limit=200`);
  return tasks.find((task) => task.title === title);
}

const understood = (page: Page) => page.getByRole('list', { name: 'Understood' });

test('parses a whole line in the dialog and prefers picked values', async () => {
  const stage = await openBoard();
  const { ada, adaId } = stage;
  await column(ada, 'To do').waitFor();
  await ada.keyboard.press('c');
  const title = ada.getByRole('textbox', { name: 'Title' });
  await title.fill('Send the report by 24 dec 2026 @me !high +bug +fresh ~5');
  for (const piece of ['24 Dec', 'Ada Moss', 'High', 'Bug', 'New label “fresh”', '5 points']) {
    await understood(ada).getByText(piece).waitFor();
  }
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  // A picked value replaces the typed one.
  await ada.getByRole('button', { name: /^Priority:/ }).click();
  await ada.getByRole('option', { name: 'Urgent' }).click();
  expect(await title.inputValue()).not.toContain('!high');
  await ada.getByLabel('Start date', { exact: true }).fill('2026-12-20');
  await ada.keyboard.press('Tab');
  await ada.getByRole('button', { name: 'Create task' }).click();
  await ada.getByRole('dialog').waitFor({ state: 'detached' });
  await card(ada, 'To do', 'Send the report').getByText('fresh').waitFor();
  await expect
    .poll(() => readTask(stage, 'Send the report'))
    .toMatchObject({
      priority: 'urgent',
      assigneeIds: [adaId],
      dueDate: '2026-12-24',
      startDate: '2026-12-20',
      estimate: 5,
    });
  expect((await readTask(stage, 'Send the report'))?.labelIds).toHaveLength(2);
}, 120_000);

test('reverts tokens in the quick-add field to text, and asks which person an ambiguous name means', async () => {
  const stage = await openBoard();
  const { ada, teamId } = stage;
  for (const name of ['Bob Reed', 'Bob Stone']) {
    const bob = await openPerson();
    await signInQuietly(bob, product, { name, email: `${name.replace(' ', '.')}.${teams}@example.com` });
    await joinTeam(ada, bob, product, teamId, 'member');
  }
  await column(ada, 'To do').waitFor();
  await ada.getByRole('button', { name: 'Add task to To do' }).click();
  const field = ada.getByRole('textbox', { name: 'New task in To do' });
  await field.fill('Prepare the !high');
  await understood(ada).getByText('High').waitFor();
  // Backspace right after a token reverts it to plain text.
  await ada.keyboard.press('Backspace');
  await understood(ada).waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('Prepare the !high');
  await field.fill('Prepare the demo ~3');
  await ada.getByRole('button', { name: 'Keep “~3” as text' }).click();
  await understood(ada).waitFor({ state: 'detached' });
  await field.fill('Prepare the demo @bob');
  await ada.getByText('Which “@bob”?').waitFor();
  await ada.keyboard.press('Enter');
  const answer = ada.getByRole('button', { name: 'Bob Stone' });
  await expect.poll(() => ada.evaluate(() => document.activeElement?.textContent)).toContain('Bob Reed');
  await answer.focus();
  await ada.keyboard.press('Enter');
  await understood(ada).getByText('Bob Stone').waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await ada.keyboard.press('Enter');
  await card(ada, 'To do', 'Prepare the demo').waitFor();
  expect(await field.inputValue()).toBe('');
  await expect.poll(async () => (await readTask(stage, 'Prepare the demo'))?.assigneeIds.length).toBe(1);
}, 120_000);

test('keeps titles typed before the field is loaded', async () => {
  const { ada, board } = await openBoard({ serviceWorkers: 'block' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await ada.route(/quick-add-field/, async (route) => {
    await released;
    await route.continue();
  });
  await ada.goto(board);
  await column(ada, 'To do').waitFor();
  // Type-ahead: lines completed with Enter are created even if the user leaves before the code is loaded.
  await ada.getByRole('button', { name: 'Add task to Backlog' }).click();
  await ada.keyboard.type('Think of a name');
  await ada.keyboard.press('Enter');
  await ada.keyboard.press('Escape');
  await card(ada, 'Backlog', 'Think of a name').waitFor();

  await ada.getByRole('button', { name: 'Add task to To do' }).click();
  await ada.keyboard.type('Ask for quotes !low');
  await ada.keyboard.press('Enter');
  await ada.keyboard.type('Buy beans !high', { delay: 5 });
  expect(await understood(ada).count()).toBe(0);
  release();
  await card(ada, 'To do', 'Ask for quotes').getByText('Low').waitFor();
  await understood(ada).getByText('High').waitFor();
  await ada.keyboard.type(' ~2');
  await ada.keyboard.press('Enter');
  await card(ada, 'To do', 'Buy beans').getByText('2 points').waitFor();
}, 120_000);

test('creates one task per pasted line after a preview, and undoes this in one step', async () => {
  const { ada } = await openBoard();
  await ada.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await column(ada, 'To do').waitFor();
  await ada.getByRole('button', { name: 'Add task to To do' }).click();
  await ada.getByRole('textbox', { name: 'New task in To do' }).waitFor();
  await ada.evaluate(() => navigator.clipboard.writeText('- Dig\n- [ ] Plant !high\n\n* Water'));
  await ada.keyboard.press('Control+v');
  const dialog = ada.getByRole('dialog', { name: 'Create 3 tasks' });
  await dialog.waitFor();
  expect(await dialog.locator('li > span[dir]').allTextContents()).toEqual(['Dig', 'Plant', 'Water']);
  await dialog.getByRole('button', { name: 'Keep “!high” as text' }).waitFor();
  await dialog.getByRole('button', { name: 'Create 3 tasks' }).click();
  await card(ada, 'To do', 'Plant').getByText('High').waitFor();
  await card(ada, 'To do', 'Dig').waitFor();
  await card(ada, 'To do', 'Water').waitFor();
  await ada.keyboard.press('Escape');
  await ada.keyboard.press('Control+z');
  await expect.poll(() => column(ada, 'To do').getByRole('link').count()).toBe(0);
}, 120_000);

test('suggests similar open tasks while a title is typed, and still creates the new task', async () => {
  const stage = await openBoard({ viewport: { width: 390, height: 844 } });
  const { ada, board, teamId } = stage;
  await callApi(ada, product, `POST /teams/${teamId}/tasks`, { title: 'Fix the header on small phones' });
  await ada.goto(board);
  await column(ada, 'To do').waitFor();
  await ada.getByRole('button', { name: 'Add task to To do' }).click();
  const field = ada.getByRole('textbox', { name: 'New task in To do' });
  await field.fill('fix header on small phone');
  const similar = ada.getByRole('list', { name: 'Similar open tasks' });
  await similar.getByRole('link', { name: /Fix the header on small phones/ }).waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await field.press('Enter');
  await card(ada, 'To do', 'fix header on small phone').waitFor();
}, 120_000);

test('parses a date, an assignee and a priority in Hindi', async () => {
  const stage = await openBoard({ locale: 'hi' });
  const { ada, adaId } = stage;
  await ada.getByRole('heading', { level: 2 }).first().waitFor();
  await ada.keyboard.press('c');
  const title = ada.getByRole('dialog').getByRole('textbox').first();
  await title.fill('रिपोर्ट भेजना २४ दिसंबर 2026 तक @मैं !ऊँची');
  await ada.getByRole('dialog').getByText('Ada Moss').first().waitFor();
  await title.press('Enter');
  await ada.getByRole('dialog').waitFor({ state: 'detached' });
  await expect
    .poll(() => readTask(stage, 'रिपोर्ट भेजना'))
    .toMatchObject({ priority: 'high', dueDate: '2026-12-24', assigneeIds: [adaId] });
}, 120_000);
