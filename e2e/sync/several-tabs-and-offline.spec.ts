import type { Page, WebSocket } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTasks, card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { readStoredData, waitForOfflineCopy } from '#e2e/support/kept-data.ts';
import { startProduct, type Product } from '#e2e/support/product.ts';
import { callApi, makeProject, makeTeam, readTitles, signInQuietly } from '#e2e/support/team-api.ts';
import { successToast } from '#e2e/support/toasts.ts';

// A user's tabs share their state, with or without the server. A task beyond the plan limit is blocked with an explanation, and actions can
// be undone.

const { openPerson, allowFaults } = useBrowser();
const serverAway = [/net::ERR_/, /WebSocket connection/, /Failed to fetch/];
let product: Product;
let count = 0;

beforeAll(async () => {
  product = await startProduct({ RATE_LIMITS: 'off' });
});

afterAll(async () => {
  await product?.remove();
});

/** Opens the board of a new user's own team. */
async function openBoard(): Promise<{ page: Page; teamId: string; projectId: string }> {
  const page = await openPerson();
  count += 1;
  await signInQuietly(page, product, { name: `Person ${count}`, email: `person-${count}@example.com` });
  const teamId = await makeTeam(page, product, 'North');
  const { projectId, board } = await makeProject(page, product, teamId, 'Website');
  await page.goto(board);
  await column(page, 'To do').waitFor();
  return { page, teamId, projectId };
}

/** Returns a function that counts the page's open feed sockets. */
function watchFeeds(page: Page): () => number {
  const feeds: WebSocket[] = [];
  page.on('websocket', (socket) => {
    if (socket.url().includes('/feed')) feeds.push(socket);
  });
  return () => feeds.filter((socket) => !socket.isClosed()).length;
}

/** Waits until the app's files and this text are stored, as an offline start requires. */
async function waitForCopies(page: Page, text: string): Promise<void> {
  await waitForOfflineCopy(page);
  await expect.poll(() => readStoredData(page)).toContain(text);
}

test('shares one feed between all tabs, and hands it over when the leading tab is closed', async () => {
  const { page: first, teamId, projectId } = await openBoard();
  const second = await first.context().newPage();
  const third = await first.context().newPage();
  const feeds = [watchFeeds(second), watchFeeds(third)];
  await second.goto(first.url());
  await third.goto(first.url());
  await addTasks(second, 'To do', ['From the second tab']);
  for (const page of [first, third]) await card(page, 'To do', 'From the second tab').waitFor();
  await addTasks(first, 'Backlog', ['From the first tab']);
  for (const page of [second, third]) await card(page, 'Backlog', 'From the first tab').waitFor();
  // The first tab is the leader. It holds the feed.
  expect(feeds.map((countOpen) => countOpen())).toEqual([0, 0]);
  await expect
    .poll(() => readTitles(first, product, teamId))
    .toEqual(['From the first tab', 'From the second tab']);

  await first.close();
  await expect.poll(() => feeds.filter((countOpen) => countOpen() === 1)).toHaveLength(1);
  await callApi(second, product, `POST /teams/${teamId}/tasks`, { title: 'From elsewhere', projectId });
  for (const page of [second, third]) await page.getByText('From elsewhere').waitFor();
  await addTasks(third, 'To do', ['After the handover']);
  await card(second, 'To do', 'After the handover').waitFor();
  await expect.poll(() => readTitles(second, product, teamId)).toHaveLength(4);
});

test('starts from the local copy while the server is stopped and sends each edit once', async () => {
  const { page, teamId } = await openBoard();
  await addTasks(page, 'To do', ['Known before']);
  await expect.poll(() => readTitles(page, product, teamId)).toEqual(['Known before']);
  await waitForCopies(page, 'Known before');

  allowFaults(...serverAway);
  await product.stop();
  let isStopped = true;
  try {
    await page.reload();
    await card(page, 'To do', 'Known before').waitFor();
    await addTasks(page, 'To do', ['Thought of offline']);
    await page.getByText(/Offline\. 1 change will sync later/).waitFor();
    await page.reload();
    await card(page, 'To do', 'Thought of offline').waitFor();
    await addTasks(page, 'Done', ['Done offline']);
    await page.getByText(/Offline\. 2 changes will sync later/).waitFor();

    await product.start();
    isStopped = false;
    const all = ['Done offline', 'Known before', 'Thought of offline'];
    await expect.poll(() => readTitles(page, product, teamId), { timeout: 40_000 }).toEqual(all);
    await page.getByText(/^Offline/).waitFor({ state: 'detached', timeout: 40_000 });
    await page.reload();
    await card(page, 'Done', 'Done offline').waitFor();
    expect(await readTitles(page, product, teamId)).toEqual(all);
  } finally {
    if (isStopped) await product.start();
  }
}, 120_000);

test('blocks a task beyond the plan limit, keeps the typed title and links to the plans', async () => {
  const { page, teamId, projectId } = await openBoard();
  const titles = Array.from({ length: 10 }, (_, n) => `Task ${n}`);
  for (const title of titles)
    await callApi(page, product, `POST /teams/${teamId}/tasks`, { title, projectId });
  await page.getByText('Task 9').waitFor();

  await column(page, 'To do').getByRole('button', { name: 'Add task to To do' }).click();
  const field = page.getByRole('textbox', { name: 'New task in To do' });
  await field.fill('One too many');
  await page.getByText('You’ve used all 10 tasks on Trial.').waitFor();
  await field.press('Enter');
  expect(await field.inputValue()).toBe('One too many');
  expect(await readTitles(page, product, teamId)).toEqual(titles);
  await page.getByRole('link', { name: 'See plans' }).click();
  await page.getByRole('heading', { level: 1, name: 'Upgrade' }).waitFor();
});

test('undoes actions with Ctrl+Z and redoes an action with Ctrl+Shift+Z', async () => {
  const { page, teamId } = await openBoard();
  await addTasks(page, 'To do', ['Draft the page']);
  await card(page, 'To do', 'Draft the page').getByRole('link').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await card(page, 'In progress', 'Draft the page').waitFor();
  await page.keyboard.press('Control+z');
  await card(page, 'To do', 'Draft the page').waitFor();
  await page.keyboard.press('Control+Shift+z');
  await card(page, 'In progress', 'Draft the page').waitFor();
  await page.keyboard.press('Control+z');
  await card(page, 'To do', 'Draft the page').waitFor();
  await page.keyboard.press('Control+z');
  await card(page, 'To do', 'Draft the page').waitFor({ state: 'detached' });
  await successToast(page, 'Undone: “Draft the page” moved to trash').waitFor();
  await expect.poll(() => readTitles(page, product, teamId)).toEqual([]);
});
