// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { LIMITS } from '@hearth/contracts/core/limits';
import { describe, expect, test } from 'vitest';
import { openApp } from '#testing/render-app.tsx';
import { makeTaskRow } from '#testing/team-rows.ts';

// Pasting several lines into a field for tasks or checklist items creates one item per line or reports the lines left out.

const listOf = (count: number) => Array.from({ length: count }, (_line, at) => `Line ${at + 1}`).join('\n');

function paste(field: HTMLElement, text: string): void {
  fireEvent.paste(field, { clipboardData: { getData: () => text } });
}

const openTask = () =>
  openApp({ at: '/projects/website?task=one', rows: { task: [makeTaskRow('one', { title: 'Lamp' })] } });

test('splits a list that is too long for one request into several previews', async () => {
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
])('field “%s”', (label, room) => {
  test('lists the lines beyond the limit until they are dismissed', async () => {
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

test('keeps the ticks of lines that are pasted into the checklist', async () => {
  await openTask();
  paste(await screen.findByRole('textbox', { name: 'Add checklist item…' }), '- [x] Order\n- [ ] Pay');
  const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox', { name: /^Done: (?:Order|Pay)$/ });
  expect(boxes.map((box) => box.checked)).toEqual([true, false]);
});

test('parses dates and priorities in typed and pasted sub-tasks', async () => {
  const { user, server } = await openTask();
  const field = await screen.findByRole('textbox', { name: 'Add a sub-task…' });
  await user.click(field);
  await user.keyboard('Draft FAQ tomorrow !high');
  await screen.findByRole('list', { name: 'Understood' });
  await user.keyboard('{Enter}');
  paste(field, '- Order paper !low\n- Call the printer');
  const dialog = await screen.findByRole('dialog', { name: 'Create 2 tasks' });
  await user.click(within(dialog).getByRole('button', { name: 'Create 2 tasks' }));
  await waitFor(() => expect(server.recordedRequests).toHaveLength(3));
  expect(server.recordedRequests.map(({ body }) => body)).toMatchObject([
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

test('sends the full text of a line that is too long for a title', async () => {
  const { server } = await openTask();
  const long = `Ask ${'very '.repeat(150)}much`;
  paste(await screen.findByRole('textbox', { name: 'Add a sub-task…' }), long);
  await waitFor(() => expect(server.recordedRequests).toHaveLength(1));
  expect(JSON.stringify(server.recordedRequests[0]?.body)).toContain(long);
});

const LIST = [
  'Prepare the Black Friday sale',
  '- Gift for Tod',
  '* Support is open 24/7',
  '[ ] Move from monday.com',
  'Invite ~5 people',
  'Send the report by friday !high',
].join('\n');

/** Returns the titles in the preview, each with the labels of its chips. */
function readPreview(dialog: HTMLElement): string[][] {
  const list = within(dialog).getByRole('list', { name: 'Tasks' });
  return [...list.children].map((line) => [
    line.querySelector('span[dir]')?.textContent ?? '',
    ...within(line as HTMLElement)
      .queryAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? ''),
  ]);
}

test('lets the user reject tokens recognized in pasted titles', async () => {
  const { user, server } = await openApp({ at: '/projects/website' });
  await screen.findByRole('button', { name: 'Add task to To do' });
  await user.keyboard('c');
  const form = await screen.findByRole('dialog', { name: 'New task' });
  paste(within(form).getByRole('textbox', { name: 'Title' }), LIST);
  const dialog = await screen.findByRole('dialog', { name: 'Create 6 tasks' });
  const titles = [
    'Prepare the Black Friday sale',
    'Gift for Tod',
    'Support is open 24/7',
    'Move from monday.com',
    'Invite ~5 people',
  ];
  expect(readPreview(dialog)).toEqual([
    ...titles.map((title) => [title]),
    ['Send the report', 'Keep “by friday” as text', 'Keep “!high” as text'],
  ]);
  await user.click(within(dialog).getByRole('button', { name: 'Keep “by friday” as text' }));
  expect(readPreview(dialog).at(-1)).toEqual(['Send the report by friday', 'Keep “!high” as text']);
  await user.click(within(dialog).getByRole('button', { name: 'Create 6 tasks' }));
  await waitFor(() => expect(server.recordedRequests).toHaveLength(6));
  expect(server.recordedRequests.map(({ body }) => body)).toEqual([
    ...titles.map((title) => expect.objectContaining({ title }) as object),
    expect.objectContaining({ title: 'Send the report by friday', priority: 'high' }) as object,
  ]);
  for (const { body } of server.recordedRequests)
    expect((body as { dueDate?: unknown }).dueDate ?? null).toBeNull();
});

test('previews pasted sub-tasks only if tokens were recognized', async () => {
  const { user, server } = await openTask();
  const field = await screen.findByRole('textbox', { name: 'Add a sub-task…' });
  paste(field, 'Gift for Tod\nRead USA Today');
  await waitFor(() => expect(server.recordedRequests).toHaveLength(2));
  paste(field, 'Call Kim tomorrow\nBuy milk');
  const dialog = await screen.findByRole('dialog', { name: 'Create 2 tasks' });
  expect(server.recordedRequests).toHaveLength(2);
  await user.click(within(dialog).getByRole('button', { name: 'Keep “tomorrow” as text' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create 2 tasks' }));
  await waitFor(() => expect(server.recordedRequests).toHaveLength(4));
  expect(server.recordedRequests.map(({ body }) => (body as { title: string }).title)).toEqual([
    'Gift for Tod',
    'Read USA Today',
    'Call Kim tomorrow',
    'Buy milk',
  ]);
});
