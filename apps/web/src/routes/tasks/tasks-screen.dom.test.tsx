// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '#testing/render-app.tsx';
import { makeProjectRow, makeTaskRow } from '#testing/team-rows.ts';

// The team's tasks without a view in the URL.

const readHeadings = () =>
  screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent.replace(/\d+$/, ''));
const readTitles = () =>
  within(screen.getByRole('grid', { name: 'Tasks' }))
    .queryAllByRole('rowheader')
    .map((cell) => cell.textContent);

test('expands the backlog only while there are no other tasks', async () => {
  const { server } = await openApp({
    at: '/tasks',
    rows: { task: [makeTaskRow('later', { statusId: 'backlog' })] },
  });
  await screen.findByRole('link', { name: 'later' });
  server.publish('task', makeTaskRow('now', { statusId: 'todo' }));
  await waitFor(() => expect(readTitles()).toEqual(['now']));
});

test('shows tasks with their project, collapses the backlog, and keeps expanded groups across a reload', async () => {
  const projects = [makeProjectRow('website', { name: 'Website' }), makeProjectRow('shop', { name: 'Shop' })];
  const tasks = [
    makeTaskRow('later', { statusId: 'backlog' }),
    makeTaskRow('next', { projectId: 'shop' }),
    makeTaskRow('now', { statusId: 'doing' }),
    makeTaskRow('over', { statusId: 'done', closedAt: new Date().toISOString() }),
  ];
  const { user, reload } = await openApp({ at: '/tasks', rows: { project: projects, task: tasks } });
  await screen.findByRole('link', { name: 'now' });
  expect(readHeadings()).toEqual(['In progress', 'To do', 'Backlog', 'Done']);
  expect(readTitles()).toEqual(['now', 'next', 'over']);
  within(screen.getByRole('row', { name: /next/ })).getByText('Shop');
  within(screen.getByRole('row', { name: /now/ })).getByText('Website');

  await user.click(screen.getByRole('button', { name: 'Tasks in Backlog', expanded: false }));
  expect(readTitles()).toEqual(['now', 'next', 'later', 'over']);
  await user.click(screen.getByRole('button', { name: 'Tasks in To do', expanded: true }));
  await reload();
  await waitFor(() => expect(readTitles()).toEqual(['now', 'later', 'over']));
});
