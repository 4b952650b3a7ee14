import { sql, type RawBuilder } from 'kysely';

/** Deeper than any tree of documents. */
const MOST_LEVELS = 64;

interface PastSight {
  teamId: string;
  /** The document. */
  id: RawBuilder<unknown>;
  /** Expects `history l`: whether it is later than the moment. */
  isLater: RawBuilder<boolean>;
  /** Whether the reader may see this project today. */
  isProjectInSight: (projectId: RawBuilder<unknown>) => RawBuilder<boolean>;
  /** Ids of documents that the reader was granted, as an array. */
  granted: RawBuilder<unknown>;
}

/**
 * Whether a document was visible to the reader at a moment: by its position and privacy then, and by the reader's rights today. A document
 * below one that was purged since counts as private.
 */
export function wasDocumentInSight({
  teamId,
  id,
  isLater,
  isProjectInSight,
  granted,
}: PastSight): RawBuilder<boolean> {
  // The old value of the first later change of a field, else its current value.
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
      where not up.is_private and up.level < ${MOST_LEVELS}
    )
    select coalesce(bool_or(up.id = any (${granted})), false)
      or coalesce(not bool_or(up.is_private) and bool_or(up.parent_id is null)
        and bool_and(up.level > 0 or ${isProjectInSight(sql`up.project_id`)}), false)
    from up)`;
}
