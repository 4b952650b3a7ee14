// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { SyncRows } from '@hearth/contracts/sync';
import { describe, expect, test } from 'vitest';
import { findPicker, openApp, type Opened, type Opening } from '#testing/render-app.tsx';
import { makeMember, makeTaskRow } from '#testing/team-rows.ts';

// Covers each field of the task panel with and without edit permission. Concurrent and offline editing are covered in
// e2e.

const LABEL = { id: 'ovet', name: 'Garden', color: 'teal' } as const;
const MILESTONE: SyncRows['milestone'] = {
  id: 'beta',
  projectId: 'website',
  name: 'Beta',
  description: '',
  targetDate: null,
  position: 'a0',
} as SyncRows['milestone'];

async function openPanel(fields: Partial<SyncRows['task']> = {}, rest: Opening = {}): Promise<Opened> {
  const opened = await openApp({
    at: '/projects/website?task=one',
    ...rest,
    rows: {
      task: [makeTaskRow('one', { title: 'Lamp', ...fields })],
      label: [LABEL],
      milestone: [MILESTONE],
      ...rest.rows,
    },
  });
  await screen.findByRole('complementary', { name: 'Task: Lamp' });
  return opened;
}

const FIELDS = [
  ['Status', 'To do', 'In review', { statusId: 'review' }],
  ['Priority', 'No priority', 'Urgent', { priority: 'urgent' }],
  ['Assignees', 'Nobody', 'Bob Reed', { assigneeIds: ['bob'] }],
  ['Requested by', 'Ada Moss', 'Bob Reed', { reporterId: 'bob' }],
  ['Estimate', 'No estimate', '3 points', { estimate: 3 }],
  ['Milestone', 'No milestone', 'Beta', { milestoneId: 'beta' }],
] as const;

/** Expands all empty fields that are collapsed behind a button. */
async function unfoldAll({ user }: Opened): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Add a field…' }));
  await user.click(await screen.findByRole('option', { name: 'Show all fields' }));
}

describe.each([1440, 'phone'] as const)('task panel at width %s', (width) => {
  test.each(FIELDS)('changes %s from %s to the picked value %s', async (label, before, value, body) => {
    const opened = await openPanel({}, { width });
    const { user, server } = opened;
    await unfoldAll(opened);
    await user.click(await findPicker(label, before));
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${value}`) }));
    await findPicker(label, value);
    await waitFor(() => expect(server.recordedRequests).toHaveLength(1));
    // A status change also sends the position in the new column.
    expect(server.recordedRequests[0]).toMatchObject({ what: 'PATCH /tasks/one', body });
  });
});

test.each(FIELDS)(
  'opens the list of %s with the Down arrow key and restores the focus on Escape',
  async (label, before, value) => {
    const opened = await openPanel();
    const { user, server } = opened;
    await unfoldAll(opened);
    const button = await findPicker(label, before);
    button.focus();
    await user.keyboard('{ArrowDown}');
    const list = await screen.findByRole('listbox', { name: label });
    const index = within(list)
      .getAllByRole('option')
      .findIndex((option) => option.textContent.startsWith(value));
    expect(index).toBeGreaterThanOrEqual(0);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(button.getAttribute('aria-expanded')).toBe('false');
    // Escape has closed the list, not the panel.
    screen.getByRole('complementary', { name: 'Task: Lamp' });
    expect(server.recordedRequests).toEqual([]);
  },
);

test.each([
  ['Status', 's'],
  ['Priority', 'p'],
  ['Assignees', 'a'],
  ['Labels', 'l'],
])('opens the list of %s with the key %s', async (label, key) => {
  const { user } = await openPanel();
  await findPicker(label);
  await user.keyboard(key);
  await screen.findByRole('listbox', { name: label });
});

test('shows remote changes in the fields, and removes the fields when the task is deleted', async () => {
  const { server } = await openPanel();
  await findPicker('Priority', 'No priority');
  server.publish('task', makeTaskRow('one', { title: 'Lamp', priority: 'high', assigneeIds: ['bob'] }));
  await findPicker('Priority', 'High');
  await findPicker('Assignees', 'Bob Reed');
  server.sendDelete('task', 'one');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Priority:/ })).toBeNull());
});

describe('guest with view permission', () => {
  const asGuest: Opening = { role: 'guest', rows: { grant: [{ id: 'website', level: 'view' }] } };

  test('shows why fields are read-only and who can grant access', async () => {
    await openPanel({}, { ...asGuest, rows: { ...asGuest.rows, member: [makeMember('Cleo Ash', 'owner')] } });
    await screen.findByText(
      /You need edit access to this task’s project\.\s*You can view it\.\s*Ask Cleo Ash\./,
    );
    for (const [label] of FIELDS)
      expect(
        screen.queryByRole('button', { name: new RegExp(`^${label}:`) })?.matches(':disabled') ?? true,
      ).toBe(true);
    const title = screen.getByRole('textbox', { name: 'Title' });
    expect(title).toHaveProperty('readOnly', true);
  });
});
