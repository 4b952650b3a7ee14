import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { PresenceLocation } from '@hearth/contracts/presence/presence-values';
import { redactLocation, keyOfSight } from './redact-location.ts';

/** The locations of a user as last broadcast, and the current ones. */
interface Move {
  userId: string;
  before: readonly PresenceLocation[];
  after: readonly PresenceLocation[];
}

interface PresenceReader {
  userId: string;
  actor: Actor;
}

/**
 * The frames of one broadcast round. Readers with the same permissions share the same bytes, which are serialized once. Users who are being
 * followed get their own frame because only they may see who follows them.
 */
export class PresenceFrames {
  readonly #moves: readonly Move[];
  readonly #isWhole: boolean;
  readonly #followed: ReadonlySet<string>;
  readonly #shared = new Map<string, Buffer | null>();

  /**
   * Creates the frames of a round.
   * @param isWhole whether `moves` includes everyone, for readers without any earlier state
   */
  constructor(moves: readonly Move[], isWhole: boolean) {
    this.#moves = moves;
    this.#isWhole = isWhole;
    this.#followed = new Set(
      moves.flatMap(({ before, after }) => [...listFollowed(before), ...listFollowed(after)]),
    );
  }

  /** Returns the frame for a reader, or null if there is nothing to send. */
  frameFor(reader: PresenceReader): Buffer | null {
    if (this.#followed.has(reader.userId)) return this.#write(reader.actor, reader.userId);
    const key = keyOfSight(reader.actor);
    const known = this.#shared.get(key);
    if (known !== undefined) return known;
    const frame = this.#write(reader.actor, null);
    this.#shared.set(key, frame);
    return frame;
  }

  #write(actor: Actor, followedId: string | null): Buffer | null {
    const people: string[] = [];
    for (const { userId, before, after } of this.#moves) {
      const now = writeLocations(actor, followedId, after);
      const known = this.#isWhole ? '[]' : writeLocations(actor, followedId, before);
      if (now !== known) people.push(`{"userId":"${userId}","places":${now}}`);
    }
    if (people.length === 0 && !this.#isWhole) return null;
    return writeFrame(this.#isWhole, people);
  }
}

function writeFrame(isWhole: boolean, people: readonly string[]): Buffer {
  return Buffer.from(`{"type":"presence","isWhole":${isWhole},"people":[${people.join(',')}]}`);
}

export const NOBODY: Buffer = writeFrame(true, []);

function listFollowed(locations: readonly PresenceLocation[]): string[] {
  return locations.flatMap(({ follows }) => (follows === null ? [] : [follows]));
}

function writeLocations(
  actor: Actor,
  followedId: string | null,
  locations: readonly PresenceLocation[],
): string {
  const seen = locations
    .flatMap((location) => redactLocation(actor, location))
    .map((location) => (location.follows === followedId ? location : { ...location, follows: null }));
  return JSON.stringify(seen);
}
