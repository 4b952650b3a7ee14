import { sql } from 'kysely';
import { asOwner, type Db } from '#api/platform/db/index.ts';

const FIRST = ['Ada', 'Bilal', 'Chiara', 'Dagny', 'Emeka', 'Farah', 'Goro', 'Hanna', 'Ishaan', 'Jun'];
const LAST = [
  'Moss',
  'Reed',
  'Okafor',
  'Weißenburg',
  'Featherstonehaugh',
  'Iyer',
  'Sato',
  'Lindqvist',
  'Haddad',
];
const HOUR_MS = 3_600_000;

/**
 * Puts people into a team past its doors, all of them guests, who take no seat. Their names repeat, with a number that
 * does not; each was last active at another time.
 */
export async function addManyPeople(db: Db, teamId: string, count: number, now: Date): Promise<void> {
  const people = Array.from({ length: count }, (_, at) => ({
    id: `01920000-0000-7000-8000-${String(at + 1).padStart(12, '0')}`,
    name: `${FIRST[at % FIRST.length]} ${LAST[at % LAST.length]} ${at + 1}`,
    email: `person.${at + 1}@many.example`,
    joined_at: new Date(now.getTime() - (at + 1) * 5 * HOUR_MS),
    last_active_at: new Date(now.getTime() - at * at * 60_000),
  }));
  await asOwner(db, async (tx) => {
    const rows = sql`jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as p
      (id uuid, name text, email text, joined_at timestamptz, last_active_at timestamptz)`;
    await sql`
      insert into users (id, issuer, subject, email, name, created_at, updated_at)
      select id, 'many', id, email, name, joined_at, joined_at from ${rows}`.execute(tx);
    await sql`
      insert into memberships (team_id, user_id, role, joined_at)
      select ${teamId}::uuid, id, 'guest', joined_at from ${rows}`.execute(tx);
    await sql`
      insert into member_activity (team_id, user_id, last_active_at)
      select ${teamId}::uuid, id, last_active_at from ${rows}`.execute(tx);
  });
}
