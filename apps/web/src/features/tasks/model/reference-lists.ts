import {
  REFERENCE_FIELDS,
  type ReferenceField,
  type ReferenceTarget,
} from '@hearth/contracts/model/reference-field-values';

/** The entities of a team that tasks refer to. */
export interface ReferenceLists<Entity> {
  statuses: readonly Entity[];
  people: readonly Entity[];
  labels: readonly Entity[];
  types: readonly Entity[];
  projects: readonly Entity[];
  milestones: readonly (Entity & { projectId: string })[];
  cycles: readonly (Entity & { projectId: string; closedAt: string | null })[];
}

const LIST_OF = {
  status: 'statuses',
  user: 'people',
  label: 'labels',
  taskType: 'types',
  project: 'projects',
  milestone: 'milestones',
  cycle: 'cycles',
} as const satisfies Record<ReferenceTarget, keyof ReferenceLists<unknown>>;

/** Lists the entities that tasks may refer to in a field, including those that accept no more tasks. */
export function listTargets<Entity>(lists: ReferenceLists<Entity>, field: ReferenceField): readonly Entity[] {
  return lists[LIST_OF[REFERENCE_FIELDS[field].to]];
}

/** Lists the entities to which a field of a task in this project can be set: milestones and cycles belong to one project. */
export function listSettableTargets<Entity>(
  lists: ReferenceLists<Entity>,
  field: ReferenceField,
  projectId: string | null,
): readonly Entity[] {
  if (field === 'milestone') return lists.milestones.filter((one) => one.projectId === projectId);
  if (field !== 'cycle') return listTargets(lists, field);
  return lists.cycles.filter((one) => one.projectId === projectId && one.closedAt === null);
}
