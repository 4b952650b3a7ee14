import type { Proposal } from '@hearth/contracts/assistant/assistant';
import { ApiError, isTransientError, type Call } from '#platform/api/api-client.ts';
import { createState, type State } from '#platform/client-state/state.ts';
import {
  applyEvent,
  EMPTY,
  makeQuestion,
  replaceProposal,
  type ConversationState,
  type Failure,
} from './conversation-state.ts';
import { followTurn, type TurnEvent } from './follow-turn.ts';

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

/** A request that may update the state until another one begins or the user switches teams. */
interface Run {
  teamId: string;
  signal: AbortSignal;
  isCurrent: () => boolean;
}

const MAX_TRIES = 4;
const PAGE = 30;

/**
 * The displayed conversation. It belongs to the team in which it started. Late responses for another team or for an abandoned conversation
 * are dropped: only the current run may update the state.
 */
export class Conversation {
  readonly state: State<ConversationState> = createState(EMPTY);
  readonly #ports: ConversationPorts;
  #run: AbortController | null = null;
  #lastQuestion: { text: string; key: string } | null = null;

  constructor(ports: ConversationPorts) {
    this.#ports = ports;
  }

  sendMessage(text: string): void {
    const { currentTeamId, newId, now } = this.#ports;
    const teamId = currentTeamId();
    if (teamId === undefined) return;
    if (this.state.get().teamId !== teamId) this.state.set({ ...EMPTY, teamId });
    this.#lastQuestion = { text, key: newId() };
    this.state.set({ messages: [...this.state.get().messages, makeQuestion(text, newId(), now())] });
    this.#post();
  }

  stop(): void {
    const { teamId, threadId, phase } = this.state.get();
    if (teamId === null || threadId === null || phase === 'idle') return;
    this.state.set({ phase: 'stopping' });
    // The end of the turn arrives over the stream. The partial answer is kept.
    this.#ports
      .call('POST /teams/{teamId}/assistant/threads/{threadId}/stop', { params: { teamId, threadId } })
      .catch(() => {
        const now = this.state.get();
        if (now.threadId === threadId && now.phase === 'stopping') this.state.set({ phase: 'answering' });
      });
  }

  tryAgain(): void {
    const { failure, threadId, teamId } = this.state.get();
    if (failure === null) return;
    if (failure.retry === 'ask') this.#post();
    else if (threadId !== null && teamId !== null) this.open(threadId);
  }

  open(threadId: string): void {
    const run = this.#begin();
    if (run === null) return;
    this.state.set({ ...EMPTY, teamId: run.teamId, threadId, phase: 'loading' });
    void this.#load(threadId, run, { isQuiet: false });
  }

  async readOlder(): Promise<void> {
    const { teamId, threadId, olderCursor, messages } = this.state.get();
    if (teamId === null || threadId === null || olderCursor === null) return;
    const page = await this.#ports.call('GET /teams/{teamId}/assistant/threads/{threadId}', {
      params: { teamId, threadId },
      query: { limit: PAGE, cursor: olderCursor },
    });
    const now = this.state.get();
    if (now.teamId !== teamId || now.threadId !== threadId || this.#ports.currentTeamId() !== teamId) return;
    const known = new Set(messages.map(({ id }) => id));
    const older = page.messages.toReversed().filter(({ id }) => !known.has(id));
    this.state.set({ messages: [...older, ...now.messages], olderCursor: page.nextCursor });
  }

  /** Clears the conversation. An answer in progress continues on the server but is no longer shown. */
  clear(): void {
    this.#run?.abort();
    this.#run = null;
    this.#lastQuestion = null;
    this.state.set(EMPTY);
  }

  putProposal(proposal: Proposal): void {
    this.state.set({ messages: replaceProposal(this.state.get().messages, proposal) });
  }

  #begin(): Run | null {
    const teamId = this.#ports.currentTeamId();
    if (teamId === undefined) return null;
    this.#run?.abort();
    const own = new AbortController();
    this.#run = own;
    if (this.state.get().teamId !== teamId) this.state.set({ ...EMPTY, teamId });
    const isCurrent = (): boolean => this.#run === own && this.#ports.currentTeamId() === teamId;
    return { teamId, signal: own.signal, isCurrent };
  }

  #post(): void {
    const { threadId } = this.state.get();
    const question = this.#lastQuestion;
    if (question === null) return;
    const body = { text: question.text, ...(threadId === null ? {} : { threadId }) };
    void this.#listen((signal) => {
      const path = `/teams/${this.#ports.currentTeamId() ?? ''}/assistant/messages`;
      return this.#ports.send('POST', path, { body, key: question.key, signal });
    }, 'ask');
  }

  #follow(teamId: string, threadId: string, signal: AbortSignal): Promise<Response> {
    return this.#ports.send('GET', `/teams/${teamId}/assistant/threads/${threadId}/stream`, { signal });
  }

  #handle(event: TurnEvent, { teamId, isCurrent }: Run): void {
    if (!isCurrent()) return;
    const before = this.state.get();
    this.state.set(applyEvent(before, event));
    if (event.type === 'message' && before.threadId !== null) this.#ports.onTurn(teamId, before.threadId);
  }

  async #listen(
    open: (signal: AbortSignal) => Promise<Response>,
    retry: Exclude<Failure['retry'], 'load'>,
  ): Promise<void> {
    const run = this.#begin();
    if (run === null) return;
    const { teamId, signal, isCurrent } = run;
    this.state.set({ phase: 'answering', failure: null, partialAnswer: '' });
    let from = open;
    for (let tries = 0; isCurrent(); tries += 1) {
      try {
        if (await followTurn(from(signal), (event) => this.#handle(event, run), { signal })) return;
        if (!isCurrent()) return;
      } catch (error) {
        if (!isCurrent()) return;
        const isOver = !isTransientError(error) || (error instanceof ApiError && error.status !== 503);
        if (isOver || tries >= MAX_TRIES) {
          const isFollowed = this.state.get().threadId !== null && !isOver;
          this.state.set({
            partialAnswer: null,
            phase: 'idle',
            failure: { error, retry: isFollowed ? 'follow' : retry },
          });
          return;
        }
      }
      const { threadId } = this.state.get();
      if (threadId !== null && tries > 0) {
        // If the turn has ended, the stored messages are complete.
        await this.#load(threadId, run, { isQuiet: true });
        if (!isCurrent() || this.state.get().phase === 'idle') return;
      }
      this.state.set({ phase: 'reconnecting' });
      await this.#ports.pause(tries, signal);
      if (threadId !== null) from = (next) => this.#follow(teamId, threadId, next);
    }
  }

  async #load(
    threadId: string,
    { teamId, isCurrent }: Run,
    { isQuiet }: { isQuiet: boolean },
  ): Promise<void> {
    try {
      const page = await this.#ports.call('GET /teams/{teamId}/assistant/threads/{threadId}', {
        params: { teamId, threadId },
        query: { limit: PAGE },
      });
      if (!isCurrent()) return;
      if (isQuiet && page.thread.isRunning) return;
      this.state.set({
        threadId,
        messages: page.messages.toReversed(),
        olderCursor: page.nextCursor,
        partialAnswer: null,
        phase: 'idle',
        failure: null,
      });
      if (page.thread.isRunning)
        void this.#listen((signal) => this.#follow(teamId, threadId, signal), 'follow');
    } catch (error) {
      if (isCurrent() && !isQuiet) this.state.set({ phase: 'idle', failure: { error, retry: 'load' } });
    }
  }
}
