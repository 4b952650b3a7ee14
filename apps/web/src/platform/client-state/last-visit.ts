/** A shorter absence continues the same visit. */
const AWAY_MS = 30 * 60_000;
const NOTE_EVERY_MS = 60_000;

interface Visits {
  /** When the page was last recorded as visible. */
  seenAt: string;
  /** End of the previous visit. Null during the first visit. */
  before: string | null;
}

const keyOf = (userId: string, teamId: string): string => `hearth:visit:${userId}:${teamId}`;

/** Returns the end of this user's previous visit to the team on this device. Returns null if unknown. */
export function readLastVisit(userId: string, teamId: string, now = new Date()): string | null {
  const known = readVisits(userId, teamId);
  return known === null ? null : endOfLast(known, now);
}

/**
 * Records the visit while the page is visible.
 * @returns a function that stops recording
 */
export function recordVisit(userId: string, teamId: string): () => void {
  const note = (): void => {
    if (document.visibilityState === 'visible') writeVisit(userId, teamId, new Date());
  };
  note();
  const timer = setInterval(note, NOTE_EVERY_MS);
  document.addEventListener('visibilitychange', note);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', note);
  };
}

export function writeVisit(userId: string, teamId: string, now: Date): void {
  const visits: Visits = { seenAt: now.toISOString(), before: readLastVisit(userId, teamId, now) };
  try {
    localStorage.setItem(keyOf(userId, teamId), JSON.stringify(visits));
  } catch {
    // Without storage there is no earlier visit.
  }
}

/** After a long absence, a new visit has begun even if it is not recorded yet. */
function endOfLast({ seenAt, before }: Visits, now: Date): string | null {
  return now.getTime() - Date.parse(seenAt) > AWAY_MS ? seenAt : before;
}

/** Untrusted storage: ignore malformed values. */
function readVisits(userId: string, teamId: string): Visits | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId, teamId)) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const { seenAt, before } = stored as Record<string, unknown>;
    if (!isMoment(seenAt)) return null;
    return { seenAt, before: isMoment(before) ? before : null };
  } catch {
    return null;
  }
}

function isMoment(value: unknown): value is string {
  return (
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value))
  );
}
