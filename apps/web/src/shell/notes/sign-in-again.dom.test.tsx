// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refuse } from '#testing/page-server.ts';
import { openApp } from '#testing/render-app.tsx';

test('keeps the typed team name when the user cancels the identity confirmation', async () => {
  const { user, server } = await openApp({
    at: '/settings/team',
    prepare: ({ handlers }) => handlers.set('DELETE /teams/*', () => refuse(403, 'REAUTH_REQUIRED')),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete team' }));
  const typed = async () =>
    within(await screen.findByRole('dialog', { name: 'Delete North?' })).getByRole('textbox');
  await user.type(await typed(), 'North{Enter}');
  await waitFor(() => expect(screen.getAllByRole('dialog', { hidden: true })).toHaveLength(2));
  // Closes only the topmost of the two dialogs.
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getAllByRole('dialog', { hidden: true })).toHaveLength(1));
  expect(await typed()).toHaveProperty('value', 'North');
  expect(server.recordedRequests).toHaveLength(1);
  // No toast, because the dialog has already shown the error.
  expect(screen.queryByText('Confirm it’s you to continue.')).toBeNull();
});
