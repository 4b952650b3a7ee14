import type { TeamTx } from '#platform/db/index.ts';

/** Returns the language that a user has chosen, or null if none is chosen. */
export async function findLanguage(tx: TeamTx, userId: string): Promise<string | null> {
  const row = await tx.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst();
  return row?.language ?? null;
}
