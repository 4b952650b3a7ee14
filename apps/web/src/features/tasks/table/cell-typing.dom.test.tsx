// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { toCustomFieldName } from '@hearth/contracts/custom-fields/custom-field-query-values';
import { expect, test } from 'vitest';
import { openApp, type Opened } from '#testing/render-app.tsx';
import { makeTaskRow } from '#testing/team-rows.ts';

// Typing in a selected cell edits it as in a spreadsheet and triggers no shortcut.

const ID = '0198a1b0-0000-7000-8000-0000000000f';
const field = (['number', 'checkbox'] as const).map((type, at) => ({
  id: `${ID}${at}`,
  name: type === 'number' ? 'Cost' : 'Paid',
  type,
  options: [],
  currency: null,
  formula: null,
  result: null,
  position: `a${at}`,
}));
const COLUMNS = ['title', 'key', 'status', ...field.map(({ id }) => toCustomFieldName(id))];

/** Opens a table and focuses a cell of its only task. */
async function openCell(column: number): Promise<Opened & { readCell: () => string | undefined }> {
  const opened = await openApp({
    at: `/projects/website?view=table&columns=${COLUMNS.join(',')}`,
    rows: { field, task: [makeTaskRow('one', { title: 'Lamp' })] },
  });
  await screen.findByRole('link', { name: 'Lamp' });
  const cell = () => document.querySelector<HTMLElement>(`[data-task-of="one"] [data-cell="${column}"]`);
  act(() => cell()?.focus());
  expect(document.activeElement).toBe(cell());
  return { ...opened, readCell: () => cell()?.textContent };
}

test.each([
  ['a title', 0, 'hello', 'hello'],
  ['a title that begins with a shortcut of lists', 0, 'xjk', 'xjk'],
  ['a number', 3, '12,5', '12.5'],
])('replaces %s with the typed value', async (_, column, typed, shown) => {
  const { user, readCell } = await openCell(column);
  await user.keyboard(`${typed}{Enter}`);
  await waitFor(() => expect(readCell()).toContain(shown));
  expect(screen.queryByRole('toolbar', { name: 'Selected tasks' })).toBeNull();
});

test('opens the list of a choice with the typed text in its search field', async () => {
  const { user, readCell } = await openCell(2);
  await user.keyboard('sdo');
  const search = await screen.findByRole('combobox', { name: 'Search Status' });
  await waitFor(() => expect(search).toHaveProperty('value', 'sdo'));
  await user.clear(search);
  await user.keyboard('done');
  await waitFor(() => expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(1));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(readCell()).toBe('Done'));
});

test('ignores text typed in a read-only cell', async () => {
  const { user, server, readCell } = await openCell(1);
  const key = readCell();
  await user.keyboard('hello');
  expect(readCell()).toBe(key);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.recordedRequests).toEqual([]);
});

test('toggles a checkbox with Enter and Space', async () => {
  const { user, readCell } = await openCell(4);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(readCell()).toBe('Yes'));
  await user.keyboard(' ');
  await waitFor(() => expect(readCell()).toBe(''));
  expect(screen.queryByRole('complementary', { name: 'Task: Lamp' })).toBeNull();
});

test('runs single-letter shortcuts while a row is selected', async () => {
  const { user, readCell } = await openCell(0);
  await user.keyboard('{Shift>} {/Shift}');
  await screen.findByText('1 selected');
  await user.keyboard('x');
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
  expect(readCell()).toContain('Lamp');
});
