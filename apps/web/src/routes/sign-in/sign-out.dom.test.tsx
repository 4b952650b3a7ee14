// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { screen, waitFor, within } from '@testing-library/react';
import { openStorage } from '#platform/sync/copies/storage.ts';
import { refuse } from '#testing/page-server.ts';
import { openApp } from '#testing/render-app.tsx';

test('asks before it deletes unsent changes', async () => {
  const { server, user } = await openApp();
  const other = openStorage('ada', 'other-team');
  await other.add({
    mutationId: 'm',
    route: 'DELETE /account',
    params: {},
    effects: [],
    dependsOn: [],
    madeAt: 0,
  });
  const signOut = async (answer: string) => {
    await user.click(await screen.findByRole('button', { name: /^Account menu/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
    const question = await screen.findByRole(
      'dialog',
      { name: 'Sign out and lose changes?' },
      { timeout: 10_000 },
    );
    await user.click(within(question).getByRole('button', { name: answer }));
  };
  await signOut('Cancel');
  await screen.findByRole('button', { name: 'Team:North' });
  expect(server.requests).not.toContain('POST /auth/signout');
  server.handlers.set('POST /auth/signout', () => refuse(500, 'INTERNAL', 'Broken'));
  await signOut('Sign out anyway');
  await waitFor(() => expect(server.requests).toContain('POST /auth/signout'));
  other.close();
}, 30_000);
