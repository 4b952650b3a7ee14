// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getCurrentTeam } from '#platform/session/teams.ts';
import { ok } from '#testing/page-server.ts';
import { openApp } from '#testing/render-app.tsx';

const ID = '0199e2a0-0000-7000-8000-000000000001';

test.each([
  ['task', `/tasks?task=${ID}`],
  ['document', `/documents/${ID}`],
  ['project', `/projects/${ID}`],
])('offers to open a %s that belongs to another team of the user', async (kind, at) => {
  const { user, server } = await openApp({
    at,
    teams: ['North', 'South'],
    prepare: ({ handlers }) => handlers.set(`GET /${kind}s/${ID}`, () => ok({})),
  });
  const link = await screen.findByRole('link', { name: 'Open in South' });
  screen.getByText('It belongs to another of your teams: South.');
  await user.click(link);
  await waitFor(() => expect(getCurrentTeam()?.name).toBe('South'));
  expect(location.pathname + location.search).toBe(`/dashboard${at}`);
  const asked = server.requests.find((one) => one.includes(`/${kind}s/${ID}`));
  expect(asked).toContain('/teams/south-');
});

test('does not mention teams in which the task cannot be opened', async () => {
  await openApp({ at: `/tasks?task=${ID}`, teams: ['North', 'South'] });
  await screen.findByText(/or it belongs to another team\.$/);
  expect(screen.queryByRole('link', { name: /South/ })).toBeNull();
});
