import { expect, test } from 'vitest';
import { addTasks, card } from '#e2e/support/board.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { signIn } from '#e2e/support/people.ts';
import { startProduct } from '#e2e/support/product.ts';
import { makeProject, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Signing out while the server is unreachable, and renewal of an expired session.

const { openPerson, allowFaults } = useBrowser();

test('shows an error and keeps the session when signing out fails', async () => {
  const product = await startProduct({ RATE_LIMITS: 'off' });
  const page = await openPerson();
  await signInQuietly(page, product, { name: 'Cem Oz', email: 'cem@example.com' });
  const teamId = await makeTeam(page, product, 'North');
  const { board } = await makeProject(page, product, teamId, 'Website');
  await page.goto(board);
  await addTasks(page, 'To do', ['Draft the page']);
  // Open the lazy-loaded menu before the server stops.
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  // Errors caused by the stopping server.
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

test('renews an expired session silently', async () => {
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
    // Each reload extends the session, so it expires only after a pause longer than its lifetime.
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
