// @vitest-environment jsdom
import type { SyncRows } from '@hearth/contracts/sync';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { findPicker, openApp, type Opened, type Opening } from '#testing/render-app.tsx';
import { makeMember, makeTaskRow } from '#testing/team-rows.ts';

// Covers expanding collapsed empty fields and the actions on the whole task.

const MILESTONE = {
  id: 'beta',
  projectId: 'website',
  name: 'Beta',
  description: '',
  targetDate: null,
  position: 'a0',
} as SyncRows['milestone'];
const BUDGET_ID = '01900000-0000-7000-8000-00000000000b';
const DESIGNS_ID = '01900000-0000-7000-8000-00000000000c';
const DESIGNS = { id: DESIGNS_ID, name: 'Designs', type: 'relation', options: [], position: 'a1' };
const BUDGET = { id: BUDGET_ID, name: 'Budget', type: 'text', options: [], position: 'a0' };

async function openPanel(fields: Partial<SyncRows['task']> = {}, rest: Opening = {}): Promise<Opened> {
  const opened = await openApp({
    at: '/projects/website?task=one',
    ...rest,
    rows: {
      task: [makeTaskRow('one', { title: 'Lamp', createdBy: 'ada', watcherIds: ['ada'], ...fields })],
      milestone: [MILESTONE],
      field: [BUDGET as never, DESIGNS as never],
      ...rest.rows,
    },
  });
  await screen.findByRole('complementary', { name: 'Task: Lamp' });
  return opened;
}

const panel = () => within(screen.getByRole('complementary', { name: 'Task: Lamp' }));
const listLines = () =>
  panel()
    .getAllByRole('term')
    .map((term) => term.textContent);

test('shows only the permanent properties and those that have a value', async () => {
  await openPanel();
  await panel().findByRole('button', { name: 'Add a field…' });
  expect(listLines()).toEqual(['Status', 'Priority', 'Assignees', 'Labels', 'Due date', 'Project']);
});

test('keeps fields visible after a remote change clears them while the panel is open', async () => {
  const { server } = await openPanel({ estimate: 3, custom: { [BUDGET_ID]: 'much' } });
  await findPicker('Estimate', '3 points');
  await panel().findByRole('textbox', { name: 'Budget' });
  server.publish('task', makeTaskRow('one', { title: 'Lamp', createdBy: 'ada' }));
  await findPicker('Estimate', 'No estimate');
  panel().getByRole('textbox', { name: 'Budget' });
});

test.each([
  ['d', 'dueDate', 'Set the due date'],
  ['{Shift>}D{/Shift}', 'startDate', 'Set the start date'],
])('sets a day in words after %s', async (key, field, name) => {
  const { user, server } = await openPanel();
  await user.keyboard(key);
  await screen.findByRole('dialog', { name });
  await user.keyboard('24 dec 2030');
  await screen.findByRole('option', { name: 'Tuesday, 24 December 2030' });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(JSON.stringify(server.recordedRequests)).toContain(`"${field}":"2030-12-24"`));
  await waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
});

describe('“Add a field” button', () => {
  test.each(['Estimate', 'Milestone', 'Requested by', 'Watchers', 'Repeats'])(
    'shows the field %s and opens its list',
    async (name) => {
      const { user } = await openPanel();
      await user.click(await panel().findByRole('button', { name: 'Add a field…' }));
      await user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));
      await screen.findByRole('listbox', { name });
      await findPicker(name);
    },
  );

  test.each([
    ['Start date', 'Start date'],
    ['Budget', 'Budget'],
  ])('shows the field %s and focuses it', async (name, label) => {
    const { user } = await openPanel();
    await user.click(await panel().findByRole('button', { name: 'Add a field…' }));
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(label));
  });

  test('opens the picker of a field that links tasks', async () => {
    const { user } = await openPanel();
    await user.click(await panel().findByRole('button', { name: 'Add a field…' }));
    await user.click(await screen.findByRole('option', { name: 'Designs' }));
    await screen.findByRole('dialog', { name: 'Designs' });
  });

  test('lists only hidden fields and is operable by keyboard', async () => {
    const { user } = await openPanel();
    (await panel().findByRole('button', { name: 'Add a field…' })).focus();
    await user.keyboard('{ArrowDown}');
    await user.type(await screen.findByRole('combobox', { name: 'Search Add a field' }), 'estim{Enter}');
    await screen.findByRole('listbox', { name: 'Estimate' });
    await user.keyboard('{Escape}');
    await user.keyboard('{Shift>}n{/Shift}');
    await screen.findByRole('listbox', { name: 'Add a field' });
    expect(screen.queryByRole('option', { name: /^Estimate/ })).toBeNull();
  });
});

test.each([
  ['Estimate', 'e'],
  ['Milestone', 't'],
  ['Requested by', '{Shift>}a{/Shift}'],
  ['Watchers', '{Shift>}w{/Shift}'],
  ['Repeats', '{Shift>}e{/Shift}'],
])('expands the collapsed field %s with the shortcut %s', async (name, key) => {
  const { user } = await openPanel();
  await panel().findByRole('button', { name: 'Add a field…' });
  await user.keyboard(key);
  await screen.findByRole('listbox', { name });
  await findPicker(name);
});

test.each([
  [['bob'], 'Bob Reed'],
  [['ada', 'bob'], 'Ada, Bob'],
  [['ada', 'bob', 'cleo', 'dan'], 'Ada, Bob +2'],
])('shows the names of the assignees %j', async (assigneeIds, expected) => {
  await openPanel({ assigneeIds }, { rows: { member: [makeMember('Cleo Ash'), makeMember('Dan Low')] } });
  const button = await findPicker('Assignees');
  within(button).getByText(expected);
});

describe('task menu', () => {
  const openMenu = async ({ user }: Opened) => {
    await user.click(await panel().findByRole('button', { name: 'Task menu', expanded: false }));
    return within(await screen.findByRole('menu'));
  };
  const listItems = (menu: Awaited<ReturnType<typeof openMenu>>) =>
    menu.getAllByRole('menuitem').map((item) => item.firstElementChild?.nextElementSibling?.textContent);

  test('lists all actions', async () => {
    const menu = await openMenu(await openPanel());
    expect(listItems(menu)).toEqual([
      'Copy link',
      'Open as full page',
      'Duplicate',
      'Set parent',
      'Save as template',
      'Move to project…',
      'Stop watching',
      'Delete task',
    ]);
  });

  test('hides the full-page action on a phone', async () => {
    const menu = await openMenu(await openPanel({}, { width: 'phone' }));
    expect(listItems(menu)).not.toContain('Open as full page');
  });

  test('lists the actions allowed to a read-only guest and the owner who can grant edit access', async () => {
    const grant = [{ id: 'website', level: 'view' }] as never;
    const opened = await openPanel(
      {},
      { role: 'guest', rows: { grant, member: [makeMember('Cleo Ash', 'owner')] } },
    );
    const menu = await openMenu(opened);
    expect(listItems(menu)).toEqual(['Copy link', 'Open as full page', 'Stop watching']);
    await menu.findByText(/Cleo Ash/);
    expect(panel().queryByRole('button', { name: 'Add a field…' })).not.toBeNull();
  });

  test('opens the project picker', async () => {
    const opened = await openPanel();
    const menu = await openMenu(opened);
    await opened.user.click(menu.getByRole('menuitem', { name: /^Move to project/ }));
    await screen.findByRole('listbox', { name: 'Project' });
  });
});

test('copies the task link and shows a confirmation', async () => {
  const { user } = await openPanel();
  const copy = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(await panel().findByRole('button', { name: 'Copy link' }));
  expect(copy).toHaveBeenCalledWith(location.href);
  await screen.findByText('Link copied');
});

test('opens a task as a full page with Shift+X, and returns to the board', async () => {
  const { user } = await openPanel();
  await panel().findByRole('button', { name: 'Add a field…' });
  await user.keyboard('{Shift>}x{/Shift}');
  await screen.findByRole('heading', { level: 1, name: 'Lamp' });
  expect(location.search).toContain('full=true');
  await waitFor(() => expect(document.title).toBe('Lamp · Hearth'));
  await user.click(panel().getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Task: Lamp' })).toBeNull());
  expect(location.search).not.toContain('full');
  await screen.findByRole('heading', { level: 1, name: 'Website' });
});
