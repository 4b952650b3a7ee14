import { z } from 'zod';
import { id, instant, lineOf, nextCursor, pageQuery, storedId, textOf } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';
import { ASSISTANT_LIMITS, ASSISTANT_MODES } from './assistant-values.ts';

const citation = z.strictObject({
  kind: z.enum(['task', 'document', 'project', 'comment', 'person']),
  id: storedId,
  /** A task's with its key before it. */
  title: z.string(),
  blockId: storedId.optional(),
  /** The task that a comment is about. */
  taskId: storedId.optional(),
  /** The best sentence, word for word. */
  quote: z.string().optional(),
  isArchived: z.boolean().optional(),
  /** Not changed for 180 days. */
  isStale: z.boolean().optional(),
});
export type Citation = z.infer<typeof citation>;

const fieldValues = z.record(z.string(), z.unknown());
export const proposedChange = z.strictObject({
  act: z.enum(['create', 'update', 'delete', 'comment']),
  kind: z.enum(['task', 'document', 'project', 'comment']),
  /** Of a create that of the thing to come. */
  id: storedId,
  title: z.string(),
  /** Fields by name, as the API gives and takes them; null: there is none yet, or none left. */
  before: fieldValues.nullable(),
  after: fieldValues.nullable(),
  /** Set once it was confirmed, where this row was not: what spoke against it, or that it was left out. */
  refusal: z.string().optional(),
});
export type ProposedChange = z.infer<typeof proposedChange>;

const proposal = z.strictObject({
  id: storedId,
  status: z.enum(['open', 'confirmed', 'rejected', 'expired', 'undone']),
  changes: z.array(proposedChange),
  /** People who will be told. */
  notifies: z.number(),
  expiresAt: instant,
  /** After an undo: fields that somebody has changed since, which stay as they are. */
  kept: z.array(z.strictObject({ id: storedId, title: z.string(), fields: z.array(z.string()) })),
});
export type Proposal = z.infer<typeof proposal>;

/** Ambiguous names, and the next commands: pressed, `text` is what the person says. */
const chip = z.strictObject({ label: z.string(), text: z.string() });
export type AssistantChip = z.infer<typeof chip>;

const message = z.strictObject({
  id: storedId,
  role: z.enum(['user', 'assistant']),
  /** Markdown of the product's schema; a citation is `[^n]`, n from 1 in the order of citations. */
  text: z.string(),
  citations: z.array(citation),
  proposals: z.array(proposal),
  chips: z.array(chip),
  /** Who answered: `builtin`, or the model's name. */
  provider: z.string(),
  /** The model could not answer, and the built-in one did. */
  isFallback: z.boolean(),
  /** It was stopped by its reader. */
  isStopped: z.boolean(),
  /** It broke off by itself: the model fell silent in mid-sentence, or the server was stopped. What had come is kept. */
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
  /** A turn is being answered now: it can be followed. */
  isRunning: z.boolean(),
});
export type AssistantThread = z.infer<typeof thread>;

const settings = z.strictObject({
  /** What this installation offers; `builtin` where no model is configured. */
  provider: z.string(),
  mode: z.enum(ASSISTANT_MODES),
  /** Bodies of documents never go to a model. */
  keepsBodies: z.boolean(),
  /** Messages to a model this month, and how many the plan has. */
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
 * With `Accept: text/event-stream` a turn comes as server-sent events, each `data: {type, …}` with `id:` = how many characters of the
 * text have come, on whichever node: `{type: 'start', threadId, messageId}`, `{type: 'text', text}` (a piece, to be put behind what
 * is there), `{type: 'message', message}` (the whole, last), `{type: 'error', code, detail}` (last, instead of it). Lines that begin
 * with a colon keep the connection open. `GET …/stream` replays from the beginning (or after `Last-Event-ID`) and follows; 204 where none runs.
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
        /** Places in `changes`; without it all of them. */
        only: z.array(z.int().min(0)).min(1).max(ASSISTANT_LIMITS.changes).optional(),
        /** What the person changed on the card: fields of a row, by its place, checked like the act's own. */
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
