// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refuse } from '#testing/page-server.ts';
import { openApp } from '#testing/render-app.tsx';
import { makeTaskRow } from '#testing/team-rows.ts';

// Each error is reported in one place so that it is visible and announced by screen readers only once.

test('reports a failed permission change in a toast and keeps the list of people', async () => {
  const away = refuse(503, 'UNAVAILABLE');
  const { user, server } = await openApp({
    at: '/projects/website',
    prepare: ({ handlers }) =>
      handlers.set('GET /projects/website/grants', () => ok({ grants: [], nextCursor: null })),
  });
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share Website' }));
  await dialog.findByRole('list', { name: 'People with access' });
  server.handlers.set('GET /projects/website/grants', () => away);
  server.handlers.set('PATCH /projects/website', () => away);
  await user.click(dialog.getByRole('switch', { name: /^Private/ }));
  await screen.findByText('Something went wrong. Please try again.');
  expect(server.requests.filter((one) => one.includes('/grants'))).toHaveLength(2);
  dialog.getByRole('list', { name: 'People with access' });
  expect(screen.getAllByRole('alert', { hidden: true })).toHaveLength(1);
});

test('reports a refused file only in an alert, without another live region', async () => {
  const { user } = await openApp({
    at: '/settings/transfer',
    rows: { project: [] },
    prepare: ({ handlers }) => {
      handlers.set('GET /imports', () => ok({ imports: [], nextCursor: null }));
      handlers.set('POST /imports', () => refuse(400, 'INVALID_REQUEST', 'The file isn’t a team export.'));
    },
  });
  await user.upload(
    await screen.findByLabelText('Team export file'),
    new File(['x'], 'team.zip', { type: 'application/zip' }),
  );
  const dialog = await screen.findByRole('dialog', { name: 'Import team.zip into North?' });
  await user.click(within(dialog).getByRole('button', { name: 'Import' }));
  const message = await screen.findByText(/The file isn’t a team export\./);
  expect(message.closest('[role="alert"]')).not.toBeNull();
  expect(message.closest('[aria-live]')).toBeNull();
});

test('reports a value that does not fit its column only once', async () => {
  const { user } = await openApp({
    at: '/projects/website?view=table&columns=title,own.0198a1b00000700080000000000000f1',
    rows: {
      field: [
        {
          id: '0198a1b0-0000-7000-8000-0000000000f1',
          name: 'Cost',
          type: 'number',
          options: [],
          currency: null,
          formula: null,
          result: null,
          position: 'a0',
        },
      ],
      task: [makeTaskRow('one', { title: 'Lamp' })],
    },
  });
  (await screen.findByRole('gridcell', { name: '' })).focus();
  await user.keyboard('{Enter}');
  await user.type(await screen.findByRole('textbox', { name: 'Cost' }), 'much{Enter}');
  expect(await screen.findAllByText(/^Cost: /)).toHaveLength(1);
});
