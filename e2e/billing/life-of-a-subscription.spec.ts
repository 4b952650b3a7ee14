import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useBrowser } from '#e2e/support/browser.ts';
import { startProduct, type Product } from '#e2e/support/product.ts';
import { callApi, makeProject, makeTeam, signInQuietly, type Person } from '#e2e/support/team-api.ts';

// The life cycle of a subscription from trial to refund. The team never loses its data or access to it.

const { openPerson } = useBrowser();
let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.remove());

let owners = 0;
/** Returns a new user for each test and each retry so that the test's team is their only team. */
function nameOwner(): Person {
  owners += 1;
  return { name: 'Ada Moss', email: `ada${owners}@example.com` };
}

const DAY_SECONDS = 86_400;
/** Time limit for updates by the bank. They arrive through webhooks and polling. */
const FROM_THE_BANK = { timeout: 20_000, interval: 200 };

interface State {
  plan: string;
  status: string;
}

async function readState(page: Page, teamId: string): Promise<State> {
  const { subscription } = await callApi<{ subscription: State }>(
    page,
    product,
    `GET /subscriptions/team/?teamId=${teamId}`,
  );
  return { plan: subscription.plan, status: subscription.status };
}

async function expectState(page: Page, teamId: string, state: State): Promise<void> {
  await expect.poll(() => readState(page, teamId), FROM_THE_BANK).toEqual(state);
}

/** Advances the clock by some days and signs in again because the session may have expired. */
async function advanceClock(page: Page, owner: Person, days: number): Promise<void> {
  // Leave the app: it would otherwise send requests with the expired session.
  await page.goto('about:blank');
  await callApi(page, product, 'POST /dev/clock', { advanceSeconds: days * DAY_SECONDS });
  await signInQuietly(page, product, owner);
}

/** Pays on the sandbox's page, and continues to the confirmation screen. */
async function pay(page: Page): Promise<void> {
  await page.goto(`${product.webOrigin}/payment/onboarding?plan=pro`);
  await page.getByRole('heading', { name: 'Start with Pro' }).waitFor();
  await page.getByRole('button', { name: /^Pay ₹\s?699/ }).click();
  await page.getByRole('button', { name: 'Succeed' }).click();
  await page.getByRole('heading', { name: 'Pro is on' }).waitFor();
}

async function openBilling(page: Page): Promise<void> {
  await page.goto(`${product.webOrigin}/dashboard/settings/billing`);
  await page.getByRole('heading', { name: 'Invoices' }).waitFor();
}

/** Presses a button on the sandbox's home page, which controls the outcome of charges. */
async function pressAtBank(page: Page, teamId: string, button: string): Promise<void> {
  const { billing } = await callApi<{ billing: { methodUrl: string } }>(
    page,
    product,
    `GET /teams/${teamId}/billing`,
  );
  const bank = await page.context().newPage();
  await bank.goto(new URL(billing.methodUrl).origin);
  await bank.getByRole('button', { name: button }).first().click();
  await bank.waitForLoadState();
  await bank.close();
}

test('upgrades to Pro, halts after failed charges, resumes after a payment and cancels', async () => {
  const page = await openPerson();
  const owner = nameOwner();
  await signInQuietly(page, product, owner);
  const teamId = await makeTeam(page, product, 'Lanterns');
  await makeProject(page, product, teamId, 'Harbour');
  await expectState(page, teamId, { plan: 'free', status: 'trial' });

  await pay(page);
  await expectState(page, teamId, { plan: 'pro', status: 'active' });
  const second = await makeProject(page, product, teamId, 'Beacon');
  await openBilling(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download .* as PDF$/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);

  await pressAtBank(page, teamId, 'Fail every charge');
  await advanceClock(page, owner, 31);
  await expectState(page, teamId, { plan: 'pro', status: 'past_due' });
  await page.goto(second.board);
  await page
    .getByRole('complementary', { name: 'Plan' })
    .getByText('The last payment failed.', { exact: false })
    .waitFor();

  await advanceClock(page, owner, 8);
  await expectState(page, teamId, { plan: 'free', status: 'halted' });

  await pressAtBank(page, teamId, 'Fail no charge');
  await pay(page);
  await expectState(page, teamId, { plan: 'pro', status: 'active' });

  await openBilling(page);
  await page.getByRole('button', { name: 'Cancel Pro' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Pro' }).click();
  await page.getByText(/^Pro is cancelled and ends on /).waitFor();
  await advanceClock(page, owner, 33);
  await expectState(page, teamId, { plan: 'free', status: 'cancelled' });

  // The team exceeds the limit of one project: both can be read and edited, but a third cannot be created.
  await page.goto(second.board);
  await page.getByRole('heading', { name: 'Beacon' }).first().waitFor();
  await callApi(page, product, `PATCH /teams/${teamId}/projects/${second.projectId}`, { name: 'Lighthouse' });
  await expect(makeProject(page, product, teamId, 'Third')).rejects.toThrow(/402 .*PLAN_LIMIT_REACHED/);
  await page.goto(`${product.webOrigin}/dashboard/settings/transfer`);
  await page.getByRole('heading', { name: 'Lighthouse' }).or(page.getByText('Export')).first().waitFor();
});

test('refunds the first payment on a phone, issues a credit note and ends Pro', async () => {
  const page = await openPerson({ viewport: { width: 390, height: 844 } });
  await signInQuietly(page, product, nameOwner());
  const teamId = await makeTeam(page, product, 'Sundials');

  await pay(page);
  await expectState(page, teamId, { plan: 'pro', status: 'active' });
  await openBilling(page);
  await page
    .getByRole('button', { name: /[Rr]efund/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /[Rr]efund/ }).click();
  await page.getByText(/^Credit note /).waitFor();
  const { plan } = await readState(page, teamId);
  expect(plan).toBe('free');
});
