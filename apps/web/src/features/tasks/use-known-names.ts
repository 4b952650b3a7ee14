import { usePeople } from '#features/members/index.ts';
import { useAllProjects } from '#features/projects/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/use-rows.ts';
import type { KnownNames } from './change-words.tsx';
import { cyclesByDate } from './cycles.data.ts';
import { fieldsInOrder } from './fields.data.ts';
import { labelsByName } from './labels.data.ts';
import { milestonesByDate } from './milestones.data.ts';
import { useTaskTypes } from './task-types.ts';
import { useStatuses } from './task-views.ts';

/** What the ids of a history are called now. */
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
