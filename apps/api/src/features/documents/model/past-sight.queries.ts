import { sql, type RawBuilder } from 'kysely';

/** Recursion limit, above the depth of any document tree. */
const MAX_LEVELS = 64;

interface PastSight {
  teamId: string;
  /** The id of the document. */
  id: RawBuilder<unknown>;
  /** Whether a history entry is later than the requested time. Expects the table `history` aliased as `l`. */
  isLater: RawBuilder<boolean>;
  /** Whether the reader may see this project today. */
  isProjectVisible: (projectId: RawBuilder<unknown>) => RawBuilder<boolean>;
  /** Array of ids of the documents on which the reader has a grant today. */
  granted: RawBuilder<unknown>;
}

/**
 * Whether a document was visible at a given time. Combines the location and privacy at that time with the reader's current rights. A
 * document counts as private if one of its ancestors has been purged since.
 */
export function wasDocumentVisible({
  teamId,
  id,
  isLater,
  isProjectVisible,
  granted,
}: PastSight): RawBuilder<boolean> {
  // Joins the first change to a field after that time. The old value of this change is the value at that time.
  const before = (field: string): RawBuilder<unknown> => sql`
    left join lateral (
      select true as is_there, l.old_value from history l
      where l.team_id = n.team_id and l.entity_id = n.id and l.entity = 'document' and l.field = ${field} and ${isLater}
      order by l.seq, l.ordinal limit 1) ${sql.ref(field)} on true`;
  const asId = (field: string, column: string): RawBuilder<unknown> =>
    sql`case when ${sql.ref(`${field}.is_there`)} then (${sql.ref(`${field}.old_value`)} #>> '{}')::uuid else ${sql.ref(column)} end`;
  const columns = sql`n.id, ${asId('parentId', 'n.parent_id')} as parent_id, ${asId('projectId', 'n.project_id')} as project_id,
    case when "isPrivate".is_there then "isPrivate".old_value = 'true' else n.is_private end as is_private`;
  const then = sql`${before('parentId')} ${before('projectId')} ${before('isPrivate')}`;
  return sql<boolean>`(
    with recursive up (id, parent_id, project_id, is_private, level) as (
      select ${columns}, 0 from documents n ${then} where n.team_id = ${teamId} and n.id = ${id}
      union all
      select ${columns}, up.level + 1 from up join documents n on n.team_id = ${teamId} and n.id = up.parent_id ${then}
      where not up.is_private and up.level < ${MAX_LEVELS}
    )
    select coalesce(bool_or(up.id = any (${granted})), false)
      or coalesce(not bool_or(up.is_private) and bool_or(up.parent_id is null)
        and bool_and(up.level > 0 or ${isProjectVisible(sql`up.project_id`)}), false)
    from up)`;
}
