import type { Absence, WorkTime } from '@hearth/contracts/members/work-time-values';
import {
  defineRecipe,
  updateCommand,
  type Command,
  type Fields,
  type TeamStore,
} from '#platform/sync/index.ts';

/** Changes to a member's work time: points per week, and absences by id. A null absence is deleted. */
export interface WorkTimeFields {
  capacity?: number | null;
  [absence: `absences.${string}`]: Absence | null;
}

/** Absences in chronological order. */
export function absencesInOrder(time: WorkTime | undefined): (Absence & { id: string })[] {
  return Object.entries(time?.absences ?? {})
    .map(([id, absence]) => ({ id, ...absence }))
    .toSorted((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)));
}

/**
 * Changes the work time of a member or the team's default.
 * @param id id of the member or of the team
 */
export function changeWorkTime(store: TeamStore, id: string, fields: WorkTimeFields): Command {
  const { teamId } = store;
  const command = updateCommand(store, {
    entity: 'workTime',
    id,
    route:
      id === teamId ? 'PATCH /teams/{teamId}/work-time' : 'PATCH /teams/{teamId}/members/{userId}/work-time',
    params: id === teamId ? { teamId } : { teamId, userId: id },
    fields: { ...fields },
  });
  if (store.row('workTime', id) !== undefined) return command;
  // There is no row yet, so create one.
  const blank: WorkTime = { id, capacity: null, absences: {} };
  return {
    ...command,
    effects: [{ entity: 'workTime', id, op: 'put', fields: { ...blank } }, ...command.effects],
    inverse: {
      kind: 'fields',
      entity: 'workTime',
      id,
      before: Object.fromEntries(Object.keys(fields).map((name) => [name, null])),
      after: { ...fields },
      by: changeAgain(id),
    },
  };
}

const changeAgain = defineRecipe('change work time', (store, id: string, fields: Fields) =>
  changeWorkTime(store, id, fields as WorkTimeFields),
);
