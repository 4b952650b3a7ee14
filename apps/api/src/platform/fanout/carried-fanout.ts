import { hereFrame } from '@hearth/contracts/presence/presence';
import { z } from 'zod';
import type { Logger } from '#platform/log.ts';
import { createLocalFanout, type Fanout, type Notice } from './fanout.ts';

/** A pub/sub channel between nodes, implemented for PostgreSQL and Redis. It reconnects automatically and indefinitely. */
export interface Carrier {
  /** Subscribes. Calls `onGap` after a reconnect, because messages sent during the outage are lost. */
  start(onText: (text: string) => void, onGap: () => void): void;
  /** Sends a message. Rejects if the message cannot have been sent. The caller can then send it again. */
  send(text: string): Promise<void>;
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Maximum length of a message. PostgreSQL limits payloads to less than 8,000 bytes. Most notices have 60 to 120 characters, presence
 * notices up to 2,100 and caret notices up to 5,700. All are ASCII.
 */
const MAX_CHARACTERS_A_TEXT = 6_500;
/** Maximum number of notices queued while the carrier is unreachable. Further notices are dropped. The feed's heartbeats close the gap. */
const MAX_WAITING = 10_000;
const RETRY_MS = 250;
/**
 * Interval of the carrier's health check. While the carrier is unreachable, each check counts as a gap, which makes nodes poll the
 * database. Revoked access thus takes effect within two seconds even then.
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
 * Creates a fan-out over a carrier. Listeners on this node are called without a round trip. Outgoing notices are batched while the event
 * loop is busy, and only the latest head of each team is sent.
 * @param nodeId distinguishes messages of this node from messages of other nodes
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
      // Most incoming messages were sent by this node and need no parsing.
      if (incoming.startsWith(ownStart)) return;
      const parsed = text.safeParse(readJson(incoming));
      if (!parsed.success) log.warn('ignored an invalid fan-out message');
      else for (const notice of parsed.data.notices) local.publish(notice);
    },
    () => local.publish({ kind: 'gap' }),
  );
  let isChecking = false;
  const watch = setInterval(() => {
    if (isChecking) return local.publish({ kind: 'gap' });
    isChecking = true;
    carrier.check().then(
      () => {
        isChecking = false;
      },
      () => {
        isChecking = false;
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
        // The carrier logs its own outage. Keep notices that arrived in the meantime, because they are newer.
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
      if (known === undefined && waiting.size >= MAX_WAITING) return;
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

/** Returns as many waiting notices as fit into one message, but at least one. */
function takeBatch(waiting: ReadonlyMap<string, Notice>): [string, Notice][] {
  const batch: [string, Notice][] = [];
  let characters = 0;
  for (const entry of waiting) {
    characters += JSON.stringify(entry[1]).length;
    if (batch.length > 0 && characters > MAX_CHARACTERS_A_TEXT) break;
    batch.push(entry);
  }
  return batch;
}

function withoutRows(notice: Notice): Notice {
  return notice.kind === 'head' ? { kind: 'head', teamId: notice.teamId, seq: notice.seq } : notice;
}

/** Returns the coalescing key. Of several notices with the same key, only the latest is sent. */
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

/** Whether the notice is not newer than a waiting notice with the same key. */
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
