import { hereFrame } from '@hearth/contracts/presence/presence';
import { z } from 'zod';
import type { Logger } from '#platform/log.ts';
import { createLocalFanout, type Fanout, type Notice } from './fanout.ts';

/** A pub/sub carrier between nodes; PostgreSQL and Redis each have one. It reconnects by itself, for ever. */
export interface Carrier {
  /** `onGap`: it was away and is back; texts of that time are lost. */
  start(onText: (text: string) => void, onGap: () => void): void;
  /** Rejects when the text cannot have left; it is sent again then. */
  send(text: string): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
}

/** PostgreSQL takes payloads under 8,000 bytes; a notice is 60 to 120, of places up to 2,100, of a caret up to 5,700. All of it is ASCII. */
const MOST_CHARACTERS_A_TEXT = 6_500;
/**
 * A bounded queue for a carrier that is away. Beyond that notices are dropped: the heartbeats of the feed
 * close the gap.
 */
const MOST_WAITING = 10_000;
const RETRY_MS = 250;
/**
 * Health check of the carrier. While it does not answer, each time counts as a gap, so that nodes look for
 * themselves: what somebody may no longer see stops within two seconds all the same.
 */
const WATCH_MS = 500;

const text = z.object({
  from: z.string(),
  notices: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('head'), teamId: z.string(), seq: z.number() }),
      z.object({ kind: z.literal('access'), teamId: z.string(), userId: z.string().optional() }),
      z.object({ kind: z.literal('sessionEnded'), sessionId: z.string() }),
      z.object({
        kind: z.literal('here'),
        teamId: z.string(),
        socketId: z.string(),
        userId: z.string(),
        places: hereFrame.shape.places,
      }),
      z.object({ kind: z.literal('document'), teamId: z.string(), documentId: z.string(), seq: z.number() }),
      z.object({
        kind: z.literal('caret'),
        documentId: z.string(),
        clientId: z.number(),
        update: z.string(),
      }),
      z.object({ kind: z.literal('caretsAsked'), documentId: z.string() }),
      z.object({ kind: z.literal('clock') }),
    ]),
  ),
});

/**
 * Fan-out over a carrier. Listeners of this node hear at once, without a round trip; what goes out is batched
 * for as long as the event loop is busy, and of several heads of one team only the highest is sent.
 * @param nodeId tells one's own texts from those of others
 */
export function createCarriedFanout(carrier: Carrier, nodeId: string, log: Logger): Fanout {
  const local = createLocalFanout();
  const waiting = new Map<string, Notice>();
  let isSending = false;
  const ownStart = `{"from":${JSON.stringify(nodeId)},`;
  const closing = new AbortController();
  let retry: NodeJS.Timeout | null = null;

  carrier.start(
    (incoming) => {
      // Most of what comes is one's own, and need not be read.
      if (incoming.startsWith(ownStart)) return;
      const parsed = text.safeParse(readJson(incoming));
      if (!parsed.success) log.warn('a notice of another node could not be read');
      else for (const notice of parsed.data.notices) local.publish(notice);
    },
    () => local.publish({ kind: 'gap' }),
  );
  let isAsking = false;
  const watch = setInterval(() => {
    if (isAsking) return local.publish({ kind: 'gap' });
    isAsking = true;
    carrier.check().then(
      () => {
        isAsking = false;
      },
      () => {
        isAsking = false;
        local.publish({ kind: 'gap' });
      },
    );
  }, WATCH_MS).unref();

  async function sendWaiting(): Promise<void> {
    while (waiting.size > 0 && !closing.signal.aborted) {
      const batch = takeBatch(waiting);
      for (const [key] of batch) waiting.delete(key);
      try {
        await carrier.send(JSON.stringify({ from: nodeId, notices: batch.map(([, notice]) => notice) }));
      } catch {
        // The carrier says in the log that it is away. What has come meanwhile is newer and stays.
        for (const [key, notice] of batch) if (!waiting.has(key)) waiting.set(key, notice);
        retry = setTimeout(schedule, RETRY_MS).unref();
        return;
      }
    }
  }

  function schedule(): void {
    retry = null;
    if (isSending || closing.signal.aborted) return;
    isSending = true;
    setImmediate(() => {
      void sendWaiting().finally(() => {
        isSending = false;
        if (waiting.size > 0 && retry === null) schedule();
      });
    });
  }

  return {
    publish(notice) {
      local.publish(notice);
      const key = keyOf(notice);
      const known = waiting.get(key);
      if (known !== undefined && isPassedBy(notice, known)) return;
      if (known === undefined && waiting.size >= MOST_WAITING) return;
      waiting.set(key, withoutRows(notice));
      if (retry === null) schedule();
    },
    subscribe: (listener) => local.subscribe(listener),
    check: () => carrier.check(),
    async close() {
      closing.abort();
      clearInterval(watch);
      if (retry !== null) clearTimeout(retry);
      await local.close();
      await carrier.close();
    },
  };
}

/** As many of those that wait as fit into one text; at least one. */
function takeBatch(waiting: ReadonlyMap<string, Notice>): [string, Notice][] {
  const batch: [string, Notice][] = [];
  let characters = 0;
  for (const entry of waiting) {
    characters += JSON.stringify(entry[1]).length;
    if (batch.length > 0 && characters > MOST_CHARACTERS_A_TEXT) break;
    batch.push(entry);
  }
  return batch;
}

function withoutRows(notice: Notice): Notice {
  return notice.kind === 'head' ? { kind: 'head', teamId: notice.teamId, seq: notice.seq } : notice;
}

/** Coalesced by key: the later notice wins, */
function keyOf(notice: Notice): string {
  switch (notice.kind) {
    case 'head':
      return `head ${notice.teamId}`;
    case 'here':
      return `here ${notice.socketId}`;
    case 'document':
      return `document ${notice.documentId}`;
    case 'caret':
      return `caret ${notice.documentId} ${notice.clientId}`;
    default:
      return JSON.stringify(notice);
  }
}

/** but for one that says less than what waits already. */
function isPassedBy(notice: Notice, known: Notice): boolean {
  return 'seq' in notice && 'seq' in known && known.seq >= notice.seq;
}

function readJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
