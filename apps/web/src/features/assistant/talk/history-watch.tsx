import { useEffect } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { loadHistory } from './history.ts';

/** Loads the threads of the current team into the auth state. */
export function HistoryWatch() {
  const { teamId } = useTeamStore();
  useEffect(() => void loadHistory(teamId), [teamId]);
  return null;
}
