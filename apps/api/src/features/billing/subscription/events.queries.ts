import { sql } from 'kysely';
import type { SystemTx } from '#platform/db/index.ts';

interface StoredEvent {
  id: string;
  kind: string;
  gatewayId: string | null;
  teamId: string | null;
  body: string;
  handledAt: Date | null;
}

/** Stores an event. If one with the same id or an identical body exists, marks that one as repeated instead. */
export async function insertEvent(
  tx: SystemTx,
  event: Omit<StoredEvent, 'handledAt'> & { receivedAt: Date },
): Promise<{ isNew: boolean; isFirstRepeat: boolean; teamId: string | null }> {
  const { rows } = await sql<{ isNew: boolean; isFirstRepeat: boolean; teamId: string | null }>`
    with known as materialized (
      select id, in_team, repeated_at from gateway_events
      where id = ${event.id} or body_sha256 = sha256(convert_to(${event.body}, 'UTF8')) order by received_at limit 1
    ), made as (
      insert into gateway_events (id, kind, gateway_id, in_team, body, body_sha256, received_at)
      select ${event.id}, ${event.kind}, ${event.gatewayId}, ${event.teamId}::uuid, ${event.body},
        sha256(convert_to(${event.body}, 'UTF8')), ${event.receivedAt}
      where not exists (select from known)
      on conflict do nothing
      returning in_team
    ), noted as (
      update gateway_events e set repeated_at = ${event.receivedAt} from known k
      where e.id = k.id and e.repeated_at is null
      returning e.id
    )
    select exists (select from made) as "isNew", exists (select from noted) as "isFirstRepeat",
      coalesce((select in_team from made), (select in_team from known)) as "teamId"`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('Expected the query to return one row');
  return row;
}

export async function findEvent(tx: SystemTx, id: string): Promise<StoredEvent | null> {
  const row = await tx
    .selectFrom('gateway_events')
    .select(['id', 'kind', 'gateway_id as gatewayId', 'in_team as teamId', 'body', 'handled_at as handledAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function noteHandled(
  tx: SystemTx,
  id: string,
  handled: { at: Date; outcome: string },
): Promise<void> {
  await tx
    .updateTable('gateway_events')
    .set({ handled_at: handled.at, outcome: handled.outcome })
    .where('id', '=', id)
    .execute();
}
