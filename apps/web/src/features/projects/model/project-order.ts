import type { Health } from '@hearth/contracts/projects/project-values';
import type { SyncRows } from '@hearth/contracts/sync';

export type ProjectSort = 'name' | 'health' | 'lead' | 'target' | 'open';
export interface ProjectOrder {
  by: ProjectSort;
  isReversed: boolean;
}

type Project = Pick<SyncRows['project'], 'id' | 'name' | 'health' | 'leadId' | 'targetDate'>;

/** Sort order of health: problems first. */
const HEALTH_ORDER: readonly (Health | null)[] = ['offTrack', 'atRisk', 'onTrack'];

/**
 * Stable sort of projects by a column. Ties keep the team's own order. Empty values come last in both directions.
 * @param nameOf returns a user's name, or null if the user has left the team
 */
export function sortProjects<P extends Project>(
  projects: readonly P[],
  { by, isReversed }: ProjectOrder,
  facts: {
    nameOf: (userId: string) => string | null;
    openIn: (projectId: string) => number;
    compareNames: (a: string, b: string) => number;
  },
): readonly P[] {
  const { nameOf, openIn, compareNames } = facts;
  const turn = isReversed ? -1 : 1;
  const valueOf = ({ id, name, health, leadId, targetDate }: P): string | number | null => {
    if (by === 'name') return name;
    if (by === 'health') return health === null ? null : HEALTH_ORDER.indexOf(health);
    if (by === 'lead') return leadId === null ? null : nameOf(leadId);
    // Negated so that the highest number comes first.
    return by === 'target' ? targetDate : -openIn(id);
  };
  const keyed = projects.map((project) => ({ project, value: valueOf(project) }));
  keyed.sort(({ value: a }, { value: b }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return turn * (typeof a === 'number' ? a - Number(b) : compareNames(a, String(b)));
  });
  return keyed.map(({ project }) => project);
}
