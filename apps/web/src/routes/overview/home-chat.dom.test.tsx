// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { AssistantMessage, AssistantThread, Proposal } from '@hearth/contracts/assistant/assistant';
import { expect, test } from 'vitest';
import { auth } from '#platform/session/session.ts';
import { switchTeam } from '#platform/session/teams.ts';
import { EventLine } from '#testing/event-line.ts';
import { openApp, type Opened } from '#testing/render-app.tsx';
import { ok, type PageServer } from '#testing/page-server.ts';
import { makeDocumentRow, makeTaskRow } from '#testing/team-rows.ts';

// The assistant's UI with a server that streams its answer in chunks.

const NOW = '2026-11-26T09:00:00.000Z';
const THREAD: AssistantThread = {
  id: 'thread-1',
  title: 'Chairs',
  isPinned: false,
  createdAt: NOW,
  updatedAt: NOW,
  isRunning: false,
};
const answer = (fields: Partial<AssistantMessage>): AssistantMessage => ({
  id: 'answer-1',
  role: 'assistant',
  text: '',
  citations: [],
  proposals: [],
  chips: [],
  provider: 'builtin',
  isFallback: false,
  isStopped: false,
  isPartial: false,
  createdAt: NOW,
  ...fields,
});
const proposal = (count: number, fields: Partial<Proposal['changes'][number]> = {}): Proposal => ({
  id: 'proposal-1',
  status: 'open',
  notifies: 1,
  expiresAt: NOW,
  kept: [],
  changes: Array.from({ length: count }, (_, at) => ({
    act: 'create' as const,
    kind: 'task' as const,
    id: `new-${at}`,
    title: `Chair ${at + 1}`,
    before: null,
    after: { title: `Chair ${at + 1}`, priority: 'high' },
    ...fields,
  })),
});

/** Adds an assistant to the server. Its answer is streamed over `line`. */
function withAssistant(server: PageServer, line: EventLine): void {
  server.handlers.set('POST /assistant/messages', (_, signal) => line.respond(signal));
  server.handlers.set('GET /assistant/threads', () => ok({ threads: [], nextCursor: null }));
  server.handlers.set('GET /assistant/proposals', () => ok({ proposals: [], nextCursor: null }));
  server.handlers.set('GET /assistant/settings', () =>
    ok({ settings: { provider: 'builtin', mode: 'any', keepsBodies: false, usage: { used: 0, max: 50 } } }),
  );
}

async function sendMessage(user: Opened['user'], text: string): Promise<void> {
  await user.type(await screen.findByRole('textbox', { name: 'Ask or command' }), `${text}{Enter}`);
}

test('renders a streamed answer and links its sources, but renders no images or external links', async () => {
  const line = new EventLine();
  const { user } = await openApp({
    rows: { task: [makeTaskRow('order', { title: 'Order chairs' })], document: [makeDocumentRow('notes')] },
    prepare: (server) => withAssistant(server, line),
  });
  await sendMessage(user, 'where are the chairs?');
  await line.emit({ type: 'start', threadId: 'thread-1', messageId: 'answer-1' });
  await line.emit({ type: 'text', text: '**Here** they are [^' });
  const coming = await screen.findByText('Here');
  expect(coming.tagName).toBe('STRONG');
  expect(screen.getByRole('log').textContent).not.toContain('[');
  await waitFor(() => expect(location.search).toContain('thread=thread-1'));
  const citations: AssistantMessage['citations'] = [
    { kind: 'document', id: 'notes', title: 'Notes', blockId: 'block-12345', isStale: true },
    { kind: 'task', id: 'order', title: 'WEB-1 Order chairs' },
  ];
  const text = '**Here** they are [^1] [^2] [^3] ![x](https://evil.example/x.png) https://evil.example';
  await line.emit({ type: 'message', message: answer({ text, citations }) });
  const sources = within(await screen.findByRole('list', { name: 'Sources' }));
  const note = sources.getByRole('link', { name: /Notes/ });
  expect(note.getAttribute('href')).toMatch(/\/documents\/notes#block-12345$/);
  expect(note.textContent).toContain('Unchanged for 6 months');
  expect(sources.getByRole('link', { name: /Order chairs/ }).getAttribute('href')).toContain('task=order');
  const log = screen.getByRole('log');
  expect(log.querySelectorAll('img, a[target]')).toHaveLength(0);
  expect(screen.getAllByRole('link', { name: '1' })).toHaveLength(1);
  expect(screen.queryByRole('link', { name: '3' })).toBeNull();
});

test('stops an answer on Escape and marks the answer as stopped', async () => {
  const line = new EventLine();
  const { user, server } = await openApp({ prepare: (pageServer) => withAssistant(pageServer, line) });
  await sendMessage(user, 'tell me everything');
  await line.emit({ type: 'start', threadId: 'thread-1', messageId: 'answer-1' });
  await line.emit({ type: 'text', text: 'A long story' });
  await screen.findByText('A long story');
  await user.type(screen.getByRole('textbox', { name: 'Ask or command' }), '{Escape}');
  await waitFor(() =>
    expect(server.recordedRequests.map(({ what }) => what)).toContain(
      'POST /assistant/threads/thread-1/stop',
    ),
  );
  await line.emit({ type: 'message', message: answer({ text: 'A long story', isStopped: true }) });
  await screen.findByText('Stopped.');
});

test('confirms only the selected changes with their edits, and reports values that Undo keeps', async () => {
  const line = new EventLine();
  const { user, server } = await openApp({
    prepare: (pageServer) => {
      withAssistant(pageServer, line);
      pageServer.handlers.set('POST /assistant/proposals/*/confirm', () =>
        ok({ proposal: { ...proposal(3), status: 'confirmed' } }),
      );
      pageServer.handlers.set('POST /assistant/proposals/*/undo', () =>
        ok({
          proposal: {
            ...proposal(3),
            status: 'undone',
            kept: [{ id: 'new-0', title: 'Chair 1', fields: ['dueDate'] }],
          },
        }),
      );
    },
  });
  await sendMessage(user, 'three chairs');
  await line.emit({ type: 'start', threadId: 'thread-1', messageId: 'answer-1' });
  await line.emit({ type: 'message', message: answer({ proposals: [proposal(3)] }) });
  const card = within(await screen.findByRole('region', { name: 'Proposed changes' }));
  card.getByText('Will notify 1 person');
  await user.click(card.getByRole('checkbox', { name: 'Chair 2' }));
  const [title] = card.getAllByRole('textbox', { name: 'Title' });
  await user.type(title as HTMLElement, ' red');
  await user.click(card.getByRole('button', { name: 'Confirm 2 of 3' }));
  await screen.findByText('Done, 3 changes.');
  const confirmed = server.recordedRequests.find(({ what }) => what.endsWith('/confirm'));
  expect(confirmed?.body).toEqual({ only: [0, 2], edits: [{ index: 0, after: { title: 'Chair 1 red' } }] });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText(/Chair 1: kept Due date/);
});

test('requires the number of items to be typed before a bulk delete', async () => {
  const line = new EventLine();
  const { user } = await openApp({ prepare: (pageServer) => withAssistant(pageServer, line) });
  await sendMessage(user, 'delete all');
  await line.emit({ type: 'start', threadId: 'thread-1', messageId: 'answer-1' });
  const deletion = proposal(6, { act: 'delete', before: { title: 'Chair' }, after: null });
  await line.emit({ type: 'message', message: answer({ proposals: [deletion] }) });
  const confirm = await screen.findByRole('button', { name: 'Confirm' });
  expect(confirm).toHaveProperty('disabled', true);
  await user.type(screen.getByRole('textbox', { name: /Type 6/ }), '6');
  expect(confirm).toHaveProperty('disabled', false);
});

test('clears the chat and drops late answers when the team is switched', async () => {
  const line = new EventLine();
  const { user, server } = await openApp({
    teams: ['North', 'South'],
    prepare: (pageServer) => {
      withAssistant(pageServer, line);
      pageServer.handlers.set('GET /assistant/threads', () => ok({ threads: [THREAD], nextCursor: null }));
    },
  });
  await waitFor(() => expect(auth.get().aiHistory).toHaveLength(1));
  await sendMessage(user, 'a secret of North');
  await line.emit({ type: 'start', threadId: 'thread-1', messageId: 'answer-1' });
  await line.emit({ type: 'text', text: 'Northern words' });
  await screen.findByText('Northern words');
  await user.type(screen.getByRole('textbox', { name: 'Ask or command' }), 'half a question');
  const threads = Promise.withResolvers<void>();
  server.handlers.set('GET /assistant/threads', async () => {
    await threads.promise;
    return ok({ threads: [], nextCursor: null });
  });
  void switchTeam(1);
  expect(auth.get().aiHistory).toEqual([]);
  expect(line.isAborted).toBe(true);
  await line.emit({ type: 'text', text: ' and more of North' });
  await line.emit({ type: 'message', message: answer({ text: 'All of North' }) });
  await waitFor(() => expect(screen.queryByText('Northern words')).toBeNull());
  threads.resolve();
  await waitFor(() => expect(document.body.textContent).not.toMatch(/North(ern|\b.*secret)|All of North/));
  expect(screen.queryByDisplayValue('half a question')).toBeNull();
});

test.each([
  [39, 'model-1 · 39 of 50 messages this month. Check what matters.'],
  [40, 'model-1 · 10 messages left this month. Then the built-in assistant answers.'],
  [49, 'model-1 · 1 message left this month. Then the built-in assistant answers.'],
  [50, 'model-1 · All 50 messages of this month are used. The built-in assistant answers now.'],
])('shows the model usage and the answering assistant after %i model messages', async (used, expected) => {
  const settings = { provider: 'model-1', mode: 'any', keepsBodies: false, usage: { used, max: 50 } };
  await openApp({
    at: '?thread=thread-1',
    prepare: (server) => {
      withAssistant(server, new EventLine());
      server.handlers.set('GET /assistant/settings', () => ok({ settings }));
      server.handlers.set('GET /assistant/threads/thread-1', () =>
        ok({ thread: THREAD, messages: [answer({ text: 'Hello.' })], nextCursor: null }),
      );
    },
  });
  await screen.findByText(expected);
});
