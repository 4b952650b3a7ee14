import type { Team } from '@hearth/contracts/teams/teams';

/** Selection of the current team, as pure functions that can be tested without the app. */
export interface TeamSelection {
  teams: readonly Team[];
  selectedTeamIndex: number;
}

/** Selects the first team if the index is invalid. */
export function settleSelection({ teams, selectedTeamIndex }: TeamSelection): TeamSelection {
  const isValid = Number.isInteger(selectedTeamIndex) && teams[selectedTeamIndex] !== undefined;
  return { teams, selectedTeamIndex: isValid ? selectedTeamIndex : 0 };
}

/**
 * Removes a team. If the index is then past the end, the last team is selected. If the removed team preceded the selected team, the index
 * is decremented to keep the selection.
 */
export function removeTeam({ teams, selectedTeamIndex }: TeamSelection, teamId: string): TeamSelection {
  const removed = teams.findIndex((team) => team._id === teamId);
  if (removed === -1) return { teams, selectedTeamIndex };
  const left = teams.filter((team) => team._id !== teamId);
  const index = removed < selectedTeamIndex ? selectedTeamIndex - 1 : selectedTeamIndex;
  return { teams: left, selectedTeamIndex: Math.max(0, Math.min(index, left.length - 1)) };
}

/** Replaces a team in place or appends it as the newest membership. */
export function putTeam({ teams, selectedTeamIndex }: TeamSelection, team: Team): TeamSelection {
  const isKnown = teams.some((other) => other._id === team._id);
  return {
    teams: isKnown ? teams.map((other) => (other._id === team._id ? team : other)) : [...teams, team],
    selectedTeamIndex,
  };
}
