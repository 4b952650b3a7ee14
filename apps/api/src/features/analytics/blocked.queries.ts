import { sql, type RawBuilder } from 'kysely';
import { isAmong } from '#features/projects/index.ts';
import { counts, type Period, type Scope } from './scope.queries.ts';

const isOpen = (name: string) => sql`${sql.ref(`${name}.category`)} in ('backlog', 'unstarted', 'started')`;

/**
 * Builds a select of task_id and ms: how long within the period an open task had an open blocker visible to the caller. Overlapping
 * blockers count once. Considers only existing relations, each from its creation time.
 */
export function blockedMs(scope: Scope, { since, before }: Period, now: Date): RawBuilder<unknown> {
  const from = sql`greatest(r.created_at, b.entered_at, s.entered_at, ${since}::timestamptz)`;
  const to = sql`least(b.left_at, s.left_at, ${before}::timestamptz, ${now}::timestamptz)`;
  return sql`
    select x.task_id, sum(round(date_part('epoch', upper(stretch) - lower(stretch)) * 1000))::bigint as ms
    from (
      select w.task_id, range_agg(tstzrange(${from}, ${to})) as stretches
      from task_relations r
      join task_flow w on w.team_id = r.team_id and w.task_id = r.to_id
      join task_state_spans s on s.team_id = r.team_id and s.task_id = r.to_id and ${isOpen('s')}
      join task_flow u on u.team_id = r.team_id and u.task_id = r.from_id
      join task_state_spans b on b.team_id = r.team_id and b.task_id = r.from_id and ${isOpen('b')}
      where r.team_id = ${scope.teamId} and r.kind = 'blocks' and ${counts(scope)}
        and ${isAmong(scope.visible, sql`u.project_id`)} and ${from} < ${to}
      group by w.task_id) x
    cross join lateral unnest(x.stretches) stretch
    group by x.task_id`;
}
