// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { SyncRows } from '@hearth/contracts/sync';
import { openApp, type Opened, type Opening } from '#testing/render-app.tsx';
import { makeTaskRow, STATUSES } from '#testing/team-rows.ts';

// Filters and their results in each layout. Sharing a view by its URL, dragging, and sheets on phones are tested in
// e2e/views/views.nightly.spec.ts.

type TaskFields = Partial<SyncRows['task']> & { title: string };

async function openTasks(search: string, tasks: readonly TaskFields[], rest: Opening = {}): Promise<Opened> {
  return openApp({
    at: `/projects/website${search}`,
    rows: { task: tasks.map((fields) => makeTaskRow(fields.title.toLowerCase(), fields)), ...rest.rows },
    ...rest,
  });
}

const readTitles = () =>
  [...document.querySelectorAll('[data-task-id]')].map((link) => link.textContent).toSorted();
const shows = (...titles: string[]) => waitFor(() => expect(readTitles()).toEqual(titles));
const readFilter = () => new URLSearchParams(location.search).get('filter');
const chip = (label: string) => screen.findByRole('group', { name: `Filter by ${label}` });

/** Picks an option of the open list by typing its text. */
async function pick(user: UserEvent, text: string): Promise<void> {
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'));
  await user.keyboard(text);
  await screen.findAllByRole('option', { name: new RegExp(`^${text}`) });
  await user.keyboard('{Enter}');
}

const THREE: TaskFields[] = [
  { title: 'Alpha', priority: 'urgent', dueDate: '2020-01-01' },
  { title: 'Beta', priority: 'low' },
  { title: 'Gamma', priority: 'high', dueDate: '2020-01-01' },
];

describe('filter conditions', () => {
  test('joins, negates, edits and removes conditions', async () => {
    const { user } = await openTasks('?filter=priority:urgent;title:beta', THREE);
    await screen.findByText('No matching tasks');
    await user.click(screen.getByRole('button', { name: 'Match all filters. Click to match any.' }));
    await shows('Alpha', 'Beta');
    expect(readFilter()).toBe('priority:urgent/title:beta');

    const priority = within(await chip('Priority'));
    await user.click(priority.getByRole('button', { name: /^Operator:\s*is$/ }));
    await user.click(await screen.findByRole('option', { name: 'isn’t' }));
    await shows('Beta', 'Gamma');
    await user.click(priority.getByRole('button', { name: /^Priority:\s*Urgent$/ }));
    await user.click(await screen.findByRole('option', { name: 'Low' }));
    await user.click(screen.getByRole('option', { name: 'High' }));
    await user.keyboard('{Escape}');
    await priority.findByText('3 values');
    expect(readFilter()).toBe('priority-not:urgent,low,high/title:beta');
    await user.click(priority.getByRole('button', { name: 'Remove the filter by Priority' }));
    await shows('Beta');
    expect(readFilter()).toBe('title:beta/');

    // After the last condition is removed, the button to add a condition has focus.
    const title = within(await chip('Title'));
    title.getByRole('button', { name: /^Title:/ }).focus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('option', { name: '“beta”' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Filter by Title' })).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Filter'));
    await shows('Alpha', 'Beta', 'Gamma');
  });

  test('clears all conditions with one button and moves focus to the “Filter” button', async () => {
    const { user } = await openTasks('?filter=title:beta', THREE);
    await shows('Beta');
    screen.getByRole('button', { name: 'Clear' }).focus();
    await user.keyboard('{Enter}');
    await shows('Alpha', 'Beta', 'Gamma');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Filter'));
  });

  test('adds a nested group of conditions from the filter menu', async () => {
    const { user } = await openTasks('?filter=due:overdue', THREE);
    await shows('Alpha', 'Gamma');
    const bar = within(screen.getByRole('group', { name: 'Filter' }));
    await user.click(bar.getByRole('button', { name: 'Add filter' }));
    for (const text of ['Filter group', 'Priority', 'Urgent']) await pick(user, text);
    await user.keyboard('{Escape}');
    const group = within(await screen.findByRole('group', { name: 'Filter group' }));
    await user.click(group.getByRole('button', { name: 'Add filter' }));
    await pick(user, 'Title');
    await user.keyboard('alp');
    await screen.findByRole('option', { name: '“alp”' });
    await user.keyboard('{Enter}{Escape}');
    await waitFor(() => expect(readFilter()).toBe('due:overdue;(priority:urgent/title:alp)'));
    await shows('Alpha');
  });

  test('reports an invalid filter, shows all tasks and clears the filter on request', async () => {
    const { user } = await openTasks('?filter=colour:red', THREE);
    await screen.findByText('There’s no field “colour”.');
    await shows('Alpha', 'Beta', 'Gamma');
    await user.click(screen.getByRole('button', { name: 'Clear the filter' }));
    await waitFor(() => expect(screen.queryByText('There’s no field “colour”.')).toBeNull());
  });

  const HOUSE = '0192f5a0-0000-7000-8000-000000000001';
  const blocked = [
    { title: 'House', id: HOUSE },
    { title: 'Paint' },
    { title: 'Wall', parentId: HOUSE, siblingPosition: 'a0' },
  ];
  const relation: SyncRows['relation'] = {
    id: 'r',
    kind: 'blocks',
    fromId: 'paint',
    toId: 'wall',
    createdBy: 'ada',
    createdAt: '2026-11-01T08:00:00.000Z',
  };

  test('matches blocked tasks and updates when a hidden blocker is completed', async () => {
    const { user, server } = await openTasks('', blocked, {
      rows: {
        relation: [relation],
        task: blocked.map((fields) => makeTaskRow(fields.title.toLowerCase(), fields)),
      },
    });
    await shows('House', 'Paint', 'Wall');
    await user.keyboard('f');
    await pick(user, 'Blocked');
    await pick(user, 'By unfinished work');
    await shows('Wall');
    expect(readFilter()).toBe('blocked:yes');
    await user.keyboard('{Escape}');
    expect((await chip('Blocked')).textContent).toContain('By unfinished work');
    server.publish(
      'task',
      makeTaskRow('paint', { title: 'Paint', statusId: 'done', closedAt: relation.createdAt }),
    );
    await shows();
    await screen.findByText('No matching tasks');
  });

  test('filters by the parent task and presets the parent of new tasks', async () => {
    const { user, server } = await openTasks(`?filter=parent:${HOUSE}`, blocked);
    await shows('Wall');
    expect((await chip('Parent')).textContent).toContain('House');
    await user.click(screen.getByRole('button', { name: 'Add task to To do' }));
    await user.keyboard('Roof{Enter}{Escape}');
    await shows('Roof', 'Wall');
    // The new task is rendered before it is sent.
    await waitFor(() =>
      expect(server.recordedRequests.at(-1)).toMatchObject({
        what: 'POST /tasks',
        body: { parentId: HOUSE },
      }),
    );
  });
});

test('hides and shows empty columns through the display menu', async () => {
  const { user } = await openTasks('', [{ title: 'Alpha' }]);
  const toggle = async () => {
    await user.click(await screen.findByRole('button', { name: 'Display' }));
    await pick(user, 'Hide empty columns');
    await user.keyboard('{Escape}');
  };
  await screen.findByRole('region', { name: 'Done' });
  await toggle();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Done' })).toBeNull());
  screen.getByRole('region', { name: 'To do' });
  expect(location.search).toBe('?empty=hide');
  await toggle();
  await screen.findByRole('region', { name: 'Done' });
  expect(location.search).toBe('');
});

describe('filtered layouts', () => {
  const today = new Date().toISOString().slice(0, 10);
  const tasks: TaskFields[] = [
    {
      title: 'Passes',
      priority: 'urgent',
      startDate: today,
      dueDate: today,
      assigneeIds: ['ada'],
      estimate: 2,
    },
    { title: 'Fails', priority: 'low', startDate: today, dueDate: today, assigneeIds: ['ada'], estimate: 2 },
    { title: 'Loose', priority: 'high' },
  ];
  test.each(['', '&view=list', '&view=table', '&view=calendar', '&view=timeline'])(
    'shows exactly the matching tasks at filter=…%s',
    async (layout) => {
      await openTasks(`?filter=priority:urgent/title:loose${layout}`, tasks);
      await screen.findAllByText('Passes');
      // A calendar has a collapsed tray for tasks without a date.
      if (layout !== '&view=calendar') await screen.findAllByText('Loose');
      expect(screen.queryAllByText('Fails')).toEqual([]);
    },
  );

  test('shows only the planned work of matching tasks in a workload', async () => {
    await openTasks('?filter=priority:low&view=workload', tasks);
    // Together with the task that does not match, the sum would be 4 points.
    await screen.findByText(/^Ada Moss, .*: 2 points$/);
    expect(screen.queryByText(/: 4 points$/)).toBeNull();
  });
});

test.each(STATUSES.map(({ id, name }) => [name, id]))(
  'shows a task in the column %s of its status',
  async (name, statusId) => {
    await openTasks('', [{ title: 'Alpha', statusId }]);
    const column = within(await screen.findByRole('region', { name }));
    await column.findByRole('link', { name: 'Alpha' });
  },
);
