// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { SyncRows } from '@hearth/contracts/sync';
import { describe, expect, test } from 'vitest';
import { findPicker, openApp, type Opened, type Opening } from '#testing/render-app.tsx';
import { makeMember, makeProjectRow, makeTaskRow } from '#testing/team-rows.ts';
import { saveDraft } from '#ui/inputs/drafts.ts';

// The form for a new task creates the task with all picked values and keeps entered text unless it is canceled.

const MILESTONE = { id: 'beta', projectId: 'website', name: 'Beta', description: '', targetDate: null };
const CYCLE = { id: 'first', projectId: 'website', number: 1, name: '', closedAt: null, startedAt: null };
const FORMATTED = {
  type: 'doc',
  content: [{ type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'What' }] }],
};

async function openForm(opening: Opening = {}): Promise<Opened & { dialog: HTMLElement }> {
  const opened = await openApp({
    at: '/projects/website',
    ...opening,
    rows: {
      ...opening.rows,
      project: [makeProjectRow('website', { name: 'Website' }), makeProjectRow('fair', { name: 'Fair' })],
      milestone: [{ ...MILESTONE, position: 'a0' } as SyncRows['milestone']],
      cycle: [{ ...CYCLE, startsOn: '2026-11-02', endsOn: '2026-11-15' } as SyncRows['cycle']],
      task: [makeTaskRow('trip', { title: 'Plan the trip' })],
    },
  });
  await screen.findByText('Plan the trip');
  const dialog = await pressNew(opened);
  return { ...opened, dialog };
}

async function pressNew({ user }: Pick<Opened, 'user'>): Promise<HTMLElement> {
  await user.keyboard('c');
  return screen.findByRole('dialog', { name: 'New task' });
}

const titleOf = (dialog: HTMLElement) =>
  within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Title' });

async function choose({ user }: Pick<Opened, 'user'>, label: string, value: string): Promise<void> {
  await user.click(await findPicker(label));
  await user.click(await screen.findByRole('option', { name: new RegExp(`^${value}`) }));
}

test.each([
  ['Status', 'In review', { statusId: 'review' }],
  ['Priority', 'Urgent', { priority: 'urgent' }],
  ['Assignees', 'Bob Reed', { assigneeIds: ['bob'] }],
  ['Estimate', '3 points', { estimate: 3 }],
  ['Milestone', 'Beta', { milestoneId: 'beta' }],
  ['Cycle', 'Cycle 1', { cycleId: 'first' }],
  ['Project', 'Fair', { projectId: 'fair' }],
  ['Parent', 'Plan the trip', { parentId: 'trip', siblingPosition: expect.stringMatching(/^a0/) as string }],
] as const)('creates the task with the picked %s', async (label, value, body) => {
  const { user, server, dialog } = await openForm();
  await choose({ user }, label, value);
  await findPicker(label, value);
  await user.type(titleOf(dialog), `Pack${label === 'Priority' ? '{Control>}{Enter}{/Control}' : '{Enter}'}`);
  await waitFor(() => expect(server.recordedRequests).toHaveLength(1));
  expect(server.recordedRequests[0]).toMatchObject({ what: 'POST /tasks', body: { title: 'Pack', ...body } });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shows the email addresses of people with the same name', async () => {
  const kims = ['kim.lee', 'lee.kim'].map((userId) =>
    makeMember('Kim Lee', 'member', { userId, email: `${userId}@example.com` }),
  );
  const { user, dialog } = await openForm({ rows: { member: kims } });
  await user.type(titleOf(dialog), 'Pack @kim');
  const chips = within(await within(dialog).findByRole('list', { name: 'Understood' }));
  await user.click(chips.getByRole('button', { name: 'Kim Lee (lee.kim@example.com)' }));
  expect(chips.getByText('Kim Lee (lee.kim@example.com)')).toBeTruthy();
});

test('rejects a day together with its alternatives', async () => {
  const { user, dialog } = await openForm();
  await user.type(titleOf(dialog), 'Call Ann today, tomorrow');
  await user.click(await within(dialog).findByRole('button', { name: 'Keep “tomorrow” as text' }));
  await waitFor(() => expect(within(dialog).queryByRole('list', { name: 'Understood' })).toBeNull());
});

test('parses a rejected word again in the next title', async () => {
  const { user, dialog } = await openForm();
  await user.type(titleOf(dialog), 'Pack tomorrow');
  await user.click(await within(dialog).findByRole('button', { name: 'Keep “tomorrow” as text' }));
  await waitFor(() => expect(within(dialog).queryByRole('list', { name: 'Understood' })).toBeNull());
  await user.clear(titleOf(dialog));
  await user.type(titleOf(dialog), 'Unpack tomorrow');
  await within(dialog).findByRole('button', { name: 'Keep “tomorrow” as text' });
});

test('keeps picked values, but clears the title, description and parsed priority for the next task', async () => {
  saveDraft('new-task/description', FORMATTED);
  const { user, server, dialog } = await openForm();
  await choose({ user }, 'Status', 'In review');
  await user.click(within(dialog).getByRole('switch', { name: 'Create another' }));
  await user.type(titleOf(dialog), 'Pack !high{Enter}');
  await waitFor(() => expect(titleOf(dialog).value).toBe(''));
  expect(document.activeElement).toBe(titleOf(dialog));
  within(dialog).getByText('Add a description…');
  await findPicker('Status', 'In review');
  await findPicker('Priority', 'No priority');
  await user.keyboard('Unpack{Enter}');
  await waitFor(() => expect(server.recordedRequests).toHaveLength(2));
  const [first, second] = server.recordedRequests.map(({ body }) => body as Record<string, unknown>);
  expect(first).toMatchObject({
    title: 'Pack',
    priority: 'high',
    statusId: 'review',
    descriptionDoc: FORMATTED,
  });
  expect(first).not.toHaveProperty('description');
  expect(second).toMatchObject({ title: 'Unpack', statusId: 'review', description: '' });
});

test.each([
  ['Escape', async ({ user }: Opened) => user.keyboard('{Escape}'), 'Pack'],
  [
    'the close button',
    async ({ user }: Opened) => user.click(screen.getByRole('button', { name: 'Close' })),
    'Pack',
  ],
  ['Cancel', async ({ user }: Opened) => user.click(screen.getByRole('button', { name: 'Cancel' })), ''],
] as const)('keeps the draft unless the form is closed with Cancel: %s', async (_what, close, left) => {
  const opened = await openForm();
  await opened.user.type(titleOf(opened.dialog), 'Pack');
  await close(opened);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(titleOf(await pressNew(opened)).value).toBe(left);
});

test('closes an open list on Escape and keeps the form open', async () => {
  const { user } = await openForm();
  await user.click(await findPicker('Priority'));
  await screen.findByRole('option', { name: 'Urgent' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
  screen.getByRole('dialog', { name: 'New task' });
});

describe('new-task form for a guest', () => {
  const project = [makeProjectRow('website', { name: 'Website' }), makeProjectRow('fair', { name: 'Fair' })];

  test('lists only projects that the guest can edit', async () => {
    const grant: SyncRows['grant'][] = [
      { id: 'website', level: 'view' },
      { id: 'fair', level: 'edit' },
    ];
    const opened = await openApp({ role: 'guest', rows: { project, grant } });
    await screen.findByRole('heading', { name: 'First steps' });
    expect(screen.queryByText('Write a document')).toBeNull();
    await pressNew(opened);
    await opened.user.click(await findPicker('Project', 'Fair'));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Fair']);
  });

  test('hides the “New task” button and disables the shortcut without an editable project', async () => {
    const grant: SyncRows['grant'][] = [{ id: 'fair', level: 'comment' }];
    const { user } = await openApp({ role: 'guest', rows: { project, grant } });
    await screen.findByRole('heading', { name: 'My work' });
    expect(screen.queryByRole('button', { name: 'New task' })).toBeNull();
    await user.keyboard('c');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
