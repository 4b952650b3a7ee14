import type { Team } from '@hearth/contracts/teams/teams';

/** Pure rules for the selected team, so that every case can be tested. */
export interface TeamSelection {
  teams: readonly Team[];
  selectedTeamIndex: number;
}

/** The team at the index; if there is none, the first team and index 0. */
export function settleSelection({ teams, selectedTeamIndex }: TeamSelection): TeamSelection {
  const isThere = Number.isInteger(selectedTeamIndex) && teams[selectedTeamIndex] !== undefined;
  return { teams, selectedTeamIndex: isThere ? selectedTeamIndex : 0 };
}

/**
 * Past the end: select the last team. A team before the selected one was removed: decrement the index, so that the same team stays
 * selected.
 */
export function removeTeam({ teams, selectedTeamIndex }: TeamSelection, teamId: string): TeamSelection {
  const removed = teams.findIndex((team) => team._id === teamId);
  if (removed === -1) return { teams, selectedTeamIndex };
  const left = teams.filter((team) => team._id !== teamId);
  const index = removed < selectedTeamIndex ? selectedTeamIndex - 1 : selectedTeamIndex;
  return { teams: left, selectedTeamIndex: Math.max(0, Math.min(index, left.length - 1)) };
}

/** Replaces a team in place, or appends it (the newest membership). */
export function putTeam({ teams, selectedTeamIndex }: TeamSelection, team: Team): TeamSelection {
  const isKnown = teams.some((other) => other._id === team._id);
  return {
    teams: isKnown ? teams.map((other) => (other._id === team._id ? team : other)) : [...teams, team],
    selectedTeamIndex,
  };
}
