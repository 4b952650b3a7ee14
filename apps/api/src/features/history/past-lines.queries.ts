import { HIDDEN_PROJECT } from '@hearth/contracts/model/task-values';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import type { PastChange } from '@hearth/contracts/tasks/tasks';
import { sql, type RawBuilder } from 'kysely';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { instantJson } from '#platform/sql-json.ts';
import { wasVisible } from './past-sight.queries.ts';

/**
 * A kind of object with a history. This is the interface that the history reader requires. All conditions expect the table `history`
 * aliased as `h`.
 */
export interface PastKind {
  /** Sync log entity of the object. */
  entity: SyncEntity;
  /** Whether the entry contains anything that the reader may see. The visibility of the object itself has already been checked. */
  hasVisibleContent?: (visible: VisibleProjects) => RawBuilder<boolean>;
  /** Masks values of the kind's own fields that the reader may not see. */
  hide?: (visible: VisibleProjects, value: RawBuilder<unknown>) => readonly HiddenValue[];
  /** Titles of other objects referenced by the entry, by id. */
  nameOthers?: (visible: VisibleProjects) => RawBuilder<unknown>;
}

/** Replaces the value for the reader if `when` is true. */
interface HiddenValue {
  when: RawBuilder<unknown>;
  instead: RawBuilder<unknown>;
}

// The history entry of a move is visible at the destination. Other changes of the same command are visible at the source.
const isLaterMove = sql<boolean>`(m.seq > h.seq or (m.seq = h.seq and h.field <> 'projectId'))`;

/** Returns whether the entry contains anything that the reader may see. Expects the table `history` aliased as `h`. */
export function hasVisibleContent(
  { entity, ...kind }: PastKind,
  visible: VisibleProjects,
): RawBuilder<boolean> {
  const of = { entity, teamId: sql`h.team_id`, id: sql`h.entity_id` };
  const wasSubjectVisible = wasVisible(visible, of, isLaterMove);
  return kind.hasVisibleContent === undefined
    ? wasSubjectVisible
    : sql<boolean>`(${wasSubjectVisible} and ${kind.hasVisibleContent(visible)})`;
}

/** Returns a historical value, with ids of invisible projects and other hidden values masked. */
function inSight(
  kind: PastKind,
  visible: VisibleProjects,
  column: 'old_value' | 'new_value',
): RawBuilder<unknown> {
  const value = sql.ref(`h.${column}`);
  // Cast only after checking the field name: other fields don't contain ids.
  const project = sql`(case when h.field = 'projectId' then ${value} #>> '{}' end)::uuid`;
  const hidden: readonly HiddenValue[] = [
    {
      when: sql`h.field = 'projectId' and jsonb_typeof(${value}) = 'string' and not ${isAmong(visible, project)}`,
      instead: sql`to_jsonb(${HIDDEN_PROJECT}::text)`,
    },
    ...(kind.hide?.(visible, value) ?? []),
  ];
  const cases = hidden.map(({ when, instead }) => sql`when ${when} then ${instead}`);
  return sql`case ${sql.join(cases, sql` `)} else ${value} end`;
}

/** Builds the contract's JSON of a history entry for one reader. Expects the table `history` aliased as `h`. */
export function changeJson(kind: PastKind, visible: VisibleProjects): RawBuilder<PastChange> {
  return sql<PastChange>`json_build_object('id', h.seq || '.' || h.ordinal, 'field', h.field,
    'old', ${inSight(kind, visible, 'old_value')}, 'new', ${inSight(kind, visible, 'new_value')},
    'actor', h.actor, 'at', ${instantJson(sql`h.at`)}, 'base', h.base, 'via', h.via,
    'titles', ${kind.nameOthers?.(visible) ?? sql`null::jsonb`})`;
}

/** Returns entries, newest first, one more than `limit` if more exist. */
export async function listHistory(
  tx: TeamTx,
  kind: PastKind,
  id: string,
  visible: VisibleProjects,
  { before, limit }: { before: { seq: string; ordinal: string } | null; limit: number },
): Promise<PastChange[]> {
  const { rows } = await sql<{ change: PastChange }>`
    select ${changeJson(kind, visible)} as change from history h
    where h.team_id = ${tx.teamId} and h.entity = ${kind.entity} and h.entity_id = ${id} and ${hasVisibleContent(kind, visible)}
      and ${before === null ? sql`true` : sql`(h.seq, h.ordinal) < (${before.seq}::bigint, ${before.ordinal}::int)`}
    order by h.seq desc, h.ordinal desc limit ${limit + 1}`.execute(tx);
  return rows.map((row) => row.change);
}
