// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { ok, refuse, type ServerResponse } from '#testing/page-server.ts';
import { openApp } from '#testing/render-app.tsx';
import { makeTeamRow, PRO } from '#testing/team-rows.ts';

// Session and current team: what the app shows, stores and reports on errors. The provider's popup and the deletions at the end of a
// session are tested in e2e/auth/sign-in.spec.ts.

const FREE = { ...PRO, plan: 'free' } as const;
const broken = (): ServerResponse => refuse(500, 'INTERNAL', 'Broken');
const teamMenu = (name: string) => screen.findByRole('button', { name: `Team:${name}` });
const findAlert = (text: string) => screen.findByText(text, { selector: '[role=alert] *' });
const readIndex = () => localStorage.getItem('selectedTeamIndex');

async function switchTeam(user: UserEvent, from: string, to: string): Promise<void> {
  await user.click(await teamMenu(from));
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`${to}$`) }));
  await teamMenu(to);
}

describe('session start', () => {
  test('shows loading dots until the server has returned the session', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await openApp({
      prepare: (server) =>
        server.handlers.set('POST /auth/verify', async () => {
          await released;
          return ok({ user: server.user });
        }),
    });
    await screen.findByRole('status', { name: 'Loading' });
    expect(screen.queryAllByRole('navigation')).toEqual([]);
    release();
    await teamMenu('North');
  });

  test('keeps the session when the server fails or is unreachable', async () => {
    const { server, reload } = await openApp();
    await teamMenu('North');
    server.handlers.set('POST /auth/verify', broken);
    await reload();
    await teamMenu('North');
    server.handlers.set('POST /auth/verify', () => Promise.reject(new TypeError('no network')));
    await reload();
    await teamMenu('North');
    expect(location.pathname).toBe('/dashboard');
  });

  test('clears a session that was ended elsewhere without showing a message', async () => {
    const { server, reload } = await openApp();
    await teamMenu('North');
    server.user = null;
    await reload();
    await screen.findByRole('button', { name: 'Login with Google' });
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
    expect(localStorage.getItem('hearth:session')).toBeNull();
  });
});

describe('route that requires sign-in', () => {
  test.each([
    '',
    '/analytics',
    '/members',
    '/projects',
    '/projects/0192f5a0-0000-7000-8000-000000000000',
    '/tasks',
    '/documents',
    '/documents/0192f5a0-0000-7000-8000-000000000000',
    '/settings',
    '/upgrade',
    '//teams/create',
  ])('redirects signed-out users at %s to sign-in and remembers the destination', async (at) => {
    await openApp({ role: null, at });
    await screen.findByRole('button', { name: 'Login with Google' });
    expect(location.pathname).toBe('/signin');
    const path = at.startsWith('//') ? at.slice(1) : `/dashboard${at}`;
    expect(new URLSearchParams(location.search).get('next')).toBe(path === '/dashboard' ? null : path);
  });
});

test('redirects a signed-in user from /signin to their team', async () => {
  await openApp({ at: '//signin' });
  await teamMenu('North');
  expect(location.pathname).toBe('/dashboard');
});

describe('entering the dashboard', () => {
  test('loads the subscription and the user’s role, and fetches the teams only once', async () => {
    const { server, user } = await openApp();
    await teamMenu('North');
    const [{ _id: teamId } = makeTeamRow()] = server.teams;
    await user.click(within(screen.getByRole('complementary')).getByRole('link', { name: 'Members' }));
    await screen.findByRole('heading', { level: 1, name: 'Members' });
    await user.click(within(screen.getByRole('complementary')).getByRole('link', { name: 'Home' }));
    await screen.findByRole('heading', { level: 1, name: 'Home' });
    expect(server.requests.filter((request) => request.startsWith('GET /teams?'))).toHaveLength(1);
    expect(server.requests).toContain(`GET /subscriptions/team/?teamId=${teamId}`);
    expect(server.requests).toContain(`GET /teams/${teamId}/members/ada`);
  });

  test.each(['', '/tasks'])(
    'shows the form for a new team at %s without teams and creates the team',
    async (at) => {
      const { user, server } = await openApp({ at, teams: [] });
      server.handlers.set('POST /teams', () => ok({ team: makeTeamRow({ _id: 'new', name: 'South' }) }));
      await user.type(await screen.findByRole('textbox', { name: 'Team name' }), 'South{Enter}');
      await teamMenu('South');
      expect(location.pathname).toBe('/dashboard');
      expect(server.recordedRequests[0]).toMatchObject({ what: 'POST /teams', body: { name: 'South' } });
    },
  );

  test('reports a failed request for the teams instead of showing the new-team form, and retries it', async () => {
    const { server, user } = await openApp({
      prepare: ({ handlers }) => handlers.set('GET /teams', broken),
    });
    await screen.findByRole('heading', { name: 'Something went wrong' });
    expect(location.pathname).toBe('/dashboard');
    server.handlers.clear();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await teamMenu('North');
  });

  test('shows a progress bar while loading', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await openApp({
      prepare: (server) =>
        server.handlers.set('GET /teams', async () => {
          await released;
          return ok({ teams: server.teams, nextCursor: null });
        }),
    });
    await screen.findByRole('progressbar', { name: 'Loading' });
    release();
    await teamMenu('North');
    await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Loading' })).toBeNull());
  });
});

describe('error handling', () => {
  test('reports a failed subscription request and hides Analytics and the plan badge', async () => {
    await openApp({
      prepare: ({ handlers }) => handlers.set('GET /subscriptions/team/', broken),
    });
    await findAlert('Something went wrong. Please try again');
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(links.map((link) => link.textContent)).not.toContain('Analytics');
    expect(screen.queryByText('Trial')).toBeNull();
  });

  test('reports a failed role request', async () => {
    await openApp({ prepare: ({ handlers }) => handlers.set('GET /members/ada', broken) });
    await findAlert('Something went wrong. Please refresh again.');
  });

  test.each(['GET /subscriptions/team/', 'GET /members/ada'])(
    'reports a team switch during which %s fails',
    async (what) => {
      const { server, user } = await openApp({ teams: ['North', 'South'] });
      await teamMenu('North');
      server.handlers.set(what, broken);
      await switchTeam(user, 'North', 'South');
      await findAlert('Something went wrong. Please try again');
    },
  );

  test('keeps the user signed in after a failed sign-out', async () => {
    const { server, user } = await openApp();
    server.handlers.set('POST /auth/signout', broken);
    await user.click(await screen.findByRole('button', { name: /^Account menu/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
    await findAlert('Something went wrong. Please try again');
    await teamMenu('North');
  });
});

describe('current team', () => {
  test('stores the team on a switch and reloads the plan and role', async () => {
    const { server, user, reload } = await openApp({ at: '/tasks', teams: ['First', 'Second', 'Third'] });
    await teamMenu('First');
    expect(readIndex()).toBe('0');
    server.subscription = FREE;
    await switchTeam(user, 'First', 'Third');
    expect(location.pathname).toBe('/dashboard');
    expect(readIndex()).toBe('2');
    await screen.findByText('Trial');
    const teamId = server.teams[2]?._id;
    expect(server.requests).toContain(`GET /subscriptions/team/?teamId=${teamId}`);
    expect(server.requests).toContain(`GET /teams/${teamId}/members/ada`);
    await reload();
    await teamMenu('Third');
  });

  test.each(['7', '-1', 'x'])('falls back to the first team if the stored index is %s', async (index) => {
    localStorage.setItem('selectedTeamIndex', index);
    await openApp({ teams: ['First', 'Second'] });
    await teamMenu('First');
    expect(readIndex()).toBe('0');
  });

  test('stays the same when a preceding team is deleted', async () => {
    const { server, user, reload } = await openApp({ teams: ['First', 'Second', 'Third'] });
    await switchTeam(user, 'First', 'Third');
    server.teams = server.teams.slice(1);
    await reload();
    await teamMenu('Third');
    await waitFor(() => expect(readIndex()).toBe('1'));
  });

  test('falls back to the remaining team, or the new-team form, after the current team is deleted', async () => {
    const { server, user, reload } = await openApp({ teams: ['First', 'Second'] });
    await switchTeam(user, 'First', 'Second');
    const deleteTeam = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: 'Delete team' }));
      // Remove the team only now that the page has loaded the list of teams.
      server.teams = server.teams.filter((team) => team.name !== name);
      const dialog = await screen.findByRole('dialog');
      await user.type(within(dialog).getByRole('textbox'), name);
      await user.click(within(dialog).getByRole('button', { name: 'Delete team' }));
    };
    await reload('/settings/team');
    await deleteTeam('Second');
    await user.click(await teamMenu('First'));
    await screen.findByText('Create a team');
    expect(within(screen.getByRole('menu', { hidden: true })).queryByText('Second')).toBeNull();
    expect(readIndex()).toBe('0');
    await reload('/settings/team');
    await deleteTeam('First');
    await screen.findByRole('textbox', { name: 'Team name' });
    expect(location.pathname).toBe('/teams/create');
  });
});
