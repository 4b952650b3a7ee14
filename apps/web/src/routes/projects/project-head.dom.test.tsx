// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openApp } from '#testing/render-app.tsx';
import { makeMember } from '#testing/team-rows.ts';

// Content of a project's header. Its width and clipping are tested in e2e/every-screen/geometry.nightly.spec.ts.

test('collapses views and filters behind a button on phones', async () => {
  const { user } = await openApp({ at: '/projects/website', width: 'phone' });
  await screen.findByRole('heading', { level: 1, name: 'Website' });
  expect(screen.queryByRole('navigation', { name: 'View' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Filter' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Views and filters', expanded: false }));
  screen.getByRole('button', { name: /^Filter/ });
  screen.getByRole('button', { name: 'Add Website to favourites' });
  const views = within(screen.getByRole('navigation', { name: 'View' }));
  await user.click(views.getByRole('link', { name: 'Overview' }));
  await screen.findByRole('heading', { level: 2, name: 'Milestones' });
  expect(location.pathname).toBe('/dashboard/projects/website/overview');
});

test('collapses presence avatars that do not fit into one button with a menu for following people', async () => {
  const people = ['Cy Ash', 'Dee Zola', 'Eve Park'].map((name) => makeMember(name));
  const { server, user } = await openApp({ at: '/projects/website', rows: { member: people } });
  await screen.findByRole('heading', { level: 1, name: 'Website' });
  const location = {
    projectId: 'website',
    taskId: null,
    field: null,
    screen: '/projects/website',
    follows: null,
  };
  // The feed connects shortly after the screen is shown.
  await waitFor(() => {
    server.sendPresence(people.map(({ userId }) => ({ userId, places: [location] })));
    screen.getByLabelText('Here now: Cy Ash, Dee Zola and Eve Park');
  });
  await user.hover(screen.getByLabelText('Here now: Cy Ash, Dee Zola and Eve Park'));
  const faces = await screen.findByRole('group', { name: 'Here now: Cy Ash, Dee Zola and Eve Park' });
  const buttons = within(faces).getAllByRole('button');
  const counts = buttons.map((button) => button.querySelector('[data-count]')?.getAttribute('data-count'));
  expect(counts).toEqual(['3']);
  await user.click(within(faces).getByRole('button'));
  await screen.findByRole('menuitem', { name: 'Follow Dee Zola' });
});

describe('project page after a reload', () => {
  const saveDraft = (key: string, value: string): void =>
    sessionStorage.setItem(`hearth:draft:${key}`, JSON.stringify(value));

  test.each(['website/todo/new', 'edit-project/website-two/name'])(
    'does not open the project form for the draft %s',
    async (key) => {
      saveDraft(key, 'Lamp');
      const { user } = await openApp({ at: '/projects/website' });
      await user.click(await screen.findByRole('button', { name: 'Project menu' }));
      const item = await screen.findByRole('menuitem', { name: 'Edit project' });
      expect(screen.queryByRole('dialog')).toBeNull();
      // The form is lazy-loaded, so its absence means something only once it can be opened.
      await user.click(item);
      const form = within(await screen.findByRole('dialog', { name: 'Edit project' }));
      expect(await form.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Website');
      await user.click(form.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    },
  );

  test('does not reopen the project form for people who may no longer edit the project', async () => {
    saveDraft('edit-project/website/name', 'Web shop');
    await openApp({ at: '/projects/website', role: 'guest' });
    await screen.findByRole('heading', { level: 1, name: 'Website' });
    await import('#features/projects/dialog/project-dialog.tsx');
    await screen.findByRole('button', { name: 'Project menu' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('reopens the project form with its draft', async () => {
    saveDraft('edit-project/website/name', 'Web shop');
    await openApp({ at: '/projects/website' });
    const form = within(await screen.findByRole('dialog', { name: 'Edit project' }));
    expect(await form.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Web shop');
  });
});
