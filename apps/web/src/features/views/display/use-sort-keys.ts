import {
  isCustomFieldName,
  toCustomFieldName,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import type { Formulas } from '@hearth/contracts/custom-fields/formula-compute-values';
import {
  createCustomFieldKey,
  cycleKey,
  milestoneKey,
  nameKey,
  placeKey,
  type NamedKeys,
  type CustomFieldKey,
} from '@hearth/contracts/views/view-sort-values';
import type { SortField, SortKey } from '@hearth/contracts/views/view-values';
import { useMemo } from 'react';
import { usePeople } from '#features/members/index.ts';
import { useAllProjects } from '#features/projects/index.ts';
import {
  cyclesByDate,
  fieldsInOrder,
  labelsByName,
  milestonesByDate,
  statusesInOrder,
  typesInOrder,
  useFormulas,
  useLinkedTasks,
  type TeamField,
} from '#features/tasks/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';

interface SortKeys {
  namedKeys: NamedKeys;
  ownKey: CustomFieldKey;
}

const NO_FORMULAS: Formulas = new Map();
const NO_ROWS: readonly never[] = [];

/** Lookup data for sorting. A changed label causes a re-sort only when sorting by labels. */
export function useSortKeys(sort: readonly SortKey[]): SortKeys {
  const store = useTeamStore();
  const isBy = (...fields: SortField[]) => sort.some(({ field }) => fields.includes(field));
  const isByOwn = sort.some(({ field }) => isCustomFieldName(field));
  const all = {
    statuses: useRows(statusesInOrder(store)),
    types: useRows(typesInOrder(store)),
    projects: useAllProjects(),
    milestones: useRows(milestonesByDate(store)),
    cycles: useRows(cyclesByDate(store)),
    labels: useRows(labelsByName(store)),
    fields: useRows(fieldsInOrder(store)),
    people: usePeople(),
  };
  const statuses = isBy('status') ? all.statuses : NO_ROWS;
  const types = isBy('type') ? all.types : NO_ROWS;
  const projects = isBy('project') ? all.projects : NO_ROWS;
  const milestones = isBy('milestone') ? all.milestones : NO_ROWS;
  const cycles = isBy('cycle') ? all.cycles : NO_ROWS;
  const labels = isBy('label') ? all.labels : NO_ROWS;
  const people = isBy('assignee', 'watcher', 'reporter', 'creator') ? all.people : NO_ROWS;
  const namedKeys = useMemo(
    () =>
      new Map([
        ...keysOf(statuses, placeKey),
        ...keysOf(types, placeKey),
        ...keysOf(projects, placeKey),
        ...keysOf(milestones, milestoneKey),
        ...keysOf(cycles, cycleKey),
        ...keysOf(labels, nameKey),
        ...keysOf(people, nameKey),
      ]),
    [statuses, types, projects, milestones, cycles, labels, people],
  );
  const fields = isByOwn ? all.fields : NO_ROWS;
  const named = isByOwn ? all.people : NO_ROWS;
  const numbers = useLinkedNumbers(sort);
  const allFormulas = useFormulas();
  const formulas = isByOwn ? allFormulas : NO_FORMULAS;
  const ownKey = useMemo(() => {
    return createCustomFieldKey(
      fields,
      (id) => named.find((one) => one.id === id)?.name ?? null,
      (id) => numbers.get(id) ?? null,
      formulas,
    );
  }, [fields, named, numbers, formulas]);
  return { namedKeys, ownKey };
}

/** Numbers of linked tasks, for sorting by relation fields. */
function useLinkedNumbers(sort: readonly SortKey[]): ReadonlyMap<string, number> {
  const fields = useRows(fieldsInOrder(useTeamStore()));
  const linked = useLinkedTasks(listLinking(fields, sort));
  return useMemo(() => new Map(linked.map(({ id, number }) => [id, number])), [linked]);
}

/** Returns the ids of the relation fields that tasks are sorted by. */
function listLinking(fields: readonly TeamField[], sort: readonly SortKey[]): string[] {
  return fields
    .filter(
      ({ id, type }) => type === 'relation' && sort.some(({ field }) => field === toCustomFieldName(id)),
    )
    .map(({ id }) => id);
}

function keysOf<T extends { id: string }>(rows: readonly T[], keyOf: (row: T) => string): [string, string][] {
  return rows.map((row) => [row.id, keyOf(row)]);
}
