import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { FilterGroup } from '@hearth/contracts/views/view-values';
import { sql, type RawBuilder } from 'kysely';
import { visibleTo } from '#features/projects/index.ts';
import { invalidField } from '#platform/errors.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { passesFilter, type RequestContext } from './task-filter.queries.ts';
import { listRequestedCustomFields, readFormulas, estimateCost } from './tasks.queries.ts';

/** Cost limit, in comparisons and formula steps per task. */
const MAX_WEIGHT = 250;

/**
 * Selects the ids of all tasks that match a filter, including tasks in the trash and tasks that the caller may not see.
 * @throws AppError INVALID_REQUEST if the filter is too complex
 */
export async function pickTasks(
  tx: TeamTx,
  actor: Actor,
  filter: FilterGroup,
  context: RequestContext,
): Promise<RawBuilder<unknown>> {
  const formulas = await readFormulas(tx, listRequestedCustomFields({ filter }));
  if (estimateCost({ filter }, formulas) > MAX_WEIGHT)
    throw invalidField('filter', 'is too complex: use fewer conditions, values or computed fields');
  const passes = passesFilter(filter, { ...context, visible: visibleTo(actor), formulas });
  return sql`select t.id from tasks t ${formulas.join} where t.team_id = ${tx.teamId} and ${passes}`;
}
