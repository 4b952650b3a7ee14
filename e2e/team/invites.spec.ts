import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccessibilityIssues } from '#e2e/support/accessibility.ts';
import { useBrowser } from '#e2e/support/browser.ts';
import { startProduct, type Product } from '#e2e/support/product.ts';
import { callApi, joinTeam, makeInvite, makeTeam, signInQuietly } from '#e2e/support/team-api.ts';

// People can be invited by an email that only its recipient can use or by a link, up to the number of seats.

const { openPerson, allowFaults } = useBrowser();
const ADA = { name: 'Ada Moss', email: 'ada@example.com' };
let product: Product;

beforeAll(async () => {
  product = await startProduct({ RATE_LIMITS: 'off' });
});

afterAll(async () => {
  await product?.remove();
});

async function openOwner(teamName: string, email = ADA.email): Promise<{ page: Page; teamId: string }> {
  const page = await openPerson({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await signInQuietly(page, product, { ...ADA, email });
  return { page, teamId: await makeTeam(page, product, teamName) };
}

async function openInvites(page: Page): Promise<void> {
  await page.goto(`${product.webOrigin}/dashboard/members`);
  await page.getByRole('button', { name: 'Invite people' }).click();
  await page.getByRole('dialog', { name: 'Invite people' }).waitFor();
}

/** Signs in with another account in the popup. */
async function useOtherAccount(page: Page, person: { name: string; email: string }): Promise<void> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Use another account' }).click(),
  ]);
  await popup.getByLabel('Name').fill(person.name);
  await popup.getByLabel('Email').fill(person.email);
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Continue' }).click()]);
}

test('admits only the recipient of an email invite', async () => {
  const { page: ada } = await openOwner('Moss & Reed');
  await openInvites(ada);
  const dialog = ada.getByRole('dialog', { name: 'Invite people' });
  const field = dialog.getByRole('textbox', { name: 'Email addresses' });
  await field.fill('not an address');
  await field.press('Tab');
  await dialog.getByRole('button', { name: 'Send invite' }).click();
  await dialog.getByText('“not” isn’t a valid email address.').waitFor();
  await field.fill(`Bob Reed <bob@example.com>, ${ADA.email}`);
  await dialog.getByRole('button', { name: 'Send 2 invites' }).click();
  const results = dialog.getByRole('status', { name: 'Results' });
  await results.getByText('Already a member').waitFor();
  expect(await results.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('bob@example.com'),
    expect.stringContaining('ada@example.com'),
  ]);
  // Rejected addresses stay in the field.
  expect(await field.inputValue()).toBe(ADA.email);
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await ada.keyboard.press('Escape');
  await ada.getByRole('region', { name: 'Invites' }).getByText('bob@example.com').waitFor();

  const outbox = await openPerson();
  await expect
    .poll(async () => {
      await outbox.goto(`${product.apiOrigin}/dev/outbox`);
      return outbox.getByText('Ada Moss invites you to Moss & Reed').count();
    })
    .toBe(1);
  const url = (await outbox.getByRole('link').first().getAttribute('href')) ?? '';

  // Another user opens the link from the email.
  const page = await openPerson({ reducedMotion: 'reduce' });
  await signInQuietly(page, product, { name: 'Cy Young', email: 'cy@example.com' });
  await page.goto(url);
  await page.getByRole('heading', { name: 'Join Moss & Reed' }).waitFor();
  allowFaults(/403/, /409/);
  await page.getByRole('button', { name: 'Join team' }).click();
  await page.getByRole('heading', { name: 'This invite is for another address' }).waitFor();
  expect(await page.locator('body').innerText()).not.toContain('bob@');
  await page.getByText('cy@example.com').waitFor();
  expect(await findAccessibilityIssues(page)).toEqual([]);
  await useOtherAccount(page, { name: 'Bob Reed', email: 'bob@example.com' });
  await page.getByText('bob@example.com').waitFor();
  await page.getByRole('button', { name: 'Join team' }).click();
  await page.waitForURL('**/dashboard');
  await expect.poll(() => ada.getByText('Bob Reed').count()).toBeGreaterThan(0);
});

test('creates, copies and revokes an invite link that is limited to a domain', async () => {
  const { page: ada, teamId } = await openOwner('Linked', 'linda@example.com');
  await ada.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.webOrigin });
  await openInvites(ada);
  const dialog = ada.getByRole('dialog', { name: 'Invite people' });
  await dialog.getByText('By link').click();
  await dialog.getByRole('textbox', { name: 'Limit to a domain' }).fill('gmail.com');
  allowFaults(/400/);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('textbox', { name: 'Limit to a domain' }).fill('corp.example');
  await dialog.getByRole('button', { name: /^Expires after/ }).click();
  await ada.getByRole('option', { name: '14 days' }).click();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const shown = dialog.getByRole('textbox', { name: 'Invite link' });
  await shown.waitFor();
  expect(await ada.evaluate(() => navigator.clipboard.readText())).toBe(await shown.inputValue());
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = ada.getByRole('region', { name: 'Invites' }).getByRole('listitem');
  await row.getByText('Anyone at corp.example').waitFor();
  await row.getByRole('button', { name: 'Revoke link' }).click();
  await ada.getByText('No open invites').waitFor();
  const { invites } = await callApi<{ invites: unknown[] }>(ada, product, `GET /teams/${teamId}/invites`);
  expect(invites).toEqual([]);
});

test('tells an invited person and the owner that the team is full, and admits the person after an upgrade', async () => {
  const { page: ada, teamId } = await openOwner('Full House', 'olga@example.com');
  for (const name of ['Ben', 'Cleo']) {
    const person = await openPerson();
    await signInQuietly(person, product, { name, email: `${name}@example.com` });
    await joinTeam(ada, person, product, teamId, 'member');
  }
  const link = await makeInvite(ada, product, teamId, 'member');
  const late = await openPerson({ reducedMotion: 'reduce' });
  await signInQuietly(late, product, { name: 'Late Comer', email: 'late@example.com' });
  await late.goto(`${product.webOrigin}/invite/${link}/join`);
  allowFaults(/402/);
  await late.getByRole('button', { name: 'Join team' }).click();
  await late.getByRole('heading', { name: 'This team is full' }).waitFor();
  expect(await findAccessibilityIssues(late)).toEqual([]);

  await ada.goto(`${product.webOrigin}/dashboard/members`);
  await ada.getByText('1 person couldn’t join because all seats are taken.').waitFor();
  expect(await findAccessibilityIssues(ada)).toEqual([]);
  await ada.getByRole('region', { name: 'Invites' }).getByRole('link', { name: 'See plans' }).click();
  await ada.waitForURL('**/dashboard/upgrade');

  // After an upgrade, the user can join from the same page.
  await callApi(ada, product, `POST /dev/teams/${teamId}/plan`, { plan: 'pro' });
  await late.getByRole('button', { name: 'Try again' }).click();
  await late.getByRole('button', { name: 'Join team' }).click();
  await late.waitForURL('**/dashboard');
});
