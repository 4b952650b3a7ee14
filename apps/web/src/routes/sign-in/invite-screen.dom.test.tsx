// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refuse } from '#testing/page-server.ts';
import { openApp } from '#testing/render-app.tsx';

test.each([
  { who: 'a member', isMember: true },
  { who: 'another person', isMember: false },
])('a used invite leads $who to the team: $isMember', async ({ isMember }) => {
  await openApp({
    at: '//invite/used/join',
    prepare: (server) => {
      const expired = () => refuse(410, 'INVITE_EXPIRED');
      server.handlers.set('GET /invites/used', expired);
      server.handlers.set(
        'POST /invites/used/join',
        isMember ? () => ok({ team: server.teams[0], member: {} }) : expired,
      );
    },
  });
  if (isMember) await waitFor(() => expect(location.pathname).toBe('/dashboard'));
  else await screen.findByRole('heading', { name: 'This invite has expired' });
});
