import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addTasks, card, column } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { waitForOfflineCopy } from '#e2e/support/kept-data.ts';
import { chooseAccount, signIn } from '#e2e/support/people.ts';
import { startProduct, type Product } from '#e2e/support/product.ts';

// Two users can edit one board without losing changes.

const { openPerson, allowFaults } = useBrowser();
const ADA = { name: 'Ada Moss', email: 'ada@example.com' };
const BOB = { name: 'Bob Reed', email: 'bob@example.com' };
let product: Product;

beforeEach(async () => {
  product = await startProduct({ RATE_LIMITS: 'off' });
});

afterEach(async () => {
  await product?.remove();
});

async function drag(page: Page, title: string, from: string, to: string): Promise<void> {
  const start = await card(page, from, title).boundingBox();
  const end = await column(page, to).boundingBox();
  if (start === null || end === null) throw new Error(`${title} cannot be dragged from ${from} to ${to}`);
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2 + 8, start.y + start.height / 2 + 8, { steps: 4 });
  await page.mouse.move(end.x + end.width / 2, end.y + 120, { steps: 12 });
  await page.mouse.up();
}

async function openTeamWithProject(page: Page): Promise<void> {
  await signIn(page, product, ADA);
  await page.waitForURL('**/teams/create');
  await page.getByRole('textbox', { name: 'Team name' }).fill('Moss & Reed');
  await page.getByRole('button', { name: 'Create team' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await page.getByRole('button', { name: 'New project' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Website');
  await page.getByRole('button', { name: 'Create project' }).click();
  await column(page, 'To do').waitFor();
}

/**
 * Upgrades to Pro because Trial allows only ten tasks.
 * @returns an invite link like those of the members screen
 */
async function upgradeAndInvite(page: Page): Promise<string> {
  return page.evaluate(async (apiOrigin) => {
    const read = async (path: string, body?: unknown) => {
      const headers = { 'content-type': 'application/json' };
      const post = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
      return (await fetch(`${apiOrigin}${path}`, { credentials: 'include', ...post })).json();
    };
    const { teams } = await read('/teams');
    await read(`/dev/teams/${teams[0]._id}/plan`, { plan: 'pro' });
    const { invite } = await read(`/teams/${teams[0]._id}/invites`, {});
    return invite.url as string;
  }, product.apiOrigin);
}

/** Opens the invite link as Bob, signs in, and joins the team. */
async function joinByLink(page: Page, url: string, board: string): Promise<void> {
  await page.goto(url);
  await page.getByText('Moss & Reed').first().waitFor();
  await page.getByRole('button', { name: 'Sign in to join' }).click();
  await chooseAccount(page, BOB);
  await page.getByRole('button', { name: 'Join team' }).click();
  await page.waitForURL('**/dashboard');
  await page.goto(board);
}

test('syncs a board live across server restarts and offline edits', async () => {
  const ada = await openPerson({ viewport: { width: 1440, height: 900 } });
  const bob = await openPerson({ viewport: { width: 1440, height: 900 } });
  await openTeamWithProject(ada);
  const board = ada.url();
  await joinByLink(bob, await upgradeAndInvite(ada), board);
  await column(bob, 'To do').waitFor();

  // New tasks and a drag appear on the other screen immediately.
  for (const title of ['Draft the page', 'Choose a font', 'Ask for quotes']) {
    await addTasks(ada, 'To do', [title]);
    await card(bob, 'To do', title).waitFor();
  }
  await drag(ada, 'Choose a font', 'To do', 'In progress');
  await card(ada, 'In progress', 'Choose a font').waitFor();
  await card(bob, 'In progress', 'Choose a font').waitFor();

  // After the server was killed and restarted, both screens show everything and are live again.
  allowFaults(/net::ERR_/, /WebSocket connection/);
  await product.stop('SIGKILL');
  await product.start();
  await ada.reload();
  await bob.reload();
  for (const page of [ada, bob]) {
    await card(page, 'In progress', 'Choose a font').waitFor();
    await card(page, 'To do', 'Draft the page').waitFor();
    await card(page, 'To do', 'Ask for quotes').waitFor();
  }

  // Make twenty edits offline, reload the tab and reconnect.
  const edits = Array.from({ length: 20 }, (_, n) => `Offline thought ${String(n + 1).padStart(2, '0')}`);
  await waitForOfflineCopy(ada);
  await ada.context().setOffline(true);
  await addTasks(ada, 'Backlog', edits);
  // Wait until the last edit is shown and therefore stored.
  await card(ada, 'Backlog', 'Offline thought 20').waitFor();
  await ada.reload();
  await card(ada, 'Backlog', 'Offline thought 01').waitFor();
  await ada.context().setOffline(false);
  // Wait until the outbox is empty. This may take long on a slow host. Each edit must then exist exactly once.
  await expect.poll(() => isSettled(ada), { timeout: 90_000 }).toBe(true);
  expect(await countTasks(bob, 'Offline thought')).toBe(20);
}, 180_000);

/** Counts the tasks on the server whose title starts with `prefix`. */
function countTasks(page: Page, prefix: string): Promise<number> {
  return page.evaluate(
    async ({ apiOrigin, prefix }) => {
      const read = async (path: string) =>
        (await fetch(`${apiOrigin}${path}`, { credentials: 'include' })).json();
      const { teams } = await read('/teams');
      const { tasks } = await read(`/teams/${teams[0]._id}/tasks?limit=200`);
      return (tasks as { title: string }[]).filter((task) => task.title.startsWith(prefix)).length;
    },
    { apiOrigin: product.apiOrigin, prefix },
  );
}

/** Checks whether the outbox in this browser is empty. */
function isSettled(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const counts = await Promise.all(
      names.map(
        (name) =>
          new Promise<number>((resolve) => {
            const opening = indexedDB.open(name);
            opening.onsuccess = () => {
              const db = opening.result;
              if (!db.objectStoreNames.contains('outbox')) return resolve(0);
              const counting = db.transaction('outbox').objectStore('outbox').count();
              counting.onsuccess = () => {
                db.close();
                resolve(counting.result);
              };
            };
          }),
      ),
    );
    return counts.every((count) => count === 0);
  });
}
