import * as Y from 'yjs';
import { isContained } from './contained.ts';

/** Message types of the Hocuspocus protocol. */
const KINDS = { sync: 0, awareness: 1, auth: 2, queryAwareness: 3, syncReply: 4, close: 7 } as const;
type FrameKind = keyof typeof KINDS;
/** Application-level ping of Hocuspocus: a single byte without a document name. The client answers with `PONG`. */
export const PING = Uint8Array.of(9);
const PONG = 10;
/** The first and the last sync message type. Type 0 is a state vector, 1 the missing updates, 2 an update. */
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
  /** Whether the frame requests the updates that the client is missing (sync step 1). */
  isFirstStep: boolean;
}

/** Decodes a frame header. Returns null for frames that a client may not send. Only valid frames reach Hocuspocus. */
export function readFrame(data: Uint8Array): Frame | null {
  const reader = new FrameReader(data);
  const name = reader.readBytes();
  const kind = NAMES.get(reader.readNumber());
  if (kind === undefined || name === null || name.length > LONGEST_NAME) return null;
  const isSync = kind === 'sync' || kind === 'syncReply';
  const step = isSync ? reader.readNumber() : null;
  if (step !== null && !(step <= LAST_STEP)) return null;
  if ((isSync || kind === 'awareness') && reader.readBytes() === null) return null;
  // Session names (`name\0session`) are rejected: they would open a document twice on one socket and bypass the rights check.
  if (name.includes(0)) return null;
  return { documentName: new TextDecoder().decode(name), kind, isFirstStep: step === FIRST_STEP };
}

/** Reads variable-length integers as Yjs writes them: seven bits per byte, lowest first. */
class FrameReader {
  readonly #data: Uint8Array;
  #at = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  /** @returns NaN at the end of the data, or if the number is longer than five bytes */
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

  /** @returns null if fewer bytes are left than the length prefix declares */
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

/** Whether the document already contains the whole update, as is usual for the first update after a client connects. */
export function isKnown(doc: Y.Doc, update: Uint8Array): boolean {
  try {
    return (
      Y.snapshotContainsUpdate(Y.snapshot(doc), update) && isContained(doc, Y.decodeUpdate(update).structs)
    );
  } catch {
    // Updates that cannot be decoded are rejected by the write.
    return false;
  }
}
