import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { FilterGroup } from '@hearth/contracts/views/view-values';
import { sql, type RawBuilder } from 'kysely';
import { visibleTo } from '#features/projects/index.ts';
import { invalidField } from '#platform/errors.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { passesFilter, type AskedContext } from './task-filter.queries.ts';
import { listCustomFieldsAsked, readFormulas, weighAsk } from './tasks.queries.ts';

/** Cost limit, in comparisons and formula steps per task. */
const MOST_WEIGHT = 250;

/**
 * Selects the ids of all tasks that match a filter, including tasks in the trash.
 * @throws AppError INVALID_REQUEST if the filter is too complex
 */
export async function pickTasks(
  tx: TeamTx,
  actor: Actor,
  filter: FilterGroup,
  asked: AskedContext,
): Promise<RawBuilder<unknown>> {
  const formulas = await readFormulas(tx, listCustomFieldsAsked({ filter }));
  if (weighAsk({ filter }, formulas) > MOST_WEIGHT)
    throw invalidField('filter', 'is too complex: use fewer conditions, values or computed fields');
  const passes = passesFilter(filter, { ...asked, visible: visibleTo(actor), formulas });
  return sql`select t.id from tasks t ${formulas.join} where t.team_id = ${tx.teamId} and ${passes}`;
}
