// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { Subscription } from '@hearth/contracts/billing/billing';
import { describe, expect, test } from 'vitest';
import { ok, refuse, type PageServer } from '#testing/page-server.ts';
import { openApp, type Opened, type Opening } from '#testing/render-app.tsx';
import { BILLING, PAID, TRIAL } from '#testing/subscriptions.ts';

// The upgrade to Pro from a pricing card: the form, the gateway and back, waiting, and the blocked action.

const AT = '//payment/onboarding?plan=pro';
const GSTIN = '29AAGCB7383J1Z4';
// Represents the gateway's page: the same page with a fragment.
const GATEWAY = '/payment/onboarding?plan=pro#gateway';

/** Makes the server start a checkout on request and confirm its payment. */
function sell(server: PageServer, subscription: Subscription = TRIAL): void {
  server.subscription = subscription;
  server.handlers.set('GET /billing', () => ok({ billing: BILLING }));
  server.handlers.set('POST /subscription/checkout', () => ({
    status: 201,
    body: {
      checkout: { subscriptionId: 'sub_1', keyId: 'key', amount: 69_900, currency: 'INR', url: GATEWAY },
    },
  }));
  server.handlers.set('POST /subscription/refresh', () => ok({ subscription: server.subscription }));
  server.handlers.set('POST /subscription/confirm', () => {
    server.subscription = PAID;
    return ok({ subscription: PAID });
  });
}

const openPayment = (opening: Opening = {}): Promise<Opened> =>
  openApp({ at: AT, prepare: sell, ...opening });
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const requestsTo = (server: PageServer, what: string) =>
  server.recordedRequests.filter((one) => one.what === what);
const RETURN = '&razorpay_payment_id=pay_1&razorpay_subscription_id=sub_1&razorpay_signature=0123abc';

async function pressPay({ user }: Opened): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Pay ₹699' }));
}

async function startPaying(opened: Opened): Promise<void> {
  await pressPay(opened);
  await heading('Payment not confirmed yet');
}

describe('payment form', () => {
  test('shows the changes, the amount due today with its tax, and the next charge', async () => {
    await openPayment();
    const changes = within(await screen.findByRole('region', { name: 'What changes' }));
    expect(changes.getByRole('row', { name: 'Tasks 10 No limit' })).toBeDefined();
    expect(changes.getByRole('row', { name: 'Collaborators 3 10' })).toBeDefined();
    const total = within(screen.getByRole('region', { name: 'Total' }));
    for (const amount of ['₹592.37', '₹106.63', '₹699.00']) total.getByText(amount);
    total.getByText(/^Next charge: ₹699 on /);
    total.getByText(/^Cancel any time/);
    screen.getByText('Early bird: 42% off');
  });

  test('validates a tax number on blur and against the state', async () => {
    const { user, server } = await openPayment();
    const field = await screen.findByRole('textbox', { name: 'GSTIN (optional)' });
    await user.type(field, '29AAGCB7383J1Z5');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.tab();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This isn’t a valid GSTIN. Check its 15 characters.',
    );
    await user.clear(field);
    await user.type(field, ` ${GSTIN.toLowerCase()}`);
    await user.tab();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    // The state encoded in the tax number is selected automatically. Any other state is invalid.
    await user.click(screen.getByRole('button', { name: /^State:\s*Karnataka/ }));
    await user.click(await screen.findByRole('option', { name: 'Kerala' }));
    await screen.findByText('This GSTIN belongs to Karnataka, not to the state above.');
    await user.click(screen.getByRole('button', { name: 'Pay ₹699' }));
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(requestsTo(server, 'POST /subscription/checkout')).toEqual([]);
  });

  test('sends the details and opens the gateway’s page', async () => {
    const opened = await openPayment();
    const name = await screen.findByRole('textbox', { name: 'Name on the invoice' });
    await opened.user.clear(name);
    await opened.user.type(name, 'North Studio LLP');
    await startPaying(opened);
    expect(requestsTo(opened.server, 'POST /subscription/checkout')[0]?.body).toEqual({
      plan: 'pro',
      billing: {
        name: 'North Studio LLP',
        email: 'accounts@north.example',
        address: '',
        state: null,
        gstin: null,
      },
    });
    expect(location.hash).toBe('#gateway');
  });

  test('shows server errors on the affected field', async () => {
    const { user, server } = await openPayment();
    const problem = {
      ...(refuse(400, 'INVALID_REQUEST').body as object),
      errors: [{ path: 'billing.email', message: 'no' }],
    };
    server.handlers.set('POST /subscription/checkout', () => ({ status: 400, body: problem }));
    await user.click(await screen.findByRole('button', { name: 'Pay ₹699' }));
    const alert = await screen.findByRole('alert');
    expect(screen.getByRole('textbox', { name: 'Billing email' }).getAttribute('aria-describedby')).toBe(
      alert.id,
    );
  });
});

describe('payment entry points', () => {
  test('links signed-out visitors to a sign-in that returns to the plan', async () => {
    await openPayment({ role: null });
    const link = await screen.findByRole('link', { name: 'Sign in with Google' });
    expect(new URL(link.getAttribute('href') ?? '', location.href).searchParams.get('next')).toBe(
      '/payment/onboarding?plan=pro',
    );
  });

  test('continues to the payment after a user without a team creates one', async () => {
    const { user, server } = await openPayment({ teams: [] });
    const created = { _id: 'new', name: 'South', key: 'SO', image: null };
    server.handlers.set('POST /teams', () => {
      server.teams = [created as never];
      return { status: 201, body: { team: created } };
    });
    server.handlers.set('GET /members/ada', () => ok({ member: { teamRole: 'owner' } }));
    await user.type(await screen.findByRole('textbox', { name: 'Team name' }), 'South{Enter}');
    await screen.findByRole('button', { name: 'Pay ₹699' });
  });

  test('starts the checkout for the team chosen by a user with several teams', async () => {
    const { user, server } = await openPayment({ teams: ['North', 'South'] });
    await user.click(await screen.findByRole('button', { name: /^Team:\s*North/ }));
    await user.click(await screen.findByRole('option', { name: 'South' }));
    await user.click(await screen.findByRole('button', { name: 'Pay ₹699' }));
    await heading('Payment not confirmed yet');
    expect(server.requests.findLast((one) => one.startsWith('POST'))).toMatch(/\/teams\/south-\d+\//);
  });

  test('lets a member ask the owner to pay with one press', async () => {
    const { user, server } = await openPayment({ role: 'member' });
    server.handlers.set('POST /subscription/ask-owner', () => ({ status: 202, body: undefined }));
    await user.click(await screen.findByRole('button', { name: 'Ask the owner' }));
    await screen.findByText(/^Asked\. The owner has an email/);
    expect(requestsTo(server, 'POST /subscription/ask-owner')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  test('links a team on Pro to its billing settings', async () => {
    await openPayment({ prepare: (server) => sell(server, PAID) });
    await screen.findByText(/is on Pro already/);
    expect(screen.getByRole('link', { name: 'Open billing' }).getAttribute('href')).toBe(
      '/dashboard/settings/billing',
    );
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  test('shows Pro when another user has paid for the team meanwhile', async () => {
    const { user, server } = await openPayment();
    const pay = await screen.findByRole('button', { name: 'Pay ₹699' });
    server.subscription = PAID;
    server.handlers.set('POST /subscription/checkout', () => refuse(409, 'CONFLICT'));
    await user.click(pay);
    await screen.findByText(/is on Pro already/);
  });

  test('asks a team on Pro to confirm the next charge and states that nothing is charged today', async () => {
    const nextPayment = { at: '2027-01-01T09:00:00.000Z', isNow: false, isOverdue: false };
    await openPayment({
      prepare(server) {
        sell(server, { ...PAID, needsAuthorisation: true });
        server.handlers.set('GET /billing', () => ok({ billing: { ...BILLING, nextPayment } }));
      },
    });
    await screen.findByRole('button', { name: 'Confirm the payment' });
    screen.getByText('Total on 1 January 2027');
    screen.getByText('Nothing is charged today.');
    expect(screen.queryByRole('region', { name: 'What changes' })).toBeNull();
  });

  test.each(['', '?plan=gold'])(
    'compares both plans if the URL specifies no known plan (“%s”)',
    async (query) => {
      await openApp({ at: `//payment/onboarding${query}`, role: null });
      await heading('Choose a plan');
      screen.getByRole('region', { name: 'Trial' });
      screen.getByRole('region', { name: 'Pro' });
    },
  );

  test('creates a named team for Trial and then opens home', async () => {
    const { user, server } = await openApp({ at: '//payment/onboarding?plan=trial' });
    const created = { ...server.teams[0], _id: 'new', name: 'South' };
    server.handlers.set('POST /teams', () => ({ status: 201, body: { team: created } }));
    await user.type(await screen.findByRole('textbox', { name: 'Team name' }), 'South{Enter}');
    await waitFor(() => expect(location.pathname).toBe('/dashboard'));
    expect(requestsTo(server, 'POST /teams').map(({ body }) => body)).toMatchObject([{ name: 'South' }]);
  });
});

describe('return from the gateway', () => {
  test('submits the payment proof once, removes it from the URL and shows that Pro is active', async () => {
    const { server, reload } = await openApp({ at: `${AT}${RETURN}`, prepare: sell });
    await heading('Pro is on');
    await screen.findByText(
      'Next charge: ₹699 on 1 January 2027. The receipt goes to accounts@north.example.',
    );
    expect(requestsTo(server, 'POST /subscription/confirm').map(({ body }) => body)).toEqual([
      { razorpay_payment_id: 'pay_1', razorpay_subscription_id: 'sub_1', razorpay_signature: '0123abc' },
    ]);
    await waitFor(() => expect(location.search).toBe('?plan=pro'));
    await reload();
    await screen.findByText(/is on Pro already/);
    expect(requestsTo(server, 'POST /subscription/confirm')).toHaveLength(1);
  });

  test('waits for the bank across a reload until Pro is active', async () => {
    const opened = await openPayment();
    await startPaying(opened);
    await opened.reload(AT);
    await heading('Payment not confirmed yet');
    screen.getByRole('button', { name: 'Continue to payment' });
    opened.server.subscription = PAID;
    await heading('Pro is on');
    expect(localStorage.getItem('hearth:checkout')).toBeNull();
  });

  test('keeps waiting after a rejected payment proof until Pro is active', async () => {
    const { server } = await openApp({
      at: `${AT}${RETURN}`,
      prepare: (page) => {
        sell(page);
        page.handlers.set('POST /subscription/confirm', () => refuse(400, 'INVALID_REQUEST'));
      },
    });
    await heading('Waiting for your bank');
    server.subscription = PAID;
    await heading('Pro is on');
  });

  test('does not poll for a checkout older than half an hour, and returns to the form on “Try again”', async () => {
    const { user, server } = await openPayment({
      prepare: (page) => {
        sell(page);
        const checkout = {
          teamId: page.teams[0]?._id,
          subscriptionId: 'sub_1',
          startedAt: Date.now() - 31 * 60_000,
        };
        localStorage.setItem('hearth:checkout', JSON.stringify(checkout));
      },
    });
    await heading('No answer from your bank yet');
    expect(requestsTo(server, 'POST /subscription/refresh')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: 'Pay ₹699' });
  });

  test('reports a payment that has expired at the gateway', async () => {
    const opened = await openPayment();
    opened.server.handlers.set('POST /subscription/refresh', () =>
      ok({ subscription: { ...TRIAL, status: 'expired' } }),
    );
    await pressPay(opened);
    await heading('The payment didn’t go through');
  });
});
