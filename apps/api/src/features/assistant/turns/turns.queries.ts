import { sql } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';

export interface Person {
  name: string;
  locale: string;
  timeZone: string;
  team: string;
  teamKey: string;
}

/** Returns the user for whom the answer is written. */
export async function findPerson(tx: TeamTx, userId: string): Promise<Person> {
  const { rows } = await sql<Person>`
    select u.name, coalesce(u.language, 'en') as locale, coalesce(u.time_zone, 'UTC') as "timeZone",
      t.name as team, t.key as "teamKey"
    from users u, teams t where u.id = ${userId} and t.id = ${tx.teamId}`.execute(tx);
  const [person] = rows;
  if (person === undefined) throw new Error('User or team not found');
  return person;
}
