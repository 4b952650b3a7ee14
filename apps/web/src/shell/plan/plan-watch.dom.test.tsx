// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ok, refuse, type PageServer } from '#testing/page-server.ts';
import { openApp, type Opened } from '#testing/render-app.tsx';
import { BILLING, PAID, TRIAL } from '#testing/subscriptions.ts';

// Plan notices on any screen and resuming a blocked action after the payment.

const FULL = { ...TRIAL, usage: { collaborators: 3, projects: 1, documents: 3, tasks: 10 } };

function sell(server: PageServer): void {
  server.subscription = FULL;
  server.handlers.set('GET /billing', () => ok({ billing: BILLING }));
  server.handlers.set('POST /subscription/confirm', () => {
    server.subscription = PAID;
    return ok({ subscription: PAID });
  });
}

const open = (at: string): Promise<Opened> => openApp({ at, prepare: sell });
const GATEWAY =
  '//payment/onboarding?plan=pro&razorpay_payment_id=pay_1&razorpay_subscription_id=sub_1&razorpay_signature=0a';

/** Goes from a card to the payment and returns from the gateway's page in the same tab. */
async function payFrom({ user, reload }: Opened, card: HTMLElement | null): Promise<void> {
  await user.click(await within(card ?? document.body).findByRole('button', { name: 'Go Pro' }));
  await screen.findByRole('heading', { level: 1, name: 'Start with Pro' });
  await reload(GATEWAY);
  await screen.findByRole('heading', { level: 1, name: 'Pro is on' });
}

const requestsTo = (server: PageServer, what: string) =>
  server.recordedRequests.filter((one) => one.what === what);

describe('resuming a blocked action after the payment', () => {
  test('creates a task from its inline field once, and undoes the creation', async () => {
    const opened = await open('/projects/website');
    const { user, server } = opened;
    await user.click(await screen.findByRole('button', { name: 'Add task to In progress' }));
    const field = await screen.findByRole('textbox', { name: 'New task in In progress' });
    await user.type(field, 'Paint the door{Enter}');
    expect(requestsTo(server, 'POST /tasks')).toEqual([]);
    await payFrom(opened, null);
    await user.click(screen.getByRole('button', { name: 'Continue: create “Paint the door”' }));
    await waitFor(() => expect(requestsTo(server, 'POST /tasks')).toHaveLength(1));
    expect(requestsTo(server, 'POST /tasks')[0]?.body).toMatchObject({
      title: 'Paint the door',
      projectId: 'website',
      statusId: 'doing',
    });
    expect(location.pathname).toBe('/dashboard/projects/website');
    await screen.findByRole('link', { name: 'Paint the door' });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Paint the door' })).toBeNull());
    await opened.reload('');
    await screen.findByRole('heading', { level: 1, name: 'Home' });
    expect(requestsTo(server, 'POST /tasks')).toHaveLength(1);
  });

  test('creates a task from its dialog and clears the dialog', async () => {
    const opened = await open('/projects/website');
    const { user, server } = opened;
    await user.click(await screen.findByRole('button', { name: 'New task' }));
    const dialog = await screen.findByRole('dialog', { name: 'New task' });
    await user.type(await within(dialog).findByRole('textbox', { name: 'Title' }), 'Paint it tomorrow');
    await payFrom(opened, dialog);
    await user.click(screen.getByRole('button', { name: 'Continue: create “Paint it”' }));
    await waitFor(() => expect(requestsTo(server, 'POST /tasks')).toHaveLength(1));
    expect(requestsTo(server, 'POST /tasks')[0]?.body).toMatchObject({ title: 'Paint it' });
    // The dialog no longer offers the entered task because it has been created.
    await user.click(await screen.findByRole('button', { name: 'New task' }));
    const again = await screen.findByRole('dialog', { name: 'New task' });
    expect(await within(again).findByRole('textbox', { name: 'Title' })).toHaveProperty('value', '');
  });

  test('creates a project', async () => {
    const opened = await open('/projects');
    const { user, server } = opened;
    await user.click(await screen.findByRole('button', { name: /^New project/ }));
    const dialog = await screen.findByRole('dialog', { name: 'New project' });
    await user.type(await within(dialog).findByRole('textbox', { name: 'Name' }), 'Garden');
    await payFrom(opened, dialog);
    await user.click(screen.getByRole('button', { name: 'Continue: create “Garden”' }));
    await screen.findByRole('heading', { level: 1, name: 'Garden' });
    await waitFor(() =>
      expect(requestsTo(server, 'POST /projects')[0]?.body).toMatchObject({ name: 'Garden', key: 'GAR' }),
    );
  });

  test('creates a document that a dialog had blocked', async () => {
    const opened = await open('/documents');
    const { user, server } = opened;
    await user.click((await screen.findAllByRole('button', { name: 'New document' }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'No room on this plan' });
    await within(dialog).findByText('You’ve used all 3 documents on Trial.');
    await within(dialog).findByText('Pro: Unlimited documents, ₹699 per team per month.');
    expect(requestsTo(server, 'POST /documents')).toEqual([]);
    await payFrom(opened, dialog);
    await user.click(screen.getByRole('button', { name: 'Continue: create the document' }));
    await waitFor(() => expect(requestsTo(server, 'POST /documents')).toHaveLength(1));
    expect(location.pathname).toMatch(/^\/dashboard\/documents\/./);
  });

  test('sends invites, reports a failed one, and refetches the list of invites', async () => {
    const opened = await open('/members');
    const { user, server } = opened;
    const make = (email: string) => ({ status: 201, body: { invite: { id: email, email, url: null } } });
    server.handlers.set('GET /invites', () => ok({ invites: [], delivery: 'smtp', turnedAway: 0 }));
    server.handlers.set('POST /invites', (body) => {
      const { email } = body as { email: string };
      return email === 'bob@north.example' ? refuse(409, 'CONFLICT') : make(email);
    });
    await user.click(await screen.findByRole('button', { name: 'Invite people' }));
    const dialog = await screen.findByRole('dialog', { name: 'Invite people' });
    const field = await within(dialog).findByRole('textbox', { name: 'Email addresses' });
    await user.type(field, 'cy@north.example, bob@north.example, di@north.example');
    await payFrom(opened, dialog);
    await user.click(screen.getByRole('button', { name: /^Continue: invite cy@north\.example, bob/ }));
    await waitFor(() => expect(requestsTo(server, 'POST /invites')).toHaveLength(3));
    expect(requestsTo(server, 'POST /invites')[0]?.body).toEqual({
      teamRole: 'member',
      email: 'cy@north.example',
    });
    await screen.findByText('2 invites sent. bob@north.example: Already invited');
    const last = (method: string) =>
      server.requests.findLastIndex((one) => one.startsWith(method) && one.includes('/invites'));
    await waitFor(() => expect(last('GET')).toBeGreaterThan(last('POST')));
  });

  test('creates a task that only the server had refused', async () => {
    const opened = await openApp({
      at: '/projects/website',
      prepare: (server) => {
        sell(server);
        server.subscription = { ...FULL, usage: { ...FULL.usage, tasks: 9 } };
        const body = {
          ...(refuse(402, 'PLAN_LIMIT_REACHED').body as object),
          limit: 'tasks',
          max: 10,
          used: 10,
          plan: 'free',
        };
        server.handlers.set('POST /tasks', () => ({ status: 402, body }));
      },
    });
    const { user, server, reload } = opened;
    await user.click(await screen.findByRole('button', { name: 'Add task to In progress' }));
    await user.type(
      await screen.findByRole('textbox', { name: 'New task in In progress' }),
      'Paint the door{Enter}',
    );
    await screen.findByText(/^Couldn’t save this change\. You’ve used all 10 tasks on Trial/);
    await user.click(await screen.findByRole('button', { name: 'See plans' }));
    await screen.findByRole('heading', { level: 1, name: 'Upgrade' });
    server.handlers.delete('POST /tasks');
    await reload(GATEWAY);
    await screen.findByRole('heading', { level: 1, name: 'Pro is on' });
    await user.click(screen.getByRole('button', { name: 'Continue: create “Paint the door”' }));
    await waitFor(() => expect(requestsTo(server, 'POST /tasks')).toHaveLength(2));
    expect(requestsTo(server, 'POST /tasks')[1]?.body).toMatchObject({
      title: 'Paint the door',
      projectId: 'website',
      statusId: 'doing',
    });
    await screen.findByRole('link', { name: 'Paint the door' });
  });

  test('does not resume in another team', async () => {
    const opened = await openApp({ at: '/projects', prepare: sell, teams: ['North', 'South'] });
    const { user, reload } = opened;
    await user.click(await screen.findByRole('button', { name: /^New project/ }));
    const dialog = await screen.findByRole('dialog', { name: 'New project' });
    await user.type(await within(dialog).findByRole('textbox', { name: 'Name' }), 'Garden');
    await user.click(await within(dialog).findByRole('button', { name: 'Go Pro' }));
    await user.click(await screen.findByRole('button', { name: /^Team:\s*North/ }));
    await user.click(await screen.findByRole('option', { name: 'South' }));
    await waitFor(() => expect(localStorage.getItem('selectedTeamIndex')).toBe('1'));
    await reload(GATEWAY);
    await screen.findByRole('heading', { level: 1, name: 'Pro is on' });
    expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull();
  });
});

describe('plan limit dialog', () => {
  test('lets a member ask the owner to upgrade', async () => {
    const { user, server } = await openApp({ at: '/documents', role: 'member', prepare: sell });
    server.handlers.set('POST /subscription/ask-owner', () => ({ status: 202, body: undefined }));
    await user.click((await screen.findAllByRole('button', { name: 'New document' }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'No room on this plan' }));
    await user.click(await dialog.findByRole('button', { name: 'Ask the owner' }));
    await dialog.findByText(/^Asked\./);
    expect(dialog.queryByRole('button', { name: 'Go Pro' })).toBeNull();
  });

  test('shows no upgrade button if the team is on Pro', async () => {
    const full = { ...PAID, usage: { ...PAID.usage, projects: 10 } };
    const { user } = await openApp({ at: '/projects', prepare: (server) => (server.subscription = full) });
    await user.click(await screen.findByRole('button', { name: /^New project/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New project' }));
    await dialog.findByText('You’ve used all 10 projects on Pro.');
    expect(dialog.queryByRole('button', { name: 'Go Pro' })).toBeNull();
  });
});

describe('banner', () => {
  const ended = { ...FULL, status: 'cancelled', usage: { ...FULL.usage, tasks: 40 } } as const;
  const findBanner = () => screen.findByRole('complementary', { name: 'Plan' });

  test('informs members that no data is lost and can be dismissed for the day', async () => {
    const { user, reload } = await openApp({
      role: 'member',
      prepare: (server) => (server.subscription = ended),
    });
    const banner = within(await findBanner());
    banner.getByText(/^This team is on Trial now\. Everything stays readable/);
    expect(banner.queryByRole('link')).toBeNull();
    await user.click(banner.getByRole('button', { name: 'Hide until tomorrow' }));
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Plan' })).toBeNull());
    await reload('/tasks');
    await screen.findByRole('heading', { level: 1, name: 'Tasks' });
    expect(screen.queryByRole('complementary', { name: 'Plan' })).toBeNull();
  });

  test('cannot be dismissed after a failed payment, and links to the billing settings', async () => {
    const failed = { ...PAID, status: 'past_due', graceUntil: '2026-12-05T09:00:00.000Z' } as const;
    await openApp({ prepare: (server) => (server.subscription = failed) });
    const banner = within(await findBanner());
    banner.getByText(/^The last payment failed\. Pro stays on until /);
    expect(banner.queryByRole('button')).toBeNull();
    expect(banner.getByRole('link', { name: 'Open billing' }).getAttribute('href')).toBe(
      '/dashboard/settings/billing',
    );
  });
});
