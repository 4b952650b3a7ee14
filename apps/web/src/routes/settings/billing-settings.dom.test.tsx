// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { Billing, Subscription } from '@hearth/contracts/billing/billing';
import type { Invoice } from '@hearth/contracts/billing/invoices';
import { PLANS } from '@hearth/contracts/billing/plans';
import type { TeamRole } from '@hearth/contracts/permissions/permissions';
import { describe, expect, test } from 'vitest';
import { ok, type PageServer } from '#testing/page-server.ts';
import { openApp, type Opened } from '#testing/render-app.tsx';
import { BILLING, PAID, TRIAL } from '#testing/subscriptions.ts';
import { makeMember } from '#testing/team-rows.ts';

// Settings → Billing with its payments and owner's actions, and Help.

const CARD: Billing = {
  ...BILLING,
  method: { kind: 'card', network: 'Visa', last4: '4242', expires: '2028-09' },
  methodUrl: 'https://pay.example/sub_1/card',
};
const makeInvoice = (number: string, kind: Invoice['kind'] = 'invoice'): Invoice => ({
  id: number,
  number,
  kind,
  issuedAt: '2026-11-01T09:00:00.000Z',
  total: 69_900,
  tax: 10_663,
  currency: 'INR',
});

interface Options {
  subscription?: Subscription;
  billing?: Billing;
  role?: TeamRole;
  prepare?: (server: PageServer) => void;
}

async function openBilling({
  subscription = PAID,
  billing = CARD,
  role,
  prepare,
}: Options = {}): Promise<Opened> {
  const opened = await openApp({
    at: '/settings/billing',
    ...(role === undefined ? {} : { role }),
    rows: { member: [makeMember('Cleo Park'), makeMember('Dan Voss')] },
    prepare(server) {
      server.subscription = subscription;
      server.handlers.set('GET /billing', () => ok({ billing }));
      server.handlers.set('GET /invoices', () => ok({ invoices: [], nextCursor: null }));
      prepare?.(server);
    },
  });
  return opened;
}

const part = async (name: string) => within(await screen.findByRole('region', { name }));
const requestsTo = (server: PageServer, what: string) =>
  server.recordedRequests.filter((one) => one.what === what);

describe('plan', () => {
  test('shows the next charge, the payment method and the usage', async () => {
    await openBilling();
    const plan = await part('Plan');
    plan.getByText('Next charge: ₹699 on 1 January 2027.');
    plan.getByText(/^Visa ending in 4242/);
    plan.getByText(/Expires Sept? 2028/);
    expect(plan.getByRole('link', { name: 'Change the payment method' }).getAttribute('href')).toBe(
      'https://pay.example/sub_1/card',
    );
    (await part('Usage')).getByText('2 of 10');
  });

  test('cancels with a reason and lets the owner undo the cancellation', async () => {
    const cancelled = { ...PAID, cancelAtPeriodEnd: true, renewsAt: null };
    const { user, server } = await openBilling({
      prepare(page) {
        page.handlers.set('POST /subscription/cancel', () => ok({ subscription: cancelled }));
        page.handlers.set('POST /subscription/resume', () => ok({ subscription: PAID }));
      },
    });
    await user.click((await part('Plan')).getByRole('button', { name: 'Cancel Pro' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Pro?' }));
    dialog.getByText('Pro stays on until 1 January 2027. Nothing more will be charged.');
    dialog.getByText('Nothing is deleted. Everything stays readable, editable and exportable.');
    await user.type(dialog.getByRole('textbox', { name: /^What made you cancel/ }), 'Too quiet');
    await user.click(dialog.getByRole('button', { name: 'Cancel Pro' }));
    await screen.findByText('Pro is cancelled and ends on 1 January 2027. Nothing more will be charged.');
    expect(requestsTo(server, 'POST /subscription/cancel')[0]?.body).toEqual({ reason: 'Too quiet' });
    await user.click(screen.getByRole('button', { name: 'Keep Pro' }));
    await screen.findByText('Next charge: ₹699 on 1 January 2027.');
  });

  test.each([
    ['past_due', /^The last payment failed\./, 'Pay now'],
    // Canceled at the bank, where the cancellation cannot be reverted.
    ['cancelled', /^Pro is cancelled and ends on 1 January 2027\./, 'Keep Pro'],
  ] as const)('links to the payment screen if the plan is %s', async (status, text, control) => {
    const graceUntil = status === 'past_due' ? '2027-01-08T09:00:00.000Z' : null;
    await openBilling({ subscription: { ...PAID, status, renewsAt: null, graceUntil } });
    const plan = await part('Plan');
    plan.getByText(text);
    expect(plan.getByRole('link', { name: control }).getAttribute('href')).toBe(
      '/payment/onboarding?plan=pro',
    );
  });

  test('refunds the payment in full and ends Pro within the refund period', async () => {
    const refundableUntil = new Date(Date.now() + 3_600_000).toISOString();
    const ended: Subscription = { ...TRIAL, status: 'cancelled', paidUntil: '2026-11-25T09:00:00.000Z' };
    const { user, server } = await openBilling({
      billing: { ...CARD, refundableUntil },
      prepare: (page) => page.handlers.set('POST /subscription/refund', () => ok({ subscription: ended })),
    });
    await user.click((await part('Plan')).getByRole('button', { name: 'Get a refund' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund ₹699?' }));
    dialog.getByText(/^All of ₹699 goes back to your payment method and Pro ends at once\./);
    await user.click(dialog.getByRole('button', { name: 'Refund and end Pro' }));
    await screen.findByText(/^Pro ended on 25 November 2026\./);
    expect(requestsTo(server, 'POST /subscription/refund')).toHaveLength(1);
  });

  test.each([null, '2026-01-01T09:00:00.000Z'])(
    'shows no refund outside the refund period (%s)',
    async (until) => {
      await openBilling({ billing: { ...CARD, refundableUntil: until } });
      await part('Plan');
      expect(screen.queryByRole('button', { name: 'Get a refund' })).toBeNull();
    },
  );

  test('links to the confirmation of a missing bank authorisation and labels the sandbox', async () => {
    await openBilling({
      subscription: { ...PAID, needsAuthorisation: true },
      billing: { ...CARD, isSandbox: true },
    });
    await screen.findByText(/^The bank has no permission for the next charge\. Confirm it, or/);
    const main = within(screen.getByRole('main'));
    expect(main.getByText(/^Sandbox: payments are tried out/)).toBeDefined();
    expect(main.getByRole('link', { name: 'Open the time machine' }).getAttribute('href')).toBe(
      'https://pay.example',
    );
    for (const link of main.getAllByRole('link', { name: 'Confirm the payment' }))
      expect(link.getAttribute('href')).toBe('/payment/onboarding?plan=pro');
  });
});

describe('permissions', () => {
  test('shows billing details to admins without controls for changes', async () => {
    await openBilling({ role: 'admin', billing: { ...CARD, refundableUntil: '2099-01-01T09:00:00.000Z' } });
    (await part('Billing details')).getByText('North Studio');
    const main = within(screen.getByRole('main'));
    for (const name of ['Cancel Pro', 'Get a refund', 'Save'])
      expect(main.queryByRole('button', { name })).toBeNull();
    expect(main.queryByRole('link', { name: 'Change the payment method' })).toBeNull();
  });

  test('hides billing from members and sends no requests', async () => {
    const { server } = await openBilling({ role: 'member' });
    await screen.findByRole('heading', { level: 2, name: 'Billing' });
    expect(screen.queryByRole('link', { name: 'Billing' })).toBeNull();
    expect(server.requests.filter((one) => /billing|invoices|seats/.test(one))).toEqual([]);
  });
});

test('rejects invalid receipt recipients and saves billing details', async () => {
  const { user, server } = await openBilling({
    prepare: (page) =>
      page.handlers.set('PATCH /billing', (body) =>
        ok({ billing: { ...CARD, details: { ...CARD.details, ...(body as object) } } }),
      ),
  });
  const details = await part('Billing details');
  const others = details.getByRole('textbox', { name: /^Also send receipts to/ });
  await user.type(others, 'boss@north.example, nonsense');
  await user.click(details.getByRole('button', { name: 'Save' }));
  await details.findByText('“nonsense” isn’t a valid email address.');
  expect(requestsTo(server, 'PATCH /billing')).toEqual([]);
  await user.clear(others);
  await user.type(others, 'boss@north.example');
  await user.click(details.getByRole('button', { name: 'Save' }));
  await screen.findByText('Billing details saved');
  expect(requestsTo(server, 'PATCH /billing')[0]?.body).toMatchObject({
    name: 'North Studio',
    receiptEmails: ['boss@north.example'],
  });
});

test('lists invoices page by page and downloads an invoice as a PDF', async () => {
  const pages = [
    { invoices: [makeInvoice('H/26-27/0002', 'credit_note')], nextCursor: 'c' },
    { invoices: [makeInvoice('H/26-27/0001')], nextCursor: null },
  ];
  const { user, server } = await openBilling({
    prepare: (page) => page.handlers.set('GET /invoices', () => ok(pages.shift())),
  });
  const invoices = await part('Invoices');
  await invoices.findByText('Credit note H/26-27/0002');
  invoices.getByText(/-₹699$/);
  await user.click(invoices.getByRole('button', { name: 'Show older' }));
  await invoices.findByText('Invoice H/26-27/0001');
  expect(invoices.queryByRole('button', { name: 'Show older' })).toBeNull();
  // Records downloads because real ones would require a browser.
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function click() {
    saved.push(this.download);
  };
  server.handlers.set('GET /invoices/*/pdf', () => ok('%PDF'));
  await user.click(invoices.getByRole('button', { name: 'Download H/26-27/0001 as PDF' }));
  await waitFor(() => expect(saved).toEqual(['hearth-H-26-27-0001.pdf']));
  expect(server.requests.at(-1)).toMatch(/\/invoices\/H%2F26-27%2F0001\/pdf$/);
});

test.each([
  ['change', ['ada', 'bob', 'dan']],
  ['confirm', ['ada', 'bob', 'cleo']],
])('lets the owner %s who keeps a seat when there are too few seats', async (_, chosen) => {
  const seats = {
    max: 3,
    writerIds: ['ada', 'bob', 'cleo', 'dan'],
    keptIds: ['ada', 'bob', 'cleo'],
    viewOnlyIds: [],
    chooseBy: '2026-12-09T09:00:00.000Z',
  };
  const { user, server } = await openBilling({
    subscription: {
      ...TRIAL,
      status: 'cancelled',
      paidUntil: '2026-11-25T09:00:00.000Z',
      usage: { ...TRIAL.usage, collaborators: 4 },
      chooseWritersBy: seats.chooseBy,
    },
    prepare(page) {
      page.handlers.set('GET /seats', () => ok({ seats }));
      page.handlers.set('PUT /seats', (body) => {
        const { keptIds } = body as { keptIds: string[] };
        return ok({ seats: { ...seats, keptIds, chooseBy: null } });
      });
    },
  });
  const choice = await part('Who keeps editing');
  choice.getByText(/^Choose by 9 December 2026\./);
  const box = (name: RegExp) => choice.getByRole<HTMLInputElement>('checkbox', { name });
  expect([box(/Ada/).checked, box(/Ada/).disabled]).toEqual([true, true]);
  expect(box(/Dan/).disabled).toBe(true);
  if (chosen.includes('dan')) {
    await user.click(box(/Cleo/));
    expect(box(/Dan/).disabled).toBe(false);
    await user.click(box(/Dan/));
  }
  choice.getByText('3 of 3 chosen');
  await user.click(choice.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved who keeps editing');
  expect(requestsTo(server, 'PUT /seats').map(({ body }) => body)).toEqual([{ keptIds: chosen }]);
  const save = (await part('Who keeps editing')).getByRole('button', { name: 'Save' });
  await waitFor(() => expect(save).toHaveProperty('disabled', true));
});

test('requires a subject, sends a message to support and shows the response time', async () => {
  const { user, server } = await openApp({ at: '/settings/help', role: 'guest' });
  server.handlers.set('POST /support', () => ({
    status: 201,
    body: { request: { id: 'r', isPriority: true, answerHours: PLANS.pro.answerHours } },
  }));
  await screen.findByText('A person answers by email. Pro: within 8 hours. Trial: within 3 days.');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Enter a subject.');
  expect(requestsTo(server, 'POST /support')).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: 'Subject' }), 'Import');
  await user.type(screen.getByRole('textbox', { name: 'Message' }), 'It stops at 40 %.');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Sent. We’ll answer ada@example.com within 8 hours.');
  expect(requestsTo(server, 'POST /support')[0]?.body).toEqual({
    subject: 'Import',
    message: 'It stops at 40 %.',
  });
});
