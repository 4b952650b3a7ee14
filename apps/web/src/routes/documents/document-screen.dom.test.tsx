// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listOffers } from '#platform/actions/actions.ts';
import { ok, refuse, type ServerResponse } from '#testing/page-server.ts';
import { saveDraft, readDraft } from '#ui/inputs/drafts.ts';
import { openApp, type Opened } from '#testing/render-app.tsx';
import { makeDocumentRow, makeMember } from '#testing/team-rows.ts';

// New, rejected and deleted documents. Their text is kept, and typing triggers no shortcuts.

const SLOW = { timeout: 15_000 };
const atLimit: ServerResponse = {
  status: 402,
  body: {
    ...(refuse(402, 'PLAN_LIMIT_REACHED').body as object),
    limit: 'documents',
    max: 3,
    used: 3,
    plan: 'free',
  },
};

/** Opens a new document and types its title. */
async function openNew(title: string, prepare?: Parameters<typeof openApp>[0]): Promise<Opened> {
  const opened = await openApp({
    at: '/documents',
    rows: { document: [makeDocumentRow('old')] },
    ...prepare,
  });
  const [button] = await screen.findAllByRole('button', { name: 'New document' });
  if (button !== undefined) await opened.user.click(button);
  await opened.user.type(await screen.findByRole('textbox', { name: 'Title' }), title);
  return opened;
}

test('offers no app-level undo after a document is created and titled', async () => {
  const { user, server } = await openNew('Rye loaf');
  await user.tab();
  await waitFor(() => expect(server.recordedRequests.at(-1)?.what).toMatch(/^PATCH \/documents\//));
  await waitFor(() => expect(listOffers().map(({ action }) => action.id)).not.toContain('app.undo'));
});

test('sends the title draft left by a reload and then deletes the draft', async () => {
  saveDraft('document-title/old', 'Rye loaf');
  const { server } = await openApp({ at: '/documents/old', rows: { document: [makeDocumentRow('old')] } });
  await screen.findByRole('textbox', { name: 'Title' });
  await waitFor(() => expect(server.recordedRequests.at(-1)).toMatchObject({ body: { title: 'Rye loaf' } }));
  await waitFor(() => expect(readDraft('document-title/old')).toBeUndefined());
});

test('shows a newer title by another user and does not overwrite that title on blur', async () => {
  const row = makeDocumentRow('old');
  const { user, server } = await openApp({ at: '/documents/old', rows: { document: [row] } });
  server.answerSeq = 2;
  const field = await screen.findByRole('textbox', { name: 'Title' });
  await user.clear(field);
  await user.type(field, 'Rye loaf ');
  await waitFor(() => expect(server.recordedRequests.at(-1)).toMatchObject({ body: { title: 'Rye loaf' } }));
  expect(field).toHaveProperty('value', 'Rye loaf ');
  server.publish('document', { ...row, title: 'Corn bread' });
  await waitFor(() => expect(field).toHaveProperty('value', 'Corn bread'));
  const count = server.recordedRequests.length;
  await user.tab();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server.recordedRequests).toHaveLength(count);
  expect(field).toHaveProperty('value', 'Corn bread');
});

test('keeps the title of a rejected document and recreates the document with the same id', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<ServerResponse>();
  const { user, server } = await openNew('Rye loaf', {
    prepare: ({ handlers }) => handlers.set('POST /documents', () => promise),
  });
  // Leaving the field also sends the title.
  await user.tab();
  answer(atLimit);
  const refused = within(await screen.findByRole('alert', undefined, SLOW));
  await refused.findByRole('heading', { name: 'This document isn’t saved' });
  screen.getByRole('heading', { level: 1, name: 'Rye loaf' });
  refused.getByText(/You’ve used all 3 documents on Trial/);
  refused.getByRole('link', { name: 'See plans' });
  const { pathname } = location;
  server.handlers.delete('POST /documents');
  await user.click(refused.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('textbox', { name: 'Title' });
  expect(location.pathname).toBe(pathname);
  const createdIds = (): string[] =>
    server.recordedRequests
      .filter(({ what }) => what === 'POST /documents')
      .map(({ body }) => (body as { id: string }).id);
  await waitFor(() => expect(createdIds()).toHaveLength(2));
  const ids = createdIds();
  expect(new Set(ids).size).toBe(1);
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveProperty('value', 'Rye loaf');
  await waitFor(() =>
    expect(server.recordedRequests.at(-1)).toEqual({
      what: `PATCH /documents/${ids[0]}`,
      body: { title: 'Rye loaf' },
    }),
  );
});

test.each(['/documents/nowhere', '/documents/old'])('ignores single-key shortcuts at %s', async (at) => {
  const { server } = await openApp({ at, rows: { document: [makeDocumentRow('old')] } });
  await waitFor(() => expect(document.querySelector('[data-expects-text]')).not.toBeNull());
  (document.activeElement as HTMLElement | null)?.blur();
  for (const key of ['c', '[', '?', 'g', 'b']) fireEvent.keyDown(document.body, { key });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(location.pathname).toBe(`/dashboard${at}`);
  expect(server.recordedRequests).toEqual([]);
});

test('edits and deletes a template of the team from the list of templates', async () => {
  const { user, server } = await openApp({
    at: '/documents',
    rows: { document: [makeDocumentRow('old'), makeDocumentRow('kit', { title: 'Kit', isTemplate: true })] },
  });
  const openMenu = async () => {
    await user.click(await screen.findByRole('button', { name: 'Templates' }));
    await user.click(await screen.findByRole('button', { name: 'More for Kit' }));
  };
  await openMenu();
  await user.click(await screen.findByRole('menuitem', { name: 'Edit template' }));
  await waitFor(() => expect(location.pathname).toBe('/dashboard/documents/kit'));
  expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveProperty('value', 'Kit');
  const path = within(screen.getByRole('navigation', { name: 'Path' }));
  await user.click(path.getByRole('link', { name: 'Documents' }));
  await openMenu();
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await waitFor(() => expect(server.recordedRequests.at(-1)?.what).toBe('DELETE /documents/kit'));
  expect(screen.queryByRole('button', { name: /^Kit/ })).toBeNull();
});

test('inserts the date into the title of the meeting notes template', async () => {
  const { user, server } = await openApp({ at: '/documents', rows: { document: [makeDocumentRow('old')] } });
  await user.click(await screen.findByRole('button', { name: 'Templates' }));
  await user.click(await screen.findByRole('button', { name: /^Meeting notes/ }));
  const year = String(new Date().getFullYear());
  await waitFor(() =>
    expect(server.recordedRequests.find(({ what }) => what === 'POST /documents')?.body).toMatchObject({
      templateId: 'meetingNotes',
      title: expect.stringMatching(`^Meeting notes, .*${year}$`) as string,
    }),
  );
});

test('shows who deleted a document, and restores the document', async () => {
  const item = {
    id: 'gone',
    kind: 'document',
    title: 'Rye loaf',
    deletedAt: '2026-11-28T10:00:00.000Z',
    deletedBy: 'bob',
    projectId: null,
    mayRestore: true,
  };
  const { user, server } = await openApp({
    at: '/documents/gone',
    rows: { member: [makeMember('Bob')] },
    prepare: ({ handlers }) => handlers.set('GET /trash', () => ok({ items: [item], nextCursor: null })),
  });
  await screen.findByRole('heading', { name: 'Rye loaf was deleted' });
  await screen.findByText('Bob moved it to the trash.');
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(server.recordedRequests.at(-1)?.what).toBe('POST /trash/gone/restore'));
});

test('labels a document as “View only” for a guest with read access', async () => {
  const rows = { document: [makeDocumentRow('old')] };
  await openApp({ at: '/documents/old', role: 'guest', rows });
  await screen.findByText('View only');
});

test('copies the document link from the share dialog', async () => {
  const rows = { document: [makeDocumentRow('old')] };
  const { user } = await openApp({ at: '/documents/old', rows });
  await user.click(await screen.findByRole('button', { name: 'Share document' }));
  await user.click(await screen.findByRole('button', { name: 'Copy link' }));
  await screen.findByText('Link copied');
  expect(await navigator.clipboard.readText()).toMatch(/\/dashboard\/documents\/old$/);
});
