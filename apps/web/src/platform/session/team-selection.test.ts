import type { Team } from '@hearth/contracts/teams/teams';
import { describe, expect, it } from 'vitest';
import { putTeam, removeTeam, settleSelection, type TeamSelection } from './team-selection.ts';

function makeTeam(id: string): Team {
  return {
    _id: id,
    name: `Team ${id}`,
    key: id.toUpperCase(),
    image: null,
    membersMayInvite: false,
    membersMayUseTokens: true,
    defaultRole: 'member',
    estimateUnit: 'points',
    hasPublicLinks: true,
    timeZone: 'UTC',
    workingDays: [1, 2, 3, 4, 5],
    holidays: [],
    createdAt: '2026-11-20T09:30:00.000Z',
    deletedAt: null,
  };
}
function select(ids: string, selectedTeamIndex: number): TeamSelection {
  return { teams: ids.split('').map(makeTeam), selectedTeamIndex };
}
function show({ teams, selectedTeamIndex }: TeamSelection): [string, number] {
  return [teams.map((team) => team._id).join(''), selectedTeamIndex];
}

describe('selected team', () => {
  it('keeps the selected team when a preceding team is removed', () => {
    expect(show(removeTeam(select('abc', 2), 'a'))).toEqual(['bc', 1]);
  });
  it('falls back to the last team when the index is past the end', () => {
    expect(show(removeTeam(select('abc', 2), 'c'))).toEqual(['ab', 1]);
  });
  it('keeps its index when the selected or a later team is removed', () => {
    expect(show(removeTeam(select('abc', 0), 'c'))).toEqual(['ab', 0]);
    expect(show(removeTeam(select('abc', 1), 'b'))).toEqual(['ac', 1]);
  });
  it('resets to index 0 when no team is left', () => {
    expect(show(removeTeam(select('a', 0), 'a'))).toEqual(['', 0]);
  });
  it('does not change when an unknown team is removed', () => {
    expect(show(removeTeam(select('ab', 1), 'x'))).toEqual(['ab', 1]);
  });
  it('falls back to the first team when the index is invalid', () => {
    for (const index of [5, -1, 1.5, Number.NaN])
      expect(settleSelection(select('ab', index)).selectedTeamIndex).toBe(0);
    expect(settleSelection(select('ab', 1)).selectedTeamIndex).toBe(1);
  });
  it('does not change when a team is renamed or added', () => {
    expect(show(putTeam(select('ab', 1), makeTeam('c')))).toEqual(['abc', 1]);
    const renamed = putTeam(select('ab', 1), { ...makeTeam('a'), name: 'New' });
    expect(renamed.teams[0]?.name).toBe('New');
    expect(show(renamed)).toEqual(['ab', 1]);
  });
});
