import { useLingui } from '@lingui/react/macro';
import { useTeamStore } from '#platform/sync/index.ts';
import { usePeople } from '#features/members/index.ts';
import { useProjects } from '#features/projects/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { nameApart } from '#ui/format/person.ts';
import { useToday } from '#ui/format/use-today.ts';
import { useFormulas } from '#features/tasks/custom-fields/formulas.ts';
import { fieldsInOrder } from '#features/tasks/custom-fields/fields.data.ts';
import { cyclesByDate } from '#features/tasks/cycles/cycles.data.ts';
import { nameCycle } from '#features/tasks/cycles/cycle-names.ts';
import { labelsByName } from '#features/tasks/labels/labels.data.ts';
import { milestonesByDate } from '#features/tasks/milestones/milestones.data.ts';
import { nameRepeat } from '#features/tasks/recurrence/repeat-names.ts';
import { rollUpsOf } from '#features/tasks/sub-tasks/progress-roll-up.ts';
import { listChoiceNames } from '#features/tasks/model/scalar-looks.tsx';
import { useTaskTypes } from '#features/tasks/task-types/task-types.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import type { CellNames } from './table-texts.ts';

/** Returns the names of everything that cells refer to, for copying and pasting them as text. */
export function useCellNames(): CellNames {
  const { t } = useLingui();
  const store = useTeamStore();
  const today = useToday();
  const statuses = useStatuses();
  const people = usePeople();
  const projects = useProjects();
  const labels = useRows(labelsByName(store));
  const types = useTaskTypes();
  const milestones = useRows(milestonesByDate(store));
  const fields = useRows(fieldsInOrder(store));
  const cycles = useRows(cyclesByDate(store));
  const formulas = useFormulas();
  return {
    today,
    statuses,
    choicesOf: (field) => listChoiceNames(field, t),
    // Namesakes are copied with what tells them apart, so that a pasted cell names the same person.
    people: people.map((person) => ({ id: person.id, name: nameApart(person) })),
    labels,
    types,
    projects,
    milestones,
    fields,
    cycles: cycles.map((one) => ({ ...one, name: nameCycle(one) })),
    parentOf: ({ parentId }) => (parentId === null ? '' : (store.row('task', parentId)?.title ?? '')),
    compute: (fieldId, task) => formulas.get(fieldId)?.(task),
    keyOf: (id) => store.row('task', id)?.key ?? '',
    taskOf(key) {
      const upperKey = key.toUpperCase();
      return store.all('task').find((task) => task.key === upperKey)?.id;
    },
    repeatOf: ({ repeat }) => (repeat === null ? '' : nameRepeat(repeat)),
    progressOf({ id }) {
      const below = rollUpsOf(store).tree.rollUpOf(id);
      return below === undefined || below.total === 0 ? '' : `${below.done}/${below.total}`;
    },
  };
}
