// @vitest-environment jsdom
import type { SearchResult } from '@hearth/contracts/search/search';
import type { SyncRows } from '@hearth/contracts/sync';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ok, refuse, type PageServer } from '#testing/page-server.ts';
import { findPicker, openApp } from '#testing/render-app.tsx';
import { makeTaskRow } from '#testing/team-rows.ts';
// Loaded before the first test because its timeouts are short.
import './search-screen.tsx';

// The search results page. Matching is tested on the server, in follow.api.test and languages.api.test.

const WEBSITE = '0192a000-0000-7000-8000-000000000001';
const DOCUMENT = '0192a000-0000-7000-8000-000000000002';

function makeResult(fields: Partial<SearchResult>): SearchResult {
  return {
    kind: 'document',
    id: DOCUMENT,
    title: 'Voyage',
    snippet: '',
    score: 1,
    projectId: null,
    author: null,
    path: [],
    at: '2026-11-20T10:00:00.000Z',
    marks: { title: [], snippet: [] },
    ...fields,
  };
}

const makeComment = (id: string, body: string): SyncRows['comment'] => ({
  id,
  taskId: 't0',
  parentId: null,
  body,
  createdBy: 'bob',
  createdAt: '2026-11-20T10:00:00.000Z',
  editedAt: null,
  deletedAt: null,
  reactions: [],
});

const RESULTS = [
  makeResult({
    snippet: 'Hardtack and limes',
    blockId: 'block-0001',
    marks: { title: [], snippet: [[13, 18]] },
  }),
  makeResult({
    kind: 'task',
    id: 't0',
    title: 'Buy limes',
    projectId: 'website',
    marks: { title: [[4, 9]], snippet: [] },
  }),
  makeResult({ kind: 'comment', id: 'c0', taskId: 't0', title: 'Buy limes', snippet: 'No limes left' }),
  makeResult({ kind: 'project', id: 'website', title: 'Website' }),
  makeResult({ kind: 'person', id: 'bob', title: 'Bob Reed' }),
];

/** Returns the parameters of the search requests, in order, without `limit`. */
const listQueries = (server: PageServer): string[] =>
  server.requests
    .filter((line) => line.includes('/search?'))
    .map((line) => new URLSearchParams(line.split('?')[1]))
    .map((query) =>
      [...query]
        .filter(([name]) => name !== 'limit')
        .map((pair) => pair.join('='))
        .join(' '),
    );

const open = (at: string, answer: Parameters<PageServer['handlers']['set']>[1] = () => found(RESULTS)) =>
  openApp({
    at,
    rows: {
      task: [makeTaskRow('t0', { title: 'Buy limes' })],
      comment: [makeComment('c1', 'Which ones?'), makeComment('c0', 'No limes left in the hold')],
    },
    prepare: (server) => server.handlers.set('GET /search', answer),
  });
const found = (results: SearchResult[], nextCursor: string | null = null) => ok({ results, nextCursor });
const listLinks = () =>
  within(screen.getByRole('list', { name: 'Results' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

describe('search page', () => {
  test('shows highlighted results with their links', async () => {
    const { user } = await open('/search?q=limes');
    await screen.findByText('Hardtack and', { exact: false });
    expect([...document.querySelectorAll('[data-result] mark')].map((mark) => mark.textContent)).toEqual([
      'limes',
      'limes',
    ]);
    expect(listLinks()).toEqual([
      `/dashboard/documents/${DOCUMENT}#block-0001`,
      '/dashboard/search?q=limes&task=t0',
      '/dashboard/search?q=limes&task=t0&comment=c0',
      '/dashboard/projects/website',
      '/dashboard/members?person=bob',
    ]);
    screen.getByText('5 results shown');
    await user.click(screen.getByRole('link', { name: /No limes left/ }));
    await screen.findByRole('complementary', { name: 'Task: Buy limes' });
  });

  test('shows the location and creator of each result', async () => {
    const path: SearchResult['path'] = [
      { kind: 'project', id: 'website', title: 'Website' },
      { kind: 'document', id: 'd1', title: '' },
      { kind: 'document', id: 'd2', title: 'Ships' },
    ];
    await open('/search?q=limes', () =>
      found([
        makeResult({ path, author: { id: 'bob', name: 'Bob Reed' } }),
        makeResult({ kind: 'task', id: 't0', title: 'Buy limes', author: { id: 'gone', name: null } }),
      ]),
    );
    const links = await screen.findAllByRole('link', { name: /Voyage|Buy limes/ });
    expect(links.map((link) => link.textContent)).toEqual([
      expect.stringContaining('Document·Website / Untitled / Ships·Bob Reed·'),
      expect.stringContaining('Task·Former member·'),
    ]);
  });

  test('opens a matching comment in the panel of its task, even after a reload', async () => {
    const shown: (string | undefined)[] = [];
    Object.assign(Element.prototype, {
      animate: () => undefined,
      scrollIntoView(this: HTMLElement) {
        shown.push(this.dataset['comment']);
      },
    });
    const { user, reload } = await open('/search?q=limes');
    await user.click(await screen.findByRole('link', { name: /No limes left/ }));
    await screen.findByText('No limes left in the hold');
    await waitFor(() => expect(shown).toContain('c0'));
    expect(location.search).toBe('?q=limes&task=t0&comment=c0');
    expect(shown).not.toContain('c1');
    shown.length = 0;
    await reload();
    await waitFor(() => expect(shown).toContain('c0'));
    await user.click(await screen.findByRole('link', { name: /Buy limesTask/ }));
    await waitFor(() => expect(location.search).toBe('?q=limes&task=t0'));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(location.search).toBe('?q=limes'));
  });

  test('requests the query once after the debounce, stores it in the URL, and moves focus with arrow keys', async () => {
    const { user, server } = await open('/search');
    await screen.findByText('Search the whole team');
    const field = screen.getByRole('searchbox', { name: 'Search' });
    expect(document.activeElement).toBe(field);
    await user.keyboard('limes');
    await screen.findByRole('list', { name: 'Results' });
    expect(listQueries(server)).toEqual(['q=limes']);
    expect(location.search).toBe('?q=limes');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.textContent).toContain('Buy limes');
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement).toBe(field);
    await user.clear(field);
    await screen.findByText('Search the whole team');
    expect(location.search).toBe('');
  });

  test.each([
    ['kind=comment', 'kind=comment'],
    ['kind=nonsense&author=bob', ''],
    [`project=${WEBSITE}`, `project=${WEBSITE}`],
    ['from=2026-11-01', 'from=2026-11-01 timeZone=UTC'],
  ])('sends the valid URL parameters among %s to the server', async (address, parameters) => {
    const { server } = await open(`/search?q=limes&${address}`);
    await screen.findByRole('list', { name: 'Results' });
    expect(listQueries(server)).toEqual([`q=limes ${parameters}`.trim()]);
  });

  test('filters by type, explains an empty result and clears the filters', async () => {
    const { user, server } = await open('/search?q=limes', () => found([]));
    await screen.findByText('No results for “limes”');
    screen.getByText('Check the spelling, or try fewer or other words.');
    await user.click(await findPicker('Type', 'Everything'));
    await user.click(await screen.findByRole('option', { name: 'Comments' }));
    await screen.findByText('Nothing fits these words and filters.');
    expect(location.search).toBe('?q=limes&kind=comment');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(location.search).toBe('?q=limes'));
    expect(listQueries(server)).toEqual(['q=limes', 'q=limes kind=comment', 'q=limes']);
  });

  test('loads page by page without duplicates', async () => {
    const pages = [found(RESULTS.slice(0, 2), 'more'), found(RESULTS.slice(1))];
    const { user, server } = await open('/search?q=limes', () => pages.shift() ?? found([]));
    await screen.findByRole('list', { name: 'Results' });
    expect(listLinks()).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(listLinks()).toHaveLength(5));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(listQueries(server)).toEqual(['q=limes', 'q=limes cursor=more']);
  });

  test('reports a failed request and retries it', async () => {
    const answers = [refuse(500, 'INTERNAL'), found(RESULTS)];
    const { user } = await open('/search?q=limes', () => answers.shift() ?? found([]));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await screen.findByRole('list', { name: 'Results' });
  });
});
