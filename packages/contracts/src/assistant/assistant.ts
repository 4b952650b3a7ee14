import { z } from 'zod';
import { id, instant, lineOf, nextCursor, pageQuery, storedId, textOf } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';
import { ASSISTANT_LIMITS, ASSISTANT_MODES } from './assistant-values.ts';

const citation = z.strictObject({
  kind: z.enum(['task', 'document', 'project', 'comment', 'person']),
  id: storedId,
  /** Task titles are prefixed with the task key. */
  title: z.string(),
  blockId: storedId.optional(),
  /** The task to which a comment belongs. */
  taskId: storedId.optional(),
  /** The most relevant sentence, verbatim. */
  quote: z.string().optional(),
  isArchived: z.boolean().optional(),
  /** Not changed for 180 days. */
  isStale: z.boolean().optional(),
});
export type Citation = z.infer<typeof citation>;

const fieldValues = z.record(z.string(), z.unknown());
export const proposedChange = z.strictObject({
  act: z.enum(['create', 'update', 'delete', 'comment']),
  kind: z.enum(['task', 'document', 'project', 'comment', 'label']),
  /** For a creation: the id of the new entity. */
  id: storedId,
  title: z.string(),
  /** Field values by API name. Null before creation or after deletion. */
  before: fieldValues.nullable(),
  after: fieldValues.nullable(),
  /** Set after confirmation if this change was not applied: the reason, or a note that it was deselected. */
  refusal: z.string().optional(),
});
export type ProposedChange = z.infer<typeof proposedChange>;

const proposal = z.strictObject({
  id: storedId,
  status: z.enum(['open', 'confirmed', 'rejected', 'expired', 'undone']),
  changes: z.array(proposedChange),
  /** Number of users to be notified. */
  notifies: z.number(),
  expiresAt: instant,
  /** After an undo: fields that the undo left unchanged because other users have changed them since. */
  kept: z.array(z.strictObject({ id: storedId, title: z.string(), fields: z.array(z.string()) })),
});
export type Proposal = z.infer<typeof proposal>;

/** An option for an ambiguous name, or a next command. A click sends `text` as the user's message. */
const chip = z.strictObject({ label: z.string(), text: z.string() });
export type AssistantChip = z.infer<typeof chip>;

const message = z.strictObject({
  id: storedId,
  role: z.enum(['user', 'assistant']),
  /** Markdown in the product's schema. Citations are written as `[^n]`, 1-based in the order of `citations`. */
  text: z.string(),
  citations: z.array(citation),
  proposals: z.array(proposal),
  chips: z.array(chip),
  /** Source of the answer: `builtin`, or the name of the model. */
  provider: z.string(),
  /** True if the model failed and the built-in provider answered. */
  isFallback: z.boolean(),
  /** True if stopped by the user. */
  isStopped: z.boolean(),
  /** True if interrupted: the model stalled in mid-sentence, or the server was stopped. Text received before is kept. */
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
  /** True while a turn is in progress. Such turns can be streamed. */
  isRunning: z.boolean(),
});
export type AssistantThread = z.infer<typeof thread>;

const settings = z.strictObject({
  /** The provider of this installation. `builtin` if no model is configured. */
  provider: z.string(),
  mode: z.enum(ASSISTANT_MODES),
  /** True if document bodies are never sent to a model. */
  keepsBodies: z.boolean(),
  /** Model messages used this month, and the limit of the plan. */
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
 * With `Accept: text/event-stream`, any node streams a turn as server-sent events. Comment lines, which start with a colon, keep the
 * connection alive. `GET …/stream` replays the turn from the start or after `Last-Event-ID`, then follows it. It returns 204 if no turn is
 * running. Each event has `data: {type, …}`, and as `id:` the number of characters sent so far. Types:
 * - `{type: 'start', threadId, messageId}`
 * - `{type: 'text', text}`: a chunk to append.
 * - `{type: 'message', message}`: the complete message, sent last.
 * - `{type: 'error', code, detail}`: sent last instead of the message.
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
        /** Indexes of the changes to apply. Defaults to all changes. */
        only: z.array(z.int().min(0)).min(1).max(ASSISTANT_LIMITS.changes).optional(),
        /** Edits made on the card: new field values of a change, by its index. These values are validated like the original values. */
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
