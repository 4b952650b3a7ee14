// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '#testing/render-app.tsx';
import { makeTaskRow } from '#testing/team-rows.ts';

// Each number of the team's status on home links to exactly the tasks that it counts.

const NOW = new Date().toISOString();
const LONG_AGO = new Date(Date.now() - 10 * 86_400_000).toISOString();
const TASKS = [
  makeTaskRow('fresh', { title: 'Fresh', statusId: 'doing', updatedAt: NOW }),
  makeTaskRow('old', { title: 'Old', statusId: 'review', updatedAt: LONG_AGO }),
  makeTaskRow('waits', { title: 'Waits', updatedAt: LONG_AGO }),
  makeTaskRow('done', { title: 'Done', statusId: 'done', closedAt: NOW, updatedAt: NOW }),
  makeTaskRow('dropped', { title: 'Dropped', statusId: 'cancelled', closedAt: NOW, updatedAt: NOW }),
];

test.each([
  ['2 In progress', ['Fresh', 'Old']],
  ['1 Stuck for 3 days', ['Old']],
  ['1 Finished this week', ['Done']],
])('links “%s” to exactly the tasks that it counts', async (name, titles) => {
  const { user } = await openApp({ rows: { task: TASKS } });
  await user.click(await screen.findByRole('link', { name }));
  await screen.findByRole('heading', { level: 1, name: 'Tasks' });
  await waitFor(() =>
    expect(
      TASKS.map(({ title }) => title).filter(
        (title) => screen.queryAllByRole('link', { name: title }).length > 0,
      ),
    ).toEqual(titles),
  );
});
