import type { AssistantMessage, Proposal } from '@hearth/contracts/assistant/assistant';
import { findModelLimits, monthOf } from '#features/assistant/limits/limits.ts';
import { readSettings, type TeamSettings } from '#features/assistant/limits/settings.queries.ts';
import { refundMessage, consumeMessage } from '#features/assistant/limits/usage.queries.ts';
import type { Earlier } from '#features/assistant/models/built-in/read-context.ts';
import { readProposals } from '#features/assistant/proposals/proposals.queries.ts';
import {
  completeAnswer,
  findMessage,
  listMessages,
  noteReserved,
  type Answer,
  type MessageRow,
} from '#features/assistant/threads/messages.queries.ts';
import { toMessages } from '#features/assistant/threads/read-messages.ts';
import { changeThread } from '#features/assistant/threads/threads.queries.ts';
import { readTeam, withTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import type { Run } from './run.ts';
import type { TurnOrder, TurnParts } from './run-turn.ts';
import { findPerson, type Person } from './turns.queries.ts';

/** Maximum number of earlier messages sent to a model. */
const MAX_REMEMBERED = 12;
/** Number of messages searched for a proposal that can be undone. */
const MAX_LOOKED_BACK = 50;

export interface Prepared {
  settings: TeamSettings;
  person: Person;
  /** The month whose quota was charged for this turn. Null if no quota was charged. */
  month: string | null;
  usesModel: boolean;
  /** Whether a model is configured but not used, because its quota is used up or its circuit breaker is open. */
  isReplaced: boolean;
  /** Maximum length of the model input, in characters. */
  characters: number;
  history: { role: 'user' | 'assistant'; content: string }[];
  earlier: Earlier;
}

/** Chooses the model, and consumes a message of the monthly quota before a model is called. */
export async function prepareTurn(
  { app, model, breaker }: TurnParts,
  order: TurnOrder,
  run: Run,
): Promise<Prepared> {
  const { userId, who } = order;
  const now = app.clock.now();
  const month = monthOf(now);
  return await withTeam(app.db, { teamId: who.teamId, userId }, async (tx) => {
    const settings = await readSettings(tx);
    const person = await findPerson(tx, userId);
    const limits = await findModelLimits(tx);
    const of = { threadId: run.threadId, userId, after: null, limit: MAX_REMEMBERED + 1, now };
    // Skip the newest message, which is the current message.
    const before = (await listMessages(tx, of)).slice(1).toReversed();
    const isWanted = model !== null && settings.mode === 'any';
    const usesModel = isWanted && breaker.tryEnter() && (await consumeMessage(tx, month, limits.messages));
    if (usesModel) await noteReserved(tx, run.messageId, month);
    return {
      settings,
      person,
      month: usesModel ? month : null,
      usesModel,
      isReplaced: isWanted && !usesModel,
      characters: limits.characters,
      history: remember(before, limits.characters / 2),
      earlier: readEarlierMessages(before),
    };
  });
}

/** Returns the latest messages that fit, oldest first, beginning with a user message. */
function remember(rows: readonly MessageRow[], characters: number): Prepared['history'] {
  let remaining = characters;
  const history: Prepared['history'] = [];
  for (const row of rows.toReversed()) {
    const content = row.text.replaceAll(/\[\^\d+\]/g, '').trim();
    remaining -= content.length;
    if (remaining < 0) break;
    if (content !== '') history.unshift({ role: row.role, content });
  }
  while (history[0]?.role === 'assistant') history.shift();
  return history;
}

function readEarlierMessages(rows: readonly MessageRow[]): Earlier {
  const answer = rows.findLast(({ role }) => role === 'assistant');
  const lastUserMessage = rows.findLast(({ role }) => role === 'user');
  const tasks = (answer?.parts.citations ?? []).filter(({ kind }) => kind === 'task');
  return { taskIds: tasks.map(({ id }) => id), text: lastUserMessage?.text ?? null };
}

/** Returns the id of the thread's last confirmed proposal that has not been undone, or null if there is none. */
export async function findUndoable(app: App, { who, userId }: TurnOrder, run: Run): Promise<string | null> {
  const now = app.clock.now();
  return await readTeam(app.db, { teamId: who.teamId, userId }, async (tx) => {
    const of = { threadId: run.threadId, userId, after: null, limit: MAX_LOOKED_BACK, now };
    const rows = await listMessages(tx, of);
    const ids = rows.flatMap(({ parts }) => (parts.proposalIds ?? []).toReversed());
    if (ids.length === 0) return null;
    const proposals = await readProposals(tx, { ids, userId, now });
    return ids.find((id) => proposals.get(id)?.status === 'confirmed') ?? null;
  });
}

/** Stores the complete answer. Refunds the charged message if no model answered. */
export async function storeAnswer(
  app: App,
  { who, userId }: TurnOrder,
  done: { prepared: Prepared; usedModel: boolean; proposals: readonly Proposal[]; answer: Answer },
): Promise<AssistantMessage> {
  const { prepared, usedModel, proposals, answer } = done;
  const now = app.clock.now();
  return await withTeam(app.db, { teamId: who.teamId, userId }, async (tx) => {
    const isStored = await completeAnswer(tx, answer);
    if (isStored && prepared.month !== null && !usedModel) await refundMessage(tx, prepared.month);
    const row = isStored ? await findMessage(tx, { id: answer.id, userId }) : null;
    if (row !== null) {
      await changeThread(tx, { id: row.threadId, userId }, { updatedAt: now });
      const [message] = await toMessages(tx, [row], { userId, now });
      if (message !== undefined) return message;
    }
    // The thread has been deleted in the meantime, but readers receive the complete answer.
    const { citations = [], chips = [] } = answer.parts;
    const { id, text, provider, isFallback, isStopped, isPartial } = answer;
    const flags = { provider, isFallback, isStopped, isPartial };
    return {
      id,
      role: 'assistant' as const,
      text,
      citations,
      proposals: [...proposals],
      chips,
      ...flags,
      createdAt: now.toISOString(),
    };
  });
}
