// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '#testing/render-app.tsx';

// Settings → General: working time.

test('saves working days and holidays, and requires a working day', async () => {
  const { user, server } = await openApp({ at: '/settings/team' });
  const days = within(await screen.findByRole('group', { name: 'Working days' }));
  const isOn = (name: string) => days.getByRole('button', { name }).getAttribute('aria-pressed');
  for (const name of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'])
    await user.click(days.getByRole('button', { name }));
  expect(await screen.findByText('Choose at least one working day.')).toBeTruthy();
  expect([isOn('Thu'), isOn('Fri')]).toEqual(['false', 'true']);
  // Await each request because queued changes of one field are merged into a single request.
  const waitUntilSent = (part: string) =>
    waitFor(() => {
      expect(
        JSON.stringify(server.recordedRequests.filter(({ what }) => what.startsWith('PATCH /'))),
      ).toContain(part);
    });
  await waitUntilSent('"workingDays":[5]');

  await user.type(screen.getByLabelText('New holiday'), '2099-12-25');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  const holidays = within(screen.getByRole('list', { name: 'Holidays' }));
  expect(holidays.getByText(/25 December 2099|December 25, 2099/)).toBeTruthy();
  await waitUntilSent('"holidays":["2099-12-25"]');
  await user.click(holidays.getByRole('button', { name: /Remove the holiday/ }));
  expect(holidays.queryByRole('listitem')).toBeNull();
  await waitUntilSent('"holidays":[]');
});

test.each(['member', 'guest'] as const)('shows the working time read-only to a %s', async (role) => {
  await openApp({ at: '/settings/team', role });
  const days = within(await screen.findByRole('group', { name: 'Working days' }));
  expect(days.getByRole<HTMLButtonElement>('button', { name: 'Mon' }).disabled).toBe(true);
  expect(screen.queryByLabelText('New holiday')).toBeNull();
});

test('lets admins change the working time', async () => {
  const { user, server } = await openApp({ at: '/settings/team', role: 'admin' });
  const days = within(await screen.findByRole('group', { name: 'Working days' }));
  await user.click(days.getByRole('button', { name: 'Fri' }));
  await waitFor(() => {
    expect(JSON.stringify(server.recordedRequests)).toContain('"workingDays":[1,2,3,4]');
  });
});
