// @vitest-environment jsdom
import type { ListedTrashItem } from '@hearth/contracts/trash/trash';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok, refuse, type PageServer } from '#testing/page-server.ts';
import { findPicker, openApp } from '#testing/render-app.tsx';
import { makeTaskRow } from '#testing/team-rows.ts';

const makeItem = (id: string, fields: Partial<ListedTrashItem> = {}): ListedTrashItem => ({
  id,
  kind: 'task',
  title: id,
  deletedAt: '2026-11-20T08:00:00.000Z',
  deletedBy: 'bob',
  projectId: 'website',
  mayRestore: true,
  mayDelete: true,
  ...fields,
});
const list = (server: PageServer, items: ListedTrashItem[], nextCursor: string | null = null) =>
  server.handlers.set('GET /trash', () => ok({ items, nextCursor }));
/** The last request for the trash. Other parts of the page send requests at any time. */
const lastRead = (server: PageServer) => server.requests.findLast((one) => one.includes('/trash?'));
const readTitles = () =>
  within(screen.getByRole('list', { name: 'Trash' }))
    .queryAllByRole('listitem')
    .map((line) => line.textContent);

test('shows the original project of a task and searches all pages of the trash', async () => {
  const { server, user } = await openApp({
    at: '/trash',
    prepare: (one) => list(one, [makeItem('paint'), makeItem('sand', { projectId: null })]),
  });
  const line = within(await screen.findByRole('list', { name: 'Trash' })).getAllByRole('listitem')[0];
  expect(line?.textContent).toMatch(/paint.*Website.*Bob Reed.*20 Nov/);
  list(server, [makeItem('paint')], 'more');
  await user.click(screen.getByRole('button', { name: 'Only Website' }));
  await waitFor(() => expect(lastRead(server)).toMatch(/\/trash\?limit=200&search=Website$/));
  await waitFor(() => expect(readTitles()).toHaveLength(1));
  list(server, [makeItem('plane')]);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(readTitles()).toHaveLength(2));
  expect(lastRead(server)).toMatch(/search=Website&cursor=more$/);
  list(server, []);
  await user.clear(screen.getByRole('searchbox', { name: 'Search the trash' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search the trash' }), 'glue');
  await screen.findByText('Nothing in the trash matches this search.');
});

test('filters by type, and shows a message if no item matches', async () => {
  const { server, user } = await openApp({
    at: '/trash',
    prepare: (one) => list(one, [makeItem('paint'), makeItem('plan', { kind: 'document' })], 'more'),
  });
  await screen.findByRole('list', { name: 'Trash' });
  list(server, [makeItem('plan', { kind: 'document' })], 'more');
  await user.click(await findPicker('Type', 'Everything'));
  await user.click(await screen.findByRole('option', { name: 'Documents' }));
  await waitFor(() => expect(readTitles()).toHaveLength(1));
  expect(lastRead(server)).toMatch(/\/trash\?limit=200&kind=document$/);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(lastRead(server)).toMatch(/kind=document&cursor=more$/));
  list(server, []);
  await user.click(await findPicker('Type', 'Documents'));
  await user.click(await screen.findByRole('option', { name: 'Projects' }));
  // The message must say that nothing matches rather than that the trash is empty.
  await screen.findByText('Nothing in the trash matches this search.');
  await findPicker('Type', 'Projects');
});

test('restores projects before documents, with one request each, without offering Undo', async () => {
  const { server, user } = await openApp({
    at: '/trash',
    prepare: (one) =>
      list(one, [
        makeItem('plan', { kind: 'document' }),
        makeItem('site', { kind: 'project', projectId: null }),
        makeItem('blank', { kind: 'document', title: '' }),
        makeItem('secret', { kind: 'document', mayRestore: false }),
      ]),
  });
  await screen.findByRole('list', { name: 'Trash' });
  expect(screen.getAllByLabelText('Document')).toHaveLength(3);
  const restored = () =>
    server.recordedRequests.map(({ what }) => what).filter((what) => what.endsWith('/restore'));
  for (const id of ['blank', 'site', 'plan']) server.handlers.set(`POST /trash/${id}/restore`, () => ok({}));
  await user.click(screen.getByRole('button', { name: 'Restore Untitled' }));
  await screen.findByText('Restored “Untitled”');
  screen.getByRole('button', { name: 'Open' });
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: 'Restore 2 items' }));
  await waitFor(() => expect(readTitles()).toHaveLength(1));
  expect(restored()).toEqual(['blank', 'site', 'plan'].map((id) => `POST /trash/${id}/restore`));
  // Undo is not offered if the restored items include documents.
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('says that a restored document has lost its parent, and restores the parent as well', async () => {
  const { server, user } = await openApp({
    at: '/trash',
    prepare: (one) =>
      list(one, [makeItem('page', { kind: 'document' }), makeItem('orphan', { kind: 'document' })]),
  });
  const parentItem = { id: 'book', kind: 'document', title: 'Book' };
  server.handlers.set('POST /trash/page/restore', () => ok({ isDetached: true, parentItem }));
  server.handlers.set('POST /trash/orphan/restore', () => ok({ isDetached: true, parentItem: null }));
  server.handlers.set('POST /trash/book/restore', () => ok({ isDetached: false, parentItem: null }));
  await user.click(await screen.findByRole('button', { name: 'Restore orphan' }));
  await screen.findByText('Restored “orphan” at the top level. Its parent is still deleted.');
  await user.click(await screen.findByRole('button', { name: 'Restore page' }));
  await screen.findByText('Restored “page” at the top level because “Book” is in the trash.');
  await user.click(screen.getByRole('button', { name: 'Restore parent' }));
  await screen.findByText('Restored “Book”');
});

test('empties the trash page by page', async () => {
  const { server, user } = await openApp({
    at: '/trash',
    prepare: (one) => list(one, [makeItem('paint')], 'more'),
  });
  const pages = [
    { deleted: 1000, nextCursor: 'next' },
    { deleted: 2, nextCursor: null },
  ];
  server.handlers.set('DELETE /trash', () => ok(pages.shift()));
  await user.click(await screen.findByRole('button', { name: 'Empty trash' }));
  const dialog = await screen.findByRole('dialog', { name: 'Empty the trash?' });
  list(server, []);
  await user.click(within(dialog).getByRole('button', { name: 'Empty trash' }));
  await screen.findByText('1,002 items deleted');
  expect(server.requests.filter((one) => one.startsWith('DELETE'))).toMatchObject([
    expect.stringMatching(/\/trash$/),
    expect.stringMatching(/\/trash\?cursor=next$/),
  ]);
});

test('opens a restored task from the toast', async () => {
  const { server, user } = await openApp({
    at: '/trash',
    prepare: (one) => list(one, [makeItem('paint')]),
  });
  server.handlers.set('POST /trash/paint/restore', () => ok({}));
  await user.click(await screen.findByRole('button', { name: 'Restore paint' }));
  server.publish('task', makeTaskRow('paint'));
  await user.click(await screen.findByRole('button', { name: 'Open' }));
  await waitFor(() => expect(location.search).toContain('task=paint'));
});

test('restores 200 tasks in one atomic request, keeps them listed on a refusal, and trashes them again on Undo', async () => {
  const items = Array.from({ length: 200 }, (_, at) => makeItem(`t${at}`));
  const { server, user } = await openApp({
    at: '/trash',
    prepare: (one) => list(one, [...items, makeItem('closed', { mayRestore: false })]),
  });
  const restore = async () => {
    await screen.findByRole('list', { name: 'Trash' });
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await user.click(screen.getByRole('button', { name: 'Restore 200 items' }));
  };
  server.handlers.set('POST /trash/restore', () => refuse(402, 'LIMIT_REACHED', 'no room'));
  await restore();
  await waitFor(() => expect(server.recordedRequests).toHaveLength(1));
  await waitFor(() => expect(readTitles()).toHaveLength(201));

  server.handlers.set('POST /trash/restore', () => ok({ taskIds: items.map(({ id }) => id) }));
  await user.click(await screen.findByRole('button', { name: 'Restore 200 items' }));
  await waitFor(() => expect(readTitles()).toHaveLength(1));
  expect(server.recordedRequests.at(-1)).toEqual({
    what: 'POST /trash/restore',
    body: { itemIds: items.map(({ id }) => id) },
  });
  server.publish('task', ...items.map(({ id }) => makeTaskRow(id)));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.recordedRequests.at(-1)?.what).toBe('POST /tasks/trash'));
  expect(readTitles()).toHaveLength(201);
});

test('deletes items permanently after a confirmation that states what is lost', async () => {
  const items = [
    makeItem('paint'),
    makeItem('plan', { kind: 'document' }),
    makeItem('site', { kind: 'project', projectId: null }),
    makeItem('theirs', { mayDelete: false }),
  ];
  const { server, user } = await openApp({ at: '/trash', prepare: (one) => list(one, items) });
  await screen.findByRole('list', { name: 'Trash' });
  expect(screen.getByRole('button', { name: 'Delete theirs forever' }).ariaDisabled).toBe('true');
  const confirm = async (title: string, loss: RegExp, action: string) => {
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    dialog.getByText(loss);
    await user.click(dialog.getByRole('button', { name: action }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const deleted = () =>
    server.recordedRequests.map(({ what }) => what).filter((what) => what.startsWith('DELETE'));

  // Without a connection, the list stays as it is.
  const reads = server.requests.length;
  server.handlers.set('DELETE /trash/paint', () => Promise.reject(new TypeError('Failed to fetch')));
  await user.click(screen.getByRole('button', { name: 'Delete paint forever' }));
  await confirm('Delete “paint” forever?', /sub-tasks, comments and files/, 'Delete forever');
  await screen.findByText('The server cannot be reached. Please try again.');
  expect(server.requests.slice(reads).filter((one) => one.includes('/trash?'))).toEqual([]);

  server.handlers.set('DELETE /trash/paint', () => refuse(403, 'FORBIDDEN', 'no'));
  await user.click(screen.getByRole('button', { name: 'Delete paint forever' }));
  await confirm('Delete “paint” forever?', /sub-tasks, comments and files/, 'Delete forever');
  await screen.findByText('You don’t have permission. Ask an owner or admin.');
  expect(readTitles()).toHaveLength(4);

  server.handlers.set('DELETE /trash/plan', () => ok({}));
  server.handlers.set('DELETE /trash/site', () => ok({}));
  list(server, [makeItem('paint'), makeItem('theirs', { mayDelete: false })]);
  for (const name of ['plan', 'site', 'theirs'])
    await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
  await user.click(screen.getByRole('button', { name: 'Delete 2 items forever' }));
  await confirm('Delete 2 items forever?', /Everything in them/, 'Delete forever');
  await waitFor(() => expect(readTitles()).toHaveLength(2));
  expect(deleted().slice(2)).toEqual(['DELETE /trash/plan', 'DELETE /trash/site']);

  server.handlers.set('DELETE /trash', () => ok({ deleted: 1, nextCursor: null }));
  list(server, []);
  await user.click(screen.getByRole('checkbox', { name: 'Select theirs' }));
  await user.click(screen.getByRole('button', { name: 'Empty trash' }));
  await confirm('Empty the trash?', /that you manage/, 'Empty trash');
  await screen.findByText('The trash is empty');
  expect(deleted().at(-1)).toBe('DELETE /trash');
});
