import type { AssistantMessage, Proposal } from '@hearth/contracts/assistant/assistant';
import { ApiError, isTransientError, type Call } from '#platform/api/api-client.ts';
import { createState, type State } from '#platform/client-state/state.ts';
import { followTurn, type TurnEvent } from './follow-turn.ts';

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

const EMPTY: ConversationState = {
  teamId: null,
  threadId: null,
  messages: [],
  olderCursor: null,
  partialAnswer: null,
  phase: 'idle',
  failure: null,
};

interface ConversationPorts {
  call: Call;
  /** Sends a request for a stream. `path` is relative to the API's origin. */
  send: (
    method: 'GET' | 'POST',
    path: string,
    with_: { body?: object; key?: string; signal: AbortSignal },
  ) => Promise<Response>;
  currentTeamId: () => string | undefined;
  newId: () => string;
  now: () => Date;
  /** Waits before a reconnect. The delay depends on the number of attempts. */
  pause: (tries: number, signal: AbortSignal) => Promise<void>;
  /** Called when a turn has ended. Cached lists of threads are then stale. */
  onTurn: (teamId: string, threadId: string) => void;
}

interface Conversation {
  state: State<ConversationState>;
  sendMessage: (text: string) => void;
  stop: () => void;
  tryAgain: () => void;
  open: (threadId: string) => void;
  readOlder: () => Promise<void>;
  /** Clears the conversation. An answer in progress continues on the server but is no longer shown. */
  clear: () => void;
  /** Replaces a card with the server's current state. */
  putProposal: (proposal: Proposal) => void;
}

const MAX_TRIES = 4;
const PAGE = 30;

/**
 * The displayed conversation. It belongs to the team in which it started. Late responses for another team or for an abandoned conversation
 * are dropped: only the current run may update the state.
 */
export function createConversation(ports: ConversationPorts): Conversation {
  const state = createState<ConversationState>(EMPTY);
  let run: AbortController | null = null;
  let lastQuestion: { text: string; key: string } | null = null;

  function begin(): { teamId: string; signal: AbortSignal; isMine: () => boolean } | null {
    const teamId = ports.currentTeamId();
    if (teamId === undefined) return null;
    run?.abort();
    const mine = new AbortController();
    run = mine;
    if (state.get().teamId !== teamId) state.set({ ...EMPTY, teamId });
    const isMine = (): boolean => run === mine && ports.currentTeamId() === teamId;
    return { teamId, signal: mine.signal, isMine };
  }

  function makeQuestion(text: string): AssistantMessage {
    return {
      id: ports.newId(),
      role: 'user',
      text,
      citations: [],
      proposals: [],
      chips: [],
      provider: '',
      isFallback: false,
      isStopped: false,
      isPartial: false,
      createdAt: ports.now().toISOString(),
    };
  }

  function createEventHandler(teamId: string, isMine: () => boolean): (event: TurnEvent) => void {
    return (event) => {
      if (!isMine()) return;
      const { messages, partialAnswer, threadId } = state.get();
      if (event.type === 'start')
        state.set({ threadId: event.threadId, partialAnswer: '', phase: 'answering' });
      if (event.type === 'text') state.set({ partialAnswer: (partialAnswer ?? '') + event.text });
      if (event.type === 'message') {
        state.set({
          messages: [...messages, event.message],
          partialAnswer: null,
          phase: 'idle',
          failure: null,
        });
        if (threadId !== null) ports.onTurn(teamId, threadId);
      }
      if (event.type === 'error') {
        const { code, detail } = event;
        const error = new ApiError({
          type: 'about:blank',
          title: detail,
          detail,
          status: 500,
          code: code as ApiError['code'],
        });
        state.set({ partialAnswer: null, phase: 'idle', failure: { error, retry: 'ask' } });
      }
    };
  }

  async function listen(open: (signal: AbortSignal) => Promise<Response>, retry: 'ask' | 'follow') {
    const begun = begin();
    if (begun === null) return;
    const { teamId, signal, isMine } = begun;
    const handleEvent = createEventHandler(teamId, isMine);
    state.set({ phase: 'answering', failure: null, partialAnswer: '' });
    let from = open;
    for (let tries = 0; isMine(); tries += 1) {
      try {
        if (await followTurn(from(signal), handleEvent, { signal })) return;
        if (!isMine()) return;
      } catch (error) {
        if (!isMine()) return;
        const isOver = !isTransientError(error) || (error instanceof ApiError && error.status !== 503);
        if (isOver || tries >= MAX_TRIES) {
          const { threadId } = state.get();
          state.set({
            partialAnswer: null,
            phase: 'idle',
            failure: { error, retry: threadId === null ? retry : isOver ? retry : 'follow' },
          });
          return;
        }
      }
      const { threadId } = state.get();
      if (threadId !== null && tries > 0) {
        // If the turn has ended, the stored messages are complete.
        await load(threadId, begun, { isQuiet: true });
        if (!isMine() || state.get().phase === 'idle') return;
      }
      state.set({ phase: 'reconnecting' });
      await ports.pause(tries, signal);
      if (threadId !== null) from = (next) => follow(teamId, threadId, next);
    }
  }

  const follow = (teamId: string, threadId: string, signal: AbortSignal) =>
    ports.send('GET', `/teams/${teamId}/assistant/threads/${threadId}/stream`, { signal });

  async function load(
    threadId: string,
    { teamId, isMine }: { teamId: string; isMine: () => boolean },
    { isQuiet }: { isQuiet: boolean },
  ): Promise<void> {
    try {
      const page = await ports.call('GET /teams/{teamId}/assistant/threads/{threadId}', {
        params: { teamId, threadId },
        query: { limit: PAGE },
      });
      if (!isMine()) return;
      if (isQuiet && page.thread.isRunning) return;
      state.set({
        threadId,
        messages: page.messages.toReversed(),
        olderCursor: page.nextCursor,
        partialAnswer: null,
        phase: 'idle',
        failure: null,
      });
      if (page.thread.isRunning) void listen((signal) => follow(teamId, threadId, signal), 'follow');
    } catch (error) {
      if (isMine() && !isQuiet) state.set({ phase: 'idle', failure: { error, retry: 'load' } });
    }
  }

  function post(): void {
    const { threadId } = state.get();
    const question = lastQuestion;
    if (question === null) return;
    const body = { text: question.text, ...(threadId === null ? {} : { threadId }) };
    void listen((signal) => {
      const teamId = ports.currentTeamId() ?? '';
      return ports.send('POST', `/teams/${teamId}/assistant/messages`, { body, key: question.key, signal });
    }, 'ask');
  }

  function open(threadId: string): void {
    const begun = begin();
    if (begun === null) return;
    state.set({ ...EMPTY, teamId: begun.teamId, threadId, phase: 'loading' });
    void load(threadId, begun, { isQuiet: false });
  }

  return {
    state,
    sendMessage(text) {
      const teamId = ports.currentTeamId();
      if (teamId === undefined) return;
      if (state.get().teamId !== teamId) state.set({ ...EMPTY, teamId });
      lastQuestion = { text, key: ports.newId() };
      state.set({ messages: [...state.get().messages, makeQuestion(text)] });
      post();
    },
    stop() {
      const { teamId, threadId, phase } = state.get();
      if (teamId === null || threadId === null || phase === 'idle') return;
      state.set({ phase: 'stopping' });
      // The end of the turn arrives over the stream. The partial answer is kept.
      ports
        .call('POST /teams/{teamId}/assistant/threads/{threadId}/stop', { params: { teamId, threadId } })
        .catch(() => {
          if (state.get().threadId === threadId && state.get().phase === 'stopping')
            state.set({ phase: 'answering' });
        });
    },
    tryAgain() {
      const { failure, threadId, teamId } = state.get();
      if (failure === null) return;
      if (failure.retry === 'ask') post();
      else if (threadId !== null && teamId !== null) open(threadId);
    },
    open,
    async readOlder() {
      const { teamId, threadId, olderCursor, messages } = state.get();
      if (teamId === null || threadId === null || olderCursor === null) return;
      const page = await ports.call('GET /teams/{teamId}/assistant/threads/{threadId}', {
        params: { teamId, threadId },
        query: { limit: PAGE, cursor: olderCursor },
      });
      const now = state.get();
      if (now.teamId !== teamId || now.threadId !== threadId || ports.currentTeamId() !== teamId) return;
      const known = new Set(messages.map(({ id }) => id));
      const older = page.messages.toReversed().filter(({ id }) => !known.has(id));
      state.set({ messages: [...older, ...now.messages], olderCursor: page.nextCursor });
    },
    clear() {
      run?.abort();
      run = null;
      lastQuestion = null;
      state.set(EMPTY);
    },
    putProposal(proposal) {
      const { messages } = state.get();
      const withIt = (message: AssistantMessage): AssistantMessage =>
        message.proposals.some(({ id }) => id === proposal.id)
          ? {
              ...message,
              proposals: message.proposals.map((one) => (one.id === proposal.id ? proposal : one)),
            }
          : message;
      state.set({ messages: messages.map(withIt) });
    },
  };
}
