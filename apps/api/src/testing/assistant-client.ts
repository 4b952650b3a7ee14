import type { AssistantMessage } from '@hearth/contracts/assistant/assistant';
import type { ApiResponse, SignedIn } from './make.ts';

interface MessageReply {
  threadId: string;
  message: AssistantMessage;
}

/** Sends a message to the assistant and waits for the complete turn. */
export async function sendMessage(
  by: SignedIn,
  teamId: string,
  text: string,
  threadId?: string,
): Promise<ApiResponse<MessageReply>> {
  const body = { text, ...(threadId === undefined ? {} : { threadId }) };
  return await by.send<MessageReply>('POST', `/teams/${teamId}/assistant/messages`, {
    body,
    headers: { accept: 'application/json' },
  });
}

interface TurnEvent {
  id: number;
  type: 'start' | 'text' | 'message' | 'error';
  text?: string;
  threadId?: string;
  messageId?: string;
  message?: AssistantMessage;
}

/** A turn that is being streamed. */
interface OpenTurn {
  status: number;
  events: TurnEvent[];
  /** Resolves with the text received so far once it has this many characters or is complete. */
  untilText: (characters: number) => Promise<string>;
  /** Resolves when the server has closed the stream. */
  done: Promise<void>;
  hangUp: () => void;
}

/** Streams a turn as server-sent events: starts a new turn if a message is given, or else follows the turn in progress. */
export async function openTurn(
  by: SignedIn,
  path: string,
  given: { text?: string; threadId?: string; lastEventId?: number; apiOrigin?: string } = {},
): Promise<OpenTurn> {
  const { text, threadId, lastEventId, apiOrigin = by.target.apiOrigin } = given;
  const hangUp = new AbortController();
  const cookie = [...by.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const response = await fetch(new URL(path, apiOrigin), {
    method: text === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'text/event-stream',
      origin: by.target.webOrigin,
      cookie,
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
    },
    ...(text === undefined
      ? {}
      : { body: JSON.stringify({ text, ...(threadId === undefined ? {} : { threadId }) }) }),
    signal: hangUp.signal,
  });
  const events: TurnEvent[] = [];
  const readers = new Set<() => void>();
  const read = async (): Promise<void> => {
    let buffered = '';
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (buffered + piece).split('\n\n');
      buffered = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data === undefined) continue;
        events.push({ ...(JSON.parse(data) as TurnEvent), id: Number(/^id: (\d+)$/m.exec(block)?.[1]) });
      }
      for (const reader of readers) reader();
    }
  };
  let isOver = false;
  const done = read()
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
      for (const reader of readers) reader();
    });
  const textSoFar = (): string => events.map((event) => (event.type === 'text' ? event.text : '')).join('');
  return {
    status: response.status,
    events,
    untilText: async (characters) => {
      await new Promise<void>((resolve) => {
        const check = (): void => {
          if (!isOver && textSoFar().length < characters) return;
          readers.delete(check);
          resolve();
        };
        readers.add(check);
        check();
      });
      return textSoFar();
    },
    done,
    hangUp: () => hangUp.abort(),
  };
}
