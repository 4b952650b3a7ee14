import * as Y from 'yjs';
import { isContained } from './contained.ts';

/** Kinds of messages, as the protocol of Hocuspocus numbers them. */
const KINDS = { sync: 0, awareness: 1, auth: 2, queryAwareness: 3, syncReply: 4, close: 7 } as const;
type FrameKind = keyof typeof KINDS;
/** Its answer to a heartbeat is this one byte, without a document. */
export const PING = Uint8Array.of(9);
const PONG = 10;
/** The kinds of sync messages: what one has, what the other lacks, and an update. */
const FIRST_STEP = 0;
const LAST_STEP = 2;
const LONGEST_NAME = 200;
const LARGEST_FACTOR = 128 ** 4;

const NAMES = new Map<number, FrameKind>(
  Object.entries(KINDS).map(([name, number]) => [number, name as FrameKind]),
);

interface Frame {
  documentName: string;
  kind: FrameKind;
  /** Asks for all of the document that the client lacks. */
  isFirstStep: boolean;
}

/** What a frame is about; null for what is none that a client may send. Hocuspocus is handed no other. */
export function readFrame(data: Uint8Array): Frame | null {
  const reader = new FrameReader(data);
  const name = reader.readBytes();
  const kind = NAMES.get(reader.readNumber());
  if (kind === undefined || name === null || name.length > LONGEST_NAME) return null;
  const isSync = kind === 'sync' || kind === 'syncReply';
  const step = isSync ? reader.readNumber() : null;
  if (step !== null && !(step <= LAST_STEP)) return null;
  if ((isSync || kind === 'awareness') && reader.readBytes() === null) return null;
  // Session names (`name\0session`) are refused: they would open a document twice on one socket and bypass the rights check.
  if (name.includes(0)) return null;
  return { documentName: new TextDecoder().decode(name), kind, isFirstStep: step === FIRST_STEP };
}

/** Reads numbers and lengths as Yjs writes them: seven bits a byte, the lowest first. */
class FrameReader {
  readonly #data: Uint8Array;
  #at = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  /** NaN where there is none. */
  readNumber(): number {
    let number = 0;
    for (let factor = 1; factor <= LARGEST_FACTOR; factor *= 128) {
      const byte = this.#data[this.#at++];
      if (byte === undefined) return Number.NaN;
      number += (byte & 127) * factor;
      if (byte < 128) return number;
    }
    return Number.NaN;
  }

  /** Null where there are not as many as said. */
  readBytes(): Uint8Array | null {
    const length = this.readNumber();
    const from = this.#at;
    if (!(from + length <= this.#data.length)) return null;
    this.#at += length;
    return this.#data.subarray(from, this.#at);
  }
}

export function isPong(data: Uint8Array): boolean {
  return data.length === 1 && data[0] === PONG;
}

/** Whether the document already contains the whole update, as is usual for the first one after a connect. */
export function isKnown(doc: Y.Doc, update: Uint8Array): boolean {
  try {
    return (
      Y.snapshotContainsUpdate(Y.snapshot(doc), update) && isContained(doc, Y.decodeUpdate(update).structs)
    );
  } catch {
    // Unreadable updates are refused when they are written.
    return false;
  }
}
