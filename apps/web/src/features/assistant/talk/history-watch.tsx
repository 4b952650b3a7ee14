import { useEffect } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { loadHistory } from './history.ts';

/** Reads the threads of the team that is shown, beside its plan. */
export function HistoryWatch() {
  const { teamId } = useTeamStore();
  useEffect(() => void loadHistory(teamId), [teamId]);
  return null;
}
