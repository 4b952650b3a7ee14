// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { SearchResult } from '@hearth/contracts/search/search';
import { ok, refuse } from '#testing/page-server.ts';
import { openApp, type Opened } from '#testing/render-app.tsx';
import { makeDocumentRow, makeTaskRow } from '#testing/team-rows.ts';

// Search, commands and shortcuts of the app. Type-ahead before the code is loaded, touch, and custom shortcuts from another device are
// tested in e2e/shell/command-palette.spec.ts and e2e/shell/shortcuts.nightly.spec.ts.

const BRAND = '0192a000-0000-7000-8000-00000000000a';

async function openWork(at = '/tasks'): Promise<Opened> {
  const opened = await openApp({
    at,
    teams: ['Studio North', 'Garden Club'],
    rows: {
      task: ['Draft the landing page', 'Choose a font', 'Ask the printer for a quote'].map((title, index) =>
        makeTaskRow(`t${index}`, { title }),
      ),
      document: [makeDocumentRow(BRAND, { title: 'Brand' })],
    },
  });
  await screen.findByRole('link', { name: 'Choose a font' });
  return opened;
}

const readOptions = () => screen.queryAllByRole('option').map((option) => option.textContent);
const readSelected = () => screen.getByRole('option', { selected: true }).textContent;

async function openPalette(user: UserEvent): Promise<HTMLElement> {
  await user.keyboard('{Control>}k{/Control}');
  const field = within(await screen.findByRole('dialog', { name: 'Search and commands' })).getByRole(
    'combobox',
  );
  await waitFor(() => expect(document.activeElement).toBe(field));
  return field;
}

async function waitUntilClosed(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

describe('command palette', () => {
  test('finds a task with a subsequence match, highlights the matched letters, and opens the task', async () => {
    const { user } = await openWork();
    await openPalette(user);
    await user.keyboard('drflnd');
    await waitFor(() => expect(readSelected()).toContain('Draft the landing page'));
    const marked = screen.getByRole('option', { selected: true }).querySelectorAll('mark');
    expect([...marked].map((mark) => mark.textContent).join('')).toBe('Drflnd');
    await user.keyboard('{Enter}');
    await screen.findByRole('complementary', { name: 'Task: Draft the landing page' });
  });

  test('lists a recently run action first, even after a reload', async () => {
    const { user, reload } = await openWork();
    await openPalette(user);
    await user.keyboard('members');
    await waitFor(() => expect(readSelected()).toContain('Go to members'));
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Members' });
    await openPalette(user);
    await waitFor(() => expect(readOptions()[0]).toContain('Go to members'));
    screen.getByText('Recent');
    await user.keyboard('dark');
    await waitFor(() => expect(readSelected()).toMatch(/dark/i));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark'));
    await openPalette(user);
    await user.keyboard('trash');
    await waitFor(() => expect(readSelected()).toContain('Go to trash'));
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Trash' });
    await reload();
    await screen.findByRole('heading', { level: 1, name: 'Trash' });
    await openPalette(user);
    await waitFor(() => expect(readOptions()[0]).toContain('Go to trash'));
    expect(readOptions().join()).toMatch(/Go to trash.*Go to members/);
  });

  test('wraps around with the arrow keys and restores focus on Escape', async () => {
    const { user } = await openWork();
    const task = screen.getByRole('link', { name: 'Choose a font' });
    task.focus();
    await openPalette(user);
    const first = readSelected();
    await user.keyboard('{ArrowDown}');
    expect(readSelected()).not.toBe(first);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    await waitFor(() => expect(readSelected()).toBe(readOptions().at(-1)));
    await user.keyboard('{Escape}');
    await waitUntilClosed();
    await waitFor(() => expect(document.activeElement).toBe(task));
  });

  test.each([
    ['website', 'Website'],
    ['bob', 'Bob Reed'],
    ['garden', 'Garden Club'],
    ['printer', 'Ask the printer for a quote'],
  ])('matches “%s” to %s', async (typed, found) => {
    const { user } = await openWork();
    await openPalette(user);
    await user.keyboard(typed);
    await waitFor(() => expect(readOptions()[0]).toContain(found));
  });

  test('switches to a chosen team', async () => {
    const { user } = await openWork();
    await openPalette(user);
    await user.keyboard('garden');
    await waitFor(() => expect(readSelected()).toContain('Garden Club'));
    await user.keyboard('{Enter}');
    await screen.findByRole('button', { name: 'Team:Garden Club' });
    expect(location.pathname).toBe('/dashboard');
  });

  test('focuses a dialog that an action opens', async () => {
    const { user } = await openWork();
    await openPalette(user);
    await user.keyboard('new task');
    await waitFor(() => expect(readSelected()).toContain('New task'));
    await user.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'New task' }));
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Title' })));
  });

  test('shows a message if there are no results, and ignores Enter', async () => {
    const { user } = await openWork();
    await openPalette(user);
    await user.keyboard('zzqx');
    await screen.findByText(/zzqx/, { selector: '[role=status], [role=status] *' });
    expect(readOptions()).toEqual([]);
    await user.keyboard('{Enter}');
    screen.getByRole('dialog', { name: 'Search and commands' });
  });
});

describe('server results', () => {
  const makeFound = (fields: Partial<SearchResult>): SearchResult => ({
    kind: 'document',
    id: BRAND,
    title: 'Brand',
    snippet: 'Books, letters and the website: we set all of it in Garamond',
    score: 1,
    blockId: 'block-0007',
    projectId: null,
    author: null,
    path: [],
    at: '2026-11-20T10:00:00.000Z',
    marks: { title: [], snippet: [[52, 60]] },
    ...fields,
  });

  async function openFinding(results: SearchResult[]): Promise<Opened> {
    const opened = await openWork();
    opened.server.handlers.set('GET /search', () => ok({ results, nextCursor: null }));
    await openPalette(opened.user);
    return opened;
  }
  const countSearches = ({ server }: Opened) =>
    server.requests.filter((line) => line.includes('/search?')).length;

  test('lists server results below local ones and links to the matching block', async () => {
    const opened = await openFinding([
      makeFound({}),
      makeFound({
        kind: 'task',
        id: 't1',
        title: 'Choose a font',
        snippet: '',
        marks: { title: [[9, 13]], snippet: [] },
      }),
      makeFound({
        kind: 'comment',
        id: 'c1',
        taskId: 't2',
        title: 'Ask the printer for a quote',
        snippet: 'Which font?',
        marks: { title: [], snippet: [[6, 10]] },
      }),
    ]);
    await opened.user.keyboard('choose font');
    await screen.findByRole('option', { name: /Garamond/ });
    // Consecutive letters cause one request. Results found both locally and by the server are listed once.
    expect(countSearches(opened)).toBe(1);
    expect(readOptions().map((text) => text.replace(/WEB-\d+/, ''))).toEqual([
      'Choose a font',
      // Truncated so that the match is visible in the line.
      'Brand…set all of it in GaramondDocument',
      'Ask the printer for a quoteWhich font?Comment',
      'Show all results for “choose font”',
    ]);
    const document = screen.getByRole('option', { name: /Garamond/ });
    expect(document.querySelector('mark')?.textContent).toBe('Garamond');
    await opened.user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(location.pathname).toBe(`/dashboard/documents/${BRAND}`));
    expect(location.hash).toBe('#block-0007');
  });

  test('finds a document by its title while the search request fails', async () => {
    const opened = await openFinding([]);
    opened.server.handlers.set('GET /search', () => refuse(500, 'INTERNAL'));
    await opened.user.keyboard('brnd');
    await waitFor(() => expect(readSelected()).toContain('Brand'));
    screen.getByRole('group', { name: 'Documents' });
    await waitFor(() => expect(countSearches(opened)).toBe(1));
    expect(screen.queryByRole('alert')).toBeNull();
    await opened.user.keyboard('{Enter}');
    await waitFor(() => expect(location.pathname).toBe(`/dashboard/documents/${BRAND}`));
  });

  test('ends with a link to all results', async () => {
    const { user } = await openFinding([makeFound({})]);
    await user.keyboard('garamond');
    await screen.findByRole('option', { name: /set all of it/ });
    await user.keyboard('{ArrowUp}{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Search' });
    expect(location.search).toBe('?q=garamond');
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveProperty('value', 'garamond');
  });
});

describe('shortcuts', () => {
  test.each([
    ['h', '/dashboard'],
    ['m', '/dashboard/members'],
    ['p', '/dashboard/projects'],
    ['t', '/dashboard/tasks'],
    ['x', '/dashboard/trash'],
    ['s', '/dashboard/settings'],
    ['d', '/dashboard/documents'],
    ['u', '/dashboard/upgrade'],
  ])('navigates with G and %s to %s, even from a focused card', async (letter, path) => {
    const { user } = await openWork('/projects/website');
    screen.getByRole('link', { name: 'Choose a font' }).focus();
    await user.keyboard(`g${letter}`);
    await waitFor(() => expect(location.pathname).toBe(path));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('opens the new-task form of the project with C, and disables shortcuts inside the form', async () => {
    const { user, server } = await openWork('/projects/website');
    await user.keyboard('c');
    const dialog = within(await screen.findByRole('dialog', { name: 'New task' }));
    const title = dialog.getByRole('textbox', { name: 'Title' });
    await waitFor(() => expect(document.activeElement).toBe(title));
    await user.keyboard('gt c [[?/s');
    expect(title).toHaveProperty('value', 'gt c [?/s');
    dialog.getByRole('button', { name: /^Project:\s*Website/ });
    // A button of the dialog has focus. Shortcuts stay disabled.
    dialog.getByRole('button', { name: 'Cancel' }).focus();
    await user.keyboard('gtc');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(location.pathname).toContain('/dashboard/projects/');
    expect(server.recordedRequests).toEqual([]);
  });

  test('opens the status and priority lists of a task with single keys, and saves the picked priority', async () => {
    const { user, server } = await openWork('/projects/website');
    await user.click(screen.getByRole('link', { name: 'Choose a font' }));
    await screen.findByRole('complementary', { name: 'Task: Choose a font' });
    await user.keyboard('s');
    await screen.findByRole('option', { name: 'Done' });
    await user.keyboard('{Escape}');
    await user.keyboard('p');
    await user.click(await screen.findByRole('option', { name: 'Urgent' }));
    await screen.findByRole('button', { name: /^Priority:\s*Urgent/ });
    await waitFor(() => expect(server.recordedRequests).toHaveLength(1));
    expect(server.recordedRequests[0]).toEqual({ what: 'PATCH /tasks/t1', body: { priority: 'urgent' } });
  });

  test('switches the view of a project with key sequences', async () => {
    const { user } = await openWork('/projects/website');
    await user.keyboard('vl');
    await screen.findByRole('grid', { name: 'Tasks' });
    expect(location.search).toBe('?view=list');
    await user.keyboard('vb');
    await screen.findByRole('region', { name: 'To do' });
    expect(location.search).toBe('');
  });

  test('shows the shortcut sheet on ?, searches it and closes it on Escape', async () => {
    const { user } = await openWork();
    await user.keyboard('?');
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    const names = ['Go to tasks', 'New task', 'Undo', 'List', 'Change status', 'Next and previous card'];
    for (const name of names) sheet.getByText(name);
    await user.keyboard('status');
    sheet.getByText('Change status');
    expect(sheet.queryByText('Undo')).toBeNull();
    await user.keyboard('{Escape}');
    await waitUntilClosed();
  });
});
