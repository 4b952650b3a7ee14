import { z } from 'zod';
import { id, instant, lineOf, nextCursor, pageQuery, storedId, textOf } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';
import { ASSISTANT_LIMITS, ASSISTANT_MODES } from './assistant-values.ts';

const citation = z.strictObject({
  kind: z.enum(['task', 'document', 'project', 'comment', 'person']),
  id: storedId,
  /** Titles of tasks are prefixed with the key. */
  title: z.string(),
  blockId: storedId.optional(),
  /** The task that a comment belongs to. */
  taskId: storedId.optional(),
  /** The most relevant sentence, verbatim. */
  quote: z.string().optional(),
  isArchived: z.boolean().optional(),
  /** Unchanged for 180 days. */
  isStale: z.boolean().optional(),
});
export type Citation = z.infer<typeof citation>;

const fieldValues = z.record(z.string(), z.unknown());
export const proposedChange = z.strictObject({
  act: z.enum(['create', 'update', 'delete', 'comment']),
  kind: z.enum(['task', 'document', 'project', 'comment']),
  /** For a create: the id of the new entity. */
  id: storedId,
  title: z.string(),
  /** Fields by name, as in the API; null: not created yet, or deleted. */
  before: fieldValues.nullable(),
  after: fieldValues.nullable(),
  /** Set after confirmation if this row was not applied: the reason, or that it was deselected. */
  refusal: z.string().optional(),
});
export type ProposedChange = z.infer<typeof proposedChange>;

const proposal = z.strictObject({
  id: storedId,
  status: z.enum(['open', 'confirmed', 'rejected', 'expired', 'undone']),
  changes: z.array(proposedChange),
  /** Number of people to be notified. */
  notifies: z.number(),
  expiresAt: instant,
  /** After an undo: fields changed by others since, which are kept. */
  kept: z.array(z.strictObject({ id: storedId, title: z.string(), fields: z.array(z.string()) })),
});
export type Proposal = z.infer<typeof proposal>;

/** Options for ambiguous names, and next commands: a click sends `text` as the person's message. */
const chip = z.strictObject({ label: z.string(), text: z.string() });
export type AssistantChip = z.infer<typeof chip>;

const message = z.strictObject({
  id: storedId,
  role: z.enum(['user', 'assistant']),
  /** Markdown of the product's schema; citations are `[^n]`, 1-based in the order of citations. */
  text: z.string(),
  citations: z.array(citation),
  proposals: z.array(proposal),
  chips: z.array(chip),
  /** The provider of the answer: `builtin`, or the model's name. */
  provider: z.string(),
  /** The model failed, and the built-in provider answered. */
  isFallback: z.boolean(),
  /** Stopped by the user. */
  isStopped: z.boolean(),
  /** Interrupted: the model stalled in mid-sentence, or the server was stopped. Text received so far is kept. */
  isPartial: z.boolean(),
  createdAt: instant,
});
export type AssistantMessage = z.infer<typeof message>;

const thread = z.strictObject({
  id: storedId,
  title: z.string(),
  isPinned: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  /** A turn is in progress and can be streamed. */
  isRunning: z.boolean(),
});
export type AssistantThread = z.infer<typeof thread>;

const settings = z.strictObject({
  /** The provider of this installation; `builtin` without a model. */
  provider: z.string(),
  mode: z.enum(ASSISTANT_MODES),
  /** Document bodies are never sent to a model. */
  keepsBodies: z.boolean(),
  /** Model messages this month, and the plan's limit. */
  usage: z.strictObject({ used: z.number(), max: z.number() }),
});
export type AssistantSettings = z.infer<typeof settings>;

const use = { kind: 'team', action: 'assistant.use' } as const;
const ofTeam = z.strictObject({ teamId: id });
const ofThread = z.strictObject({ teamId: id, threadId: id });
const ofProposal = z.strictObject({ teamId: id, proposalId: id });
const threadIds = { teamId: 'team', threadId: 'thread' } as const;
const proposalIds = { teamId: 'team', proposalId: 'proposal' } as const;

/**
 * With `Accept: text/event-stream` a turn is streamed as server-sent events, each `data: {type, …}` with `id:` = number of characters of
 * the
 * text so far, on any node: `{type: 'start', threadId, messageId}`, `{type: 'text', text}` (a chunk to
 * append), `{type: 'message', message}` (complete, last), `{type: 'error', code, detail}` (last, instead of it). Comment lines
 * (with a leading colon) keep the connection alive. `GET …/stream` replays from the start (or after `Last-Event-ID`) and follows; 204 if no
 * turn is running.
 */
export const assistantRoutes = [
  defineRoute({
    id: 'assistant.ask',
    method: 'POST',
    path: '/teams/{teamId}/assistant/messages',
    summary: 'Say something to the assistant; JSON or, as Accept says, server-sent events',
    rule: use,
    params: ofTeam,
    body: z.strictObject({
      text: textOf(ASSISTANT_LIMITS.text).min(1, { error: 'can’t be empty' }),
      threadId: id.optional(),
    }),
    replies: { 200: z.strictObject({ threadId: storedId, message }) },
    ids: threadIds,
    rateLimit: 'assistant',
  }),
  defineRoute({
    id: 'assistant.threads',
    method: 'GET',
    path: '/teams/{teamId}/assistant/threads',
    summary: 'Own threads of this team, the latest first, pinned ones before',
    rule: use,
    params: ofTeam,
    query: z.strictObject({ q: z.string().max(256).optional(), ...pageQuery }),
    replies: { 200: z.strictObject({ threads: z.array(thread), nextCursor }) },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'assistant.thread',
    method: 'GET',
    path: '/teams/{teamId}/assistant/threads/{threadId}',
    summary:
      'One thread and its messages, the latest first; the answer that is under way is followed instead',
    rule: use,
    params: ofThread,
    query: z.strictObject({ ...pageQuery }),
    replies: { 200: z.strictObject({ thread, messages: z.array(message), nextCursor }) },
    ids: threadIds,
  }),
  defineRoute({
    id: 'assistant.follow',
    method: 'GET',
    path: '/teams/{teamId}/assistant/threads/{threadId}/stream',
    summary: 'The running turn from its beginning, as server-sent events; 204 where none runs',
    rule: use,
    params: ofThread,
    replies: { 204: null },
    ids: threadIds,
  }),
  defineRoute({
    id: 'assistant.stop',
    method: 'POST',
    path: '/teams/{teamId}/assistant/threads/{threadId}/stop',
    summary: 'Stop the running turn; what has come is kept',
    rule: use,
    params: ofThread,
    replies: { 204: null },
    ids: threadIds,
  }),
  defineRoute({
    id: 'assistant.renameThread',
    method: 'PATCH',
    path: '/teams/{teamId}/assistant/threads/{threadId}',
    summary: 'Rename a thread, or pin it',
    rule: use,
    params: ofThread,
    body: z.strictObject({
      title: lineOf(ASSISTANT_LIMITS.title).optional(),
      isPinned: z.boolean().optional(),
    }),
    replies: { 200: z.strictObject({ thread }) },
    ids: threadIds,
  }),
  defineRoute({
    id: 'assistant.deleteThread',
    method: 'DELETE',
    path: '/teams/{teamId}/assistant/threads/{threadId}',
    summary: 'Delete a thread and all that was said in it',
    rule: use,
    params: ofThread,
    replies: { 204: null },
    ids: threadIds,
  }),
  defineRoute({
    id: 'assistant.confirm',
    method: 'POST',
    path: '/teams/{teamId}/assistant/proposals/{proposalId}/confirm',
    summary: 'Do what was proposed, or the rows named',
    rule: use,
    params: ofProposal,
    body: z
      .strictObject({
        /** Indexes in `changes`; all of them by default. */
        only: z.array(z.int().min(0)).min(1).max(ASSISTANT_LIMITS.changes).optional(),
        /** Edits made on the card: fields of a row, by its index, validated like the original ones. */
        edits: z
          .array(z.strictObject({ index: z.int().min(0), after: z.record(z.string(), z.unknown()) }))
          .max(ASSISTANT_LIMITS.changes)
          .optional(),
      })
      .optional(),
    replies: { 200: z.strictObject({ proposal }) },
    ids: proposalIds,
  }),
  defineRoute({
    id: 'assistant.reject',
    method: 'POST',
    path: '/teams/{teamId}/assistant/proposals/{proposalId}/reject',
    summary: 'Leave a proposal',
    rule: use,
    params: ofProposal,
    replies: { 200: z.strictObject({ proposal }) },
    ids: proposalIds,
  }),
  defineRoute({
    id: 'assistant.undo',
    method: 'POST',
    path: '/teams/{teamId}/assistant/proposals/{proposalId}/undo',
    summary: 'Take back what a proposal did, but for what somebody changed since',
    rule: use,
    params: ofProposal,
    replies: { 200: z.strictObject({ proposal }) },
    ids: proposalIds,
  }),
  defineRoute({
    id: 'assistant.openProposals',
    method: 'GET',
    path: '/teams/{teamId}/assistant/proposals',
    summary: 'Own proposals that wait for an answer',
    rule: use,
    params: ofTeam,
    query: z.strictObject({ ...pageQuery }),
    replies: {
      200: z.strictObject({
        proposals: z.array(z.strictObject({ threadId: storedId, proposal })),
        nextCursor,
      }),
    },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'assistant.settings',
    method: 'GET',
    path: '/teams/{teamId}/assistant/settings',
    summary: 'Which model answers here, and what it may see',
    rule: use,
    params: ofTeam,
    replies: { 200: z.strictObject({ settings }) },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'assistant.changeSettings',
    method: 'PATCH',
    path: '/teams/{teamId}/assistant/settings',
    summary: 'Narrow what the assistant may use in this team',
    rule: { kind: 'team', action: 'assistant.configure' },
    params: ofTeam,
    body: z.strictObject({ mode: z.enum(ASSISTANT_MODES).optional(), keepsBodies: z.boolean().optional() }),
    replies: { 200: z.strictObject({ settings }) },
    ids: { teamId: 'team' },
  }),
] as const;
