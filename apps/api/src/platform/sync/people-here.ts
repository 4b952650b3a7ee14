import { MAX_SENT_LOCATIONS, type PresenceLocation } from '@hearth/contracts/presence/presence-values';
import { MAX_SOCKETS } from '@hearth/contracts/sync-values';

interface PresenceReport {
  locations: readonly PresenceLocation[];
  text: string;
  /** When the report arrived, in ms on the monotonic clock. */
  at: number;
}

/** The presence of users in one team. Merges the reports of each user's sockets on all nodes into one list. */
export class PresentPeople {
  /** Reports by user, then by socket. The socket with the most recent location change comes last. */
  readonly #reports = new Map<string, Map<string, PresenceReport>>();

  get isEmpty(): boolean {
    return this.#reports.size === 0;
  }

  /** Records a report. An empty list means that the socket is closed. Returns whether anything changed. */
  report(userId: string, socketId: string, locations: readonly PresenceLocation[], at: number): boolean {
    const sockets = this.#reports.get(userId) ?? new Map<string, PresenceReport>();
    const known = sockets.get(socketId);
    const text = JSON.stringify(locations);
    if (known !== undefined && known.text === text) {
      known.at = at;
      return false;
    }
    if (known === undefined && locations.length === 0) return false;
    // Reinsert the socket, because the socket with the most recent change must come last.
    sockets.delete(socketId);
    if (locations.length > 0) sockets.set(socketId, { locations, text, at });
    const [oldest] = sockets.keys();
    if (sockets.size > MAX_SOCKETS.ofPerson && oldest !== undefined) sockets.delete(oldest);
    if (sockets.size > 0) this.#reports.set(userId, sockets);
    else this.#reports.delete(userId);
    return true;
  }

  /**
   * Evicts reports older than `since`.
   * @returns the affected users
   */
  expireBefore(since: number): string[] {
    const changed: string[] = [];
    for (const [userId, sockets] of this.#reports) {
      const before = sockets.size;
      for (const [socketId, { at }] of sockets) if (at < since) sockets.delete(socketId);
      if (sockets.size < before) changed.push(userId);
      if (sockets.size === 0) this.#reports.delete(userId);
    }
    return changed;
  }

  /** Returns each location once, the most recently entered last. */
  locationsOf(userId: string): PresenceLocation[] {
    const sockets = [...(this.#reports.get(userId)?.values() ?? [])];
    const found = new Map<string, PresenceLocation>();
    for (const { locations } of sockets.toReversed()) {
      for (const location of locations.toReversed()) {
        if (found.size === MAX_SENT_LOCATIONS) break;
        const text = JSON.stringify(location);
        if (!found.has(text)) found.set(text, location);
      }
    }
    return [...found.values()].toReversed();
  }

  clear(): void {
    this.#reports.clear();
  }
}
