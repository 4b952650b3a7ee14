import { expect, test } from 'vitest';
import { addTasks, card } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { signIn } from '#e2e/support/people.ts';
import { startProduct } from '#e2e/support/product.ts';
import { makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Sessions beside a server that is away or that ends them early.

const { openPerson, allowFaults } = useBrowser();

test('a sign-out that fails says so and keeps the person', async () => {
  const product = await startProduct({ RATE_LIMITS: 'off' });
  const page = await openPerson();
  await signInQuietly(page, product, { name: 'Cem Oz', email: 'cem@example.com' });
  const teamId = await makeTeam(page, product, 'North');
  const { board } = await makeProject(page, product, teamId, 'Website');
  await page.goto(board);
  await addTasks(page, 'To do', ['Draft the page']);
  // The menu is fetched with its first use: it is here before the server goes.
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  // A server that is going answers so.
  allowFaults(/net::ERR_/, /WebSocket connection/, /status of 503/);
  await product.stop();
  try {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.getByText('Something went wrong. Please try again', { exact: true }).waitFor();
    await card(page, 'To do', 'Draft the page').waitFor();
  } finally {
    await page.close();
    await product.remove();
  }
});

test('a session that has run out is renewed without a word', async () => {
  const shortLived = await startProduct({ RATE_LIMITS: 'off', SESSION_SECONDS: '1' });
  try {
    const page = await openPerson();
    allowFaults(/status of 401/);
    await signIn(page, shortLived, { name: 'Ada Moss', email: 'ada@example.com' });
    await page.waitForURL('**/teams/create');
    let renewals = 0;
    page.on('response', (answer) => {
      if (answer.url().endsWith('/auth/google/refresh') && answer.ok()) renewals += 1;
    });
    // Each reload uses the session, which lengthens it: only a pause longer than its life lets it run out.
    const reload = async () => {
      await page.reload();
      await page.getByRole('textbox', { name: 'Team name' }).waitFor();
      return renewals;
    };
    await expect.poll(reload, { interval: 1500 }).toBeGreaterThan(0);
    expect(new URL(page.url()).pathname).toBe('/teams/create');
    await page.close();
  } finally {
    await shortLived.remove();
  }
});
