// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { refuse } from '#testing/page-server.ts';
import { openApp } from '#testing/render-app.tsx';
import { makeMember, makeProjectRow, PRO } from '#testing/team-rows.ts';

// The frame around every screen and its navigation. The layout at each window size is tested in e2e/every-screen/geometry.nightly.spec.ts.

const FREE = { ...PRO, plan: 'free' } as const;
const findSidebar = () => screen.findByRole('complementary', { name: 'Sidebar' });
/** The main links. The team's projects are in a separate list below them. */
const readLinks = (bar: HTMLElement) =>
  within(bar)
    .getAllByRole('link')
    .flatMap((link) => (link.closest('ul') === null ? [link.textContent] : []));
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

describe('team menu and account menu', () => {
  test.each([1440, 'phone'] as const)(
    'lists the teams and opens the form for a new one at width %s',
    async (width) => {
      const { user } = await openApp({ width, teams: ['North', 'South'] });
      await user.click(await screen.findByRole('button', { name: 'Team:North' }));
      const items = await screen.findAllByRole('menuitem');
      expect(items.map((item) => item.textContent)).toEqual(['North', 'South', 'Create a team']);
      await user.click(screen.getByRole('menuitem', { name: 'Create a team' }));
      await screen.findByRole('textbox', { name: 'Team name' });
      expect(location.pathname).toBe('/teams/create');
    },
  );

  test.each([1440, 'phone'] as const)('contains Settings and Sign Out at width %s', async (width) => {
    const { user } = await openApp({ width });
    await user.click(await screen.findByRole('button', { name: /^Account menu/ }));
    await screen.findByRole('menuitem', { name: 'Sign Out' });
    await user.click(screen.getByRole('menuitem', { name: 'Settings' }));
    await heading('Settings');
    expect(location.pathname).toBe('/dashboard/settings');
  });
});

describe('sidebar', () => {
  test('shows its links in order and opens the screen of each', async () => {
    const { user } = await openApp();
    const bar = await findSidebar();
    const names = ['Home', 'Analytics', 'Members', 'Projects', 'Tasks', 'Documents', 'Settings'];
    // The plan badge below the links leads to the plans.
    await waitFor(() => expect(readLinks(bar)).toEqual([...names, 'Pro']));
    for (const name of names.toReversed()) {
      await user.click(within(bar).getByRole('link', { name }));
      await heading(name);
      expect(location.pathname).toBe(name === 'Home' ? '/dashboard' : `/dashboard/${name.toLowerCase()}`);
      expect(document.title).toBe(`${name} · Hearth`);
    }
  });

  test('shows the user and the plan badge', async () => {
    await openApp({ prepare: (server) => (server.subscription = FREE) });
    const bar = within(await findSidebar());
    await bar.findByText('Ada Moss');
    bar.getByText('ada@example.com');
    await bar.findByText('Trial');
    expect(document.querySelector('aside [data-initials="AM"]')).not.toBeNull();
    expect(bar.queryByRole('link', { name: 'Analytics' })).toBeNull();
  });

  test('collapses with a button, expands with a key, and keeps its state across reloads', async () => {
    const { user, reload } = await openApp();
    await user.click(await screen.findByRole('button', { name: /^Collapse sidebar/ }));
    await screen.findByRole('button', { name: /^Expand sidebar/ });
    // The stored state. A reopened page starts with it.
    expect(localStorage.getItem('hearth:sidebar')).toBe('collapsed');
    await reload();
    await screen.findByRole('button', { name: /^Expand sidebar/ });
    await user.keyboard('[[');
    await screen.findByRole('button', { name: /^Collapse sidebar/ });
  });

  test('shows Analytics only while the plan is paid', async () => {
    const { server, reload } = await openApp({ prepare: (server) => (server.subscription = FREE) });
    await screen.findByText('Trial');
    expect(screen.queryByRole('link', { name: 'Analytics' })).toBeNull();
    server.subscription = PRO;
    await reload();
    await screen.findByRole('link', { name: 'Analytics' });
    server.handlers.set('GET /subscriptions/team/', () => refuse(500, 'INTERNAL'));
    localStorage.clear();
    await reload();
    await screen.findByText('Something went wrong. Please try again');
    expect(screen.queryByRole('link', { name: 'Analytics' })).toBeNull();
  });
});

describe('projects in the sidebar', () => {
  const findProjects = async () => within(await findSidebar()).findByRole('list', { name: 'Projects' });
  const readProjects = () =>
    within(screen.getByRole('list', { name: 'Projects' }))
      .getAllByRole('link')
      .map((link) => link.textContent);
  const makeProjects = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      makeProjectRow(`p${at}`, { name: `Project ${at}`, position: `a${String(at).padStart(3, '0')}` }),
    );

  test('lists active projects in the team’s order, marks the open one and follows remote changes', async () => {
    const over = makeProjectRow('over', { archivedAt: '2026-11-02T08:00:00.000Z' });
    const { server, user } = await openApp({ rows: { project: [...makeProjects(2), over] } });
    const list = await findProjects();
    expect(readProjects()).toEqual(['Project 0', 'Project 1']);
    await user.click(within(list).getByRole('link', { name: 'Project 1' }));
    await heading('Project 1');
    expect(within(list).getByRole('link', { current: 'page' }).textContent).toBe('Project 1');
    server.publish('project', makeProjectRow('p0', { name: 'Renamed', position: 'a9' }));
    await waitFor(() => expect(readProjects()).toEqual(['Project 1', 'Renamed']));
    server.sendDelete('project', 'p1');
    await waitFor(() => expect(readProjects()).toEqual(['Renamed']));
  });

  test('shows a few projects until expanded, including the open one', async () => {
    const { user } = await openApp({ at: '/projects/p10', rows: { project: makeProjects(12) } });
    await findProjects();
    expect(readProjects()).toHaveLength(9);
    expect(readProjects().at(-1)).toBe('Project 10');
    await user.click(screen.getByRole('button', { name: 'Show all 12' }));
    expect(readProjects()).toHaveLength(12);
    await user.click(screen.getByRole('button', { name: 'Show fewer' }));
    expect(readProjects()).toHaveLength(9);
  });

  test('hides the projects by keyboard, and keeps them hidden across a reload until shown', async () => {
    const { user, reload } = await openApp();
    await findProjects();
    const toggle = screen.getByRole('button', { name: 'Hide projects', expanded: true });
    toggle.focus();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('list', { name: 'Projects' })).toBeNull();
    await reload();
    await user.click(await screen.findByRole('button', { name: 'Show projects', expanded: false }));
    await findProjects();
  });

  test('shows the first letter and the accessible name of a project in a collapsed sidebar', async () => {
    const { user } = await openApp();
    await user.click(await screen.findByRole('button', { name: /^Collapse sidebar/ }));
    const link = within(await findProjects()).getByRole('link', { name: 'Website' });
    expect(link.textContent).toBe('WWebsite');
    await user.click(link);
    await heading('Website');
    await user.click(screen.getByRole('button', { name: /^Expand sidebar/ }));
  });

  test('hides the section in a team without projects', async () => {
    await openApp({ rows: { project: [] } });
    const bar = within(await findSidebar());
    await screen.findByRole('heading', { level: 1 });
    expect(bar.queryByRole('list', { name: 'Projects' })).toBeNull();
    expect(bar.queryByRole('button', { name: /projects$/ })).toBeNull();
  });
});

test('shows tabs instead of a sidebar on phones', async () => {
  const { user } = await openApp({ width: 'phone' });
  const tabs = await screen.findByRole('navigation', { name: 'Main' });
  const names = ['Members', 'Projects', 'Home', 'Tasks', 'Documents'];
  expect(readLinks(tabs)).toEqual(names);
  expect(screen.queryByRole('complementary', { name: 'Sidebar' })).toBeNull();
  for (const name of names) {
    await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name }));
    await heading(name);
  }
  // Links without a tab are in the account menu.
  await user.click(screen.getByRole('button', { name: /^Account menu/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Analytics' }));
  await heading('Analytics');
});

test('removes a profile image that fails to load', async () => {
  const image = 'https://pictures.example/gone.png';
  await openApp({ at: '/members', rows: { member: [makeMember('Cy Ash', 'member', { image })] } });
  const shown = await waitFor(() => {
    const found = document.querySelector(`img[src="${image}"]`);
    expect(found).not.toBeNull();
    return found as HTMLImageElement;
  });
  fireEvent.error(shown);
  await waitFor(() => expect(document.querySelector(`img[src="${image}"]`)).toBeNull());
});

test('hides email addresses from guests, in lists and in search', async () => {
  const zoe = makeMember('Zoe Ash', 'member', { email: null });
  const { user } = await openApp({ at: '/members', role: 'guest', rows: { member: [zoe] } });
  const row = await screen.findByRole('row', { name: /Zoe Ash/ });
  expect(row.textContent).not.toContain('null');
  expect(row.textContent).not.toContain('@');
  await user.click(within(row).getByRole('link', { name: 'Zoe Ash' }));
  const panel = await screen.findByRole('complementary', { name: 'Zoe Ash' });
  expect(panel.querySelector('a[href^="mailto:"]')).toBeNull();
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox'), 'zoe');
  expect((await screen.findByRole('option', { name: /Zoe Ash/ })).textContent).toBe('Zoe Ash');
});

describe('screens', () => {
  test.each(['//payment/onboarding?plan=pro', '//teams/create'])('shows %s without a frame', async (at) => {
    await openApp({ at });
    await heading(/./);
    expect(screen.queryAllByRole('navigation')).toEqual([]);
    expect(screen.queryAllByRole('complementary')).toEqual([]);
    expect(screen.queryByRole('button', { name: /^Account menu/ })).toBeNull();
  });

  test.each([
    ['', 'Home'],
    ['/analytics', 'Analytics'],
    ['/members', 'Members'],
    ['/projects', 'Projects'],
    ['/projects/website', 'Website'],
    ['/tasks', 'Tasks'],
    ['/documents', 'Documents'],
    ['/settings', 'Settings'],
    ['/upgrade', 'Upgrade'],
    ['/trash', 'Trash'],
  ])("opens '%s' as the screen %s with its title and without a footer", async (at, name) => {
    await openApp({ at });
    await heading(name);
    await waitFor(() => expect(document.title).toBe(`${name} · Hearth`));
    await screen.findByRole('button', { name: 'Team:North' });
    await findSidebar();
    expect(location.pathname).toBe(`/dashboard${at}`);
    expect(screen.queryByRole('contentinfo')).toBeNull();
  });

  test.each([
    ['/documents/0192f5a0-0000-7000-8000-000000000000', 'We can’t find this document'],
    ['/projects/0192f5a0-0000-7000-8000-000000000000', 'We can’t find this project'],
    ['/nowhere', 'Page not found'],
  ])('shows a not-found message for %s: %s', async (at, message) => {
    await openApp({ at });
    await screen.findByText(message);
    await findSidebar();
  });

  test('links to the project list when the open project is deleted', async () => {
    const { user, server } = await openApp({ at: '/projects/website' });
    await heading('Website');
    server.sendDelete('project', 'website');
    await screen.findByRole('heading', { name: 'We can’t find this project' });
    await user.click(screen.getByRole('link', { name: 'See all projects' }));
    await heading('Projects');
  });

  test.each([
    ['pro', 'Pro'],
    ['PRO', 'Pro'],
    ['trial', 'Trial'],
  ])('accepts plan=%s in the URL of the payment screen', async (plan, name) => {
    await openApp({ at: `//payment/onboarding?plan=${plan}`, role: null });
    await heading(new RegExp(name));
  });

  test('shows a welcome and links to the terms and the privacy policy on /signin', async () => {
    await openApp({ at: '//signin', role: null });
    await heading(/^Welcome/);
    expect(screen.getByRole('link', { name: /^Terms/ }).getAttribute('href')).toBe('/terms-and-conditions');
    expect(screen.getByRole('link', { name: /^Privacy/ }).getAttribute('href')).toBe('/privacy');
    expect(screen.queryByRole('contentinfo')).toBeNull();
  });

  test.each(['/analytics', '/upgrade'])('contains no buttons and no links to itself on %s', async (at) => {
    await openApp({ at, prepare: (server) => (server.subscription = FREE) });
    await screen.findByText('Trial');
    await heading(/./);
    const main = within(screen.getByRole('main'));
    expect(main.queryAllByRole('button')).toEqual([]);
    for (const link of main.queryAllByRole('link'))
      expect(link.getAttribute('href')).not.toBe(`/dashboard${at}`);
  });

  test('shows an owner the usage and a link to Pro on /upgrade', async () => {
    const used = {
      ...FREE,
      limits: { collaborators: 3, projects: 1, documents: 3, tasks: 10 },
      usage: { collaborators: 1, projects: 1, documents: 0, tasks: 2 },
    };
    const { user } = await openApp({ at: '/upgrade', prepare: (server) => (server.subscription = used) });
    const usage = await screen.findByRole('region', { name: / is on / });
    for (const text of ['1 of 3', '1 of 1', '0 of 3', '2 of 10']) within(usage).getByText(text);
    await user.click(screen.getByRole('link', { name: 'Go Pro' }));
    await heading('Start with Pro');
    expect(screen.getAllByText('₹699').length).toBeGreaterThan(0);
  });

  test('shows guests no usage of the team on /upgrade', async () => {
    const used = { ...FREE, usage: { collaborators: 1, projects: 1, documents: 7, tasks: 9 } };
    await openApp({ at: '/upgrade', role: 'guest', prepare: (server) => (server.subscription = used) });
    const plan = await screen.findByRole('region', { name: / is on / });
    const offers = screen.getAllByRole('region', { name: /^(Trial|Pro)$/ });
    expect(offers).toHaveLength(2);
    for (const part of [plan, ...offers]) expect(part.textContent).not.toMatch(/[79] of|[79], no limit/);
  });

  test('tells members on /upgrade that only owners can change the plan', async () => {
    await openApp({
      at: '/upgrade',
      role: 'member',
      prepare: (server) => (server.subscription = FREE),
    });
    await screen.findByText(/^Only owners can change the plan\./);
    expect(screen.queryByRole('link', { name: 'Go Pro' })).toBeNull();
  });

  test('links from the analytics screen of a team without Pro to the plans', async () => {
    const { user } = await openApp({
      at: '/analytics',
      prepare: (server) => (server.subscription = FREE),
    });
    await screen.findByRole('heading', { name: 'Analytics is part of Pro' });
    await user.click(screen.getByRole('link', { name: 'See what’s in Pro' }));
    await heading('Upgrade');
  });
});

test('opens a settings section from the list on phones and returns with the back link', async () => {
  const { user } = await openApp({ at: '/settings', width: 'phone' });
  await user.click(await screen.findByRole('link', { name: 'Sessions' }));
  await waitFor(() => expect(location.pathname).toBe('/dashboard/settings/sessions'));
  await user.click(await screen.findByRole('link', { name: 'All settings' }));
  await waitFor(() => expect(location.pathname).toBe('/dashboard/settings'));
  await screen.findByRole('link', { name: 'Profile' });
});
