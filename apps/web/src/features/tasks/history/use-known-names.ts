import { usePeople } from '#features/members/index.ts';
import { useAllProjects } from '#features/projects/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import type { KnownNames } from '#features/tasks/model/field-change.ts';
import { cyclesByDate } from '#features/tasks/cycles/cycles.data.ts';
import { fieldsInOrder } from '#features/tasks/custom-fields/fields.data.ts';
import { labelsByName } from '#features/tasks/labels/labels.data.ts';
import { milestonesByDate } from '#features/tasks/milestones/milestones.data.ts';
import { useTaskTypes } from '#features/tasks/task-types/task-types.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';

/** Returns the current names for the ids in a history. */
export function useKnownNames(): KnownNames {
  const store = useTeamStore();
  return {
    statuses: useStatuses(),
    projects: useAllProjects(),
    people: usePeople(),
    labels: useRows(labelsByName(store)),
    types: useTaskTypes(),
    milestones: useRows(milestonesByDate(store)),
    fields: useRows(fieldsInOrder(store)),
    cycles: useRows(cyclesByDate(store)),
    tasks: (id) => store.row('task', id),
  };
}
