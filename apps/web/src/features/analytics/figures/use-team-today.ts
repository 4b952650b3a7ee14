import { useCallback, useSyncExternalStore } from 'react';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { dayInZone, useReaderZone } from '#ui/format/formats.ts';

/** Polling interval of the clock. */
const POLL_EVERY_MS = 30_000;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, POLL_EVERY_MS);
  return () => clearInterval(timer);
}

/**
 * Returns the current day in the team's time zone. Figures are grouped by the team's days. The viewer's time zone is used only if the team
 * has none.
 */
export function useTeamToday(): string {
  const { teamId } = useTeamStore();
  const ownZone = useReaderZone();
  const zone = useRow('team', teamId)?.timeZone ?? ownZone;
  const read = useCallback(() => dayInZone(Date.now(), zone), [zone]);
  return useSyncExternalStore(subscribe, read, read);
}
