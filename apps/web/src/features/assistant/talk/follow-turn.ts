import type { AssistantMessage } from '@hearth/contracts/assistant/assistant';
import { NoResponseError, readProblem } from '#platform/api/api-client.ts';
import { EventReader } from './event-reader.ts';

/** Events of a turn in progress. */
export type TurnEvent =
  | { type: 'start'; threadId: string; messageId: string }
  | { type: 'text'; text: string }
  | { type: 'message'; message: AssistantMessage }
  | { type: 'error'; code: string; detail: string };

/** The server sends a heartbeat every 10 s. The connection is closed after a silence of this length. */
const SILENCE_MS = 35_000;

interface Turn {
  signal: AbortSignal;
  /** Overrides the silence timeout, for tests. */
  silenceMs?: number;
}

/**
 * Emits the events of a turn until its last event.
 * @returns false if no turn is in progress, the turn was aborted, or the connection ended before the last event
 * @throws the server's error, the error of the request, or `NoResponseError` after a silence
 */
export async function followTurn(
  request: Promise<Response>,
  onEvent: (event: TurnEvent) => void,
  { signal, silenceMs = SILENCE_MS }: Turn,
): Promise<boolean> {
  const response = await withinLimit(request, silenceMs);
  if (!response.ok) throw readProblem(response.status, await response.text());
  if (response.body === null || response.status === 204) return false;
  const bytes = response.body.getReader();
  const events = new EventReader();
  try {
    for (;;) {
      const { done, value } = await withinLimit(bytes.read(), silenceMs);
      if (signal.aborted) return false;
      if (done) return false;
      for (const { data } of events.push(value)) {
        const event = JSON.parse(data) as TurnEvent;
        onEvent(event);
        if (event.type === 'message' || event.type === 'error') return true;
      }
    }
  } finally {
    void bytes.cancel().catch(() => undefined);
  }
}

async function withinLimit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoResponseError('Timed out waiting for the next event.')), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
