import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { waitForOfflineCopy } from '#e2e/support/kept-data.ts';
import { chooseAccount } from '#e2e/support/people.ts';
import { startProduct, type Product } from '#e2e/support/product.ts';
import { callApi, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// Content shared on a phone to the installed app opens in the form for a new task, whether the user is signed in or not, online or offline.

const { openPerson, allowFaults } = useBrowser();
const ADA = { name: 'Ada Moss', email: 'ada@example.com' };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
let product: Product;

beforeAll(async () => {
  product = await startProduct({ RATE_LIMITS: 'off' });
});

afterAll(async () => {
  await product?.remove();
});

/** Returns the URL that a phone opens for shared content, according to the manifest. */
async function addressOf(shared: { title?: string; text?: string; url?: string }): Promise<string> {
  const manifest = (await (await fetch(`${product.webOrigin}/manifest.webmanifest`)).json()) as {
    share_target: { action: string; params: Record<keyof typeof shared, string> };
  };
  const { action, params } = manifest.share_target;
  const query = new URLSearchParams();
  for (const name of ['title', 'text', 'url'] as const) query.set(params[name], shared[name] ?? '');
  return `${product.webOrigin}${action}?${query}`;
}

test('creates a task from shared content, even offline', async () => {
  const page = await openPerson(PHONE);
  await signInQuietly(page, product, ADA);
  const teamId = await makeTeam(page, product, 'North');
  const hostile = '"<img src=x onerror=alert(1)>"';
  await page.goto(await addressOf({ title: hostile, text: 'See https://a.example/1.', url: '' }));
  const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' });
  await title.waitFor();
  expect(await title.inputValue()).toBe(hostile);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/dashboard/tasks');
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await title.press('Enter');
  await page.getByText(hostile, { exact: true }).click();
  await page.getByRole('link', { name: 'https://a.example/1', exact: true }).waitFor();
  const { tasks } = await callApi<{ tasks: { title: string; description: string }[] }>(
    page,
    product,
    `GET /teams/${teamId}/tasks`,
  );
  expect(tasks).toMatchObject([{ title: hostile, description: 'See https://a.example/1.' }]);

  // Exceed the server's URL limit, first online and then while the server is unreachable.
  await waitForOfflineCopy(page);
  const address = await addressOf({ title: 'Read later', text: 'words '.repeat(8000) });
  allowFaults(/net::ERR_/, /WebSocket connection/, /Failed to fetch/, /status of 503/);
  await page.goto(address);
  await expect.poll(() => title.inputValue()).toBe('Read later');
  await product.stop();
  try {
    await page.goto(address);
    await expect.poll(() => title.inputValue()).toBe('Read later');
    await title.press('Enter');
    await page.getByText('Read later', { exact: true }).waitFor();
  } finally {
    await product.start();
  }
});

test('keeps the shared content while a signed-out user signs in', async () => {
  const page = await openPerson(PHONE);
  const text = 'x'.repeat(600);
  await page.goto(await addressOf({ text: `${text}\nmore`, url: 'https://a.example/2' }));
  await page.waitForURL('**/signin?next=/share');
  await chooseAccount(page, { name: 'Noor Aziz', email: 'noor@example.com' });
  await page.waitForURL('**/teams/create');
  await page.getByRole('textbox', { name: 'Team name' }).fill('South');
  await page.getByRole('textbox', { name: 'Team name' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('x'.repeat(500));
  expect(await dialog.getByRole('textbox', { name: 'Description' }).innerText()).toBe(
    `${'x'.repeat(100)}\n\nmore\n\nhttps://a.example/2`,
  );
});
