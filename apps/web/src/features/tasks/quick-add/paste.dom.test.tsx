// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { LIMITS } from '@hearth/contracts/core/limits';
import { describe, expect, test } from 'vitest';
import { openApp } from '#testing/render-app.tsx';
import { makeTaskRow } from '#testing/team-rows.ts';

// Whatever is pasted where tasks, steps or options are added becomes one, or is said to be left.

const listOf = (count: number) => Array.from({ length: count }, (_line, at) => `Line ${at + 1}`).join('\n');

function paste(field: HTMLElement, text: string): void {
  fireEvent.paste(field, { clipboardData: { getData: () => text } });
}

const openTask = () =>
  openApp({ at: '/projects/website?task=one', rows: { task: [makeTaskRow('one', { title: 'Lamp' })] } });

test('a list that is longer than can be created at once goes on where it stopped', async () => {
  const { user } = await openApp({ at: '/projects/website' });
  await user.click(await screen.findByRole('button', { name: 'Add task to To do' }));
  const field = await screen.findByRole('textbox', { name: 'New task in To do' });
  await waitFor(() => expect(document.querySelector('[placeholder="What needs doing?"]')).not.toBeNull());
  paste(document.querySelector('[placeholder="What needs doing?"]') ?? field, listOf(LIMITS.tasksAtOnce + 3));
  const dialog = await screen.findByRole('dialog', { name: `Create ${LIMITS.tasksAtOnce} tasks` });
  within(dialog).getByText('3 more lines follow once these are created.');
  await user.click(within(dialog).getByRole('button', { name: `Create ${LIMITS.tasksAtOnce} tasks` }));
  const rest = await screen.findByRole('dialog', { name: 'Create 3 tasks' });
  expect(within(rest).getAllByRole('listitem').at(-1)?.textContent).toBe(`Line ${LIMITS.tasksAtOnce + 3}`);
});

describe.each([
  ['Add a sub-task…', LIMITS.subTasks],
  ['Add checklist item…', LIMITS.checklistItems],
])('%s', (label, room) => {
  test('says what it has no room for, and keeps it', async () => {
    const { user } = await openTask();
    paste(await screen.findByRole('textbox', { name: label }), listOf(room + 2));
    const left = await screen.findByRole('group', { name: 'Lines that weren’t added' });
    expect(within(left).getByRole('alert').textContent).toMatch(/^2 lines weren’t added/);
    expect(
      within(left)
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual([`Line ${room + 1}`, `Line ${room + 2}`]);
    await user.click(within(left).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('group', { name: 'Lines that weren’t added' })).toBeNull();
  });
});

test('a sub-task is read as any other task is: days and people, typed or pasted', async () => {
  const { user, server } = await openTask();
  const field = await screen.findByRole('textbox', { name: 'Add a sub-task…' });
  await user.click(field);
  await user.keyboard('Draft FAQ tomorrow !high');
  await screen.findByRole('list', { name: 'Understood' });
  await user.keyboard('{Enter}');
  paste(field, '- Order paper !low\n- Call the printer');
  await waitFor(() => expect(server.asked).toHaveLength(3));
  expect(server.asked.map(({ body }) => body)).toMatchObject([
    {
      title: 'Draft FAQ',
      priority: 'high',
      parentId: 'one',
      dueDate: expect.stringMatching(/^\d{4}-/) as string,
    },
    { title: 'Order paper', priority: 'low', parentId: 'one' },
    { title: 'Call the printer', parentId: 'one' },
  ]);
});

test('a line too long for a title is kept whole', async () => {
  const { server } = await openTask();
  const long = `Ask ${'very '.repeat(150)}much`;
  paste(await screen.findByRole('textbox', { name: 'Add a sub-task…' }), long);
  await waitFor(() => expect(server.asked).toHaveLength(1));
  expect(JSON.stringify(server.asked[0]?.body)).toContain(long);
});
