import type { AssistantMessage, Proposal } from '@hearth/contracts/assistant/assistant';
import { ApiError } from '#platform/api/api-client.ts';
import type { TurnEvent } from './follow-turn.ts';

/** The failed action and what a retry would do. */
export interface Failure {
  error: unknown;
  retry: 'ask' | 'follow' | 'load';
}

export interface ConversationState {
  /** The team that the conversation belongs to. Null without a conversation. */
  teamId: string | null;
  threadId: string | null;
  /** Oldest first. */
  messages: readonly AssistantMessage[];
  olderCursor: string | null;
  /** The partial answer. Null while no answer is streaming. */
  partialAnswer: string | null;
  phase: 'idle' | 'loading' | 'answering' | 'reconnecting' | 'stopping';
  failure: Failure | null;
}

export const EMPTY: ConversationState = {
  teamId: null,
  threadId: null,
  messages: [],
  olderCursor: null,
  partialAnswer: null,
  phase: 'idle',
  failure: null,
};

export function makeQuestion(text: string, id: string, at: Date): AssistantMessage {
  return {
    id,
    role: 'user',
    text,
    citations: [],
    proposals: [],
    chips: [],
    provider: '',
    isFallback: false,
    isStopped: false,
    isPartial: false,
    createdAt: at.toISOString(),
  };
}

/** The changes of the state by an event of the stream. */
export function applyEvent(
  { messages, partialAnswer }: ConversationState,
  event: TurnEvent,
): Partial<ConversationState> {
  switch (event.type) {
    case 'start':
      return { threadId: event.threadId, partialAnswer: '', phase: 'answering' };
    case 'text':
      return { partialAnswer: (partialAnswer ?? '') + event.text };
    case 'message':
      return { messages: [...messages, event.message], partialAnswer: null, phase: 'idle', failure: null };
    case 'error': {
      const { code, detail } = event;
      const error = new ApiError({
        type: 'about:blank',
        title: detail,
        detail,
        status: 500,
        code: code as ApiError['code'],
      });
      return { partialAnswer: null, phase: 'idle', failure: { error, retry: 'ask' } };
    }
    // A later version of the server may send other events.
    default:
      return {};
  }
}

/** Replaces a card with the server's current state. */
export function replaceProposal(
  messages: readonly AssistantMessage[],
  proposal: Proposal,
): readonly AssistantMessage[] {
  return messages.map((message) => {
    if (!message.proposals.some(({ id }) => id === proposal.id)) return message;
    return {
      ...message,
      proposals: message.proposals.map((one) => (one.id === proposal.id ? proposal : one)),
    };
  });
}
