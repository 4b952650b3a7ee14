import { readSettings } from '#features/assistant/limits/settings.queries.ts';
import { refundMessage } from '#features/assistant/limits/usage.queries.ts';
import { completeAbandonedAnswers, insertMessage } from '#features/assistant/threads/messages.queries.ts';
import {
  changeThread,
  findThread,
  insertThread,
  lockThread,
} from '#features/assistant/threads/threads.queries.ts';
import { runCommand, type Command, type RequestKey } from '#platform/commands/index.ts';
import { AppError, notFoundAt } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { LEASE_MS } from './hub.ts';

/** Maximum length of a title derived from the first message. */
const TITLE_CHARACTERS = 60;

interface BegunTurn {
  threadId: string;
  messageId: string;
  /** Whether the request is a retry of one whose answer is complete or in progress. */
  isRepeated: boolean;
}

/** Stores the message and a placeholder for the answer. */
export async function beginTurn(
  app: App,
  on: { teamId: string; userId: string; requestKey: RequestKey },
  message: { text: string; threadId?: string | undefined },
): Promise<BegunTurn> {
  const { value, isRepeated } = await runCommand(app, on, async (command) => {
    const { tx, now, userId } = command;
    const { mode } = await readSettings(tx);
    if (mode === 'off' || app.config.ai.isOff)
      throw new AppError('FORBIDDEN', 'The assistant is turned off in this team.');
    const threadId = message.threadId ?? command.newId();
    if (message.threadId === undefined)
      await insertThread(tx, { id: threadId, userId, title: titleOf(message.text), now });
    else await claimThread(command, threadId);
    const of = { threadId, userId, createdAt: now };
    await insertMessage(tx, {
      ...of,
      id: command.newId(),
      role: 'user',
      text: message.text,
      leaseUntil: null,
    });
    const messageId = command.newId();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    await insertMessage(tx, { ...of, id: messageId, role: 'assistant', text: '', leaseUntil });
    return { threadId, messageId };
  });
  return { ...value, isRepeated };
}

/**
 * Locks the thread for a new message, and completes its abandoned answers.
 * @throws AppError NOT_FOUND, or CONFLICT while an answer is in progress
 */
async function claimThread({ tx, now, userId }: Command, threadId: string): Promise<void> {
  const of = { id: threadId, userId };
  if (!(await lockThread(tx, of))) throw notFoundAt('threadId', 'a thread of yours in this team');
  for (const month of await completeAbandonedAnswers(tx, threadId, now)) await refundMessage(tx, month);
  const thread = await findThread(tx, { ...of, now });
  if (thread?.isRunning === true)
    throw new AppError('CONFLICT', 'The assistant is still answering. Stop it, or wait for it to finish.');
  await changeThread(tx, of, { updatedAt: now });
}

function titleOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= TITLE_CHARACTERS) return line;
  // Drop half of a surrogate pair at the end.
  const cut = line.slice(0, TITLE_CHARACTERS).replace(/[\ud800-\udbff]$/, '');
  return `${cut.replace(/\s+\S*$/, '')}…`;
}
