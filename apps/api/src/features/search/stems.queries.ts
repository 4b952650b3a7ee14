import { sql } from 'kysely';
import type { AnyTx } from '#platform/db/index.ts';

/** Returns the stems of words in the same order, with null for stop words. */
export async function stemWords(
  tx: AnyTx,
  requests: readonly { dictionary: string; word: string }[],
): Promise<(string | null)[]> {
  if (requests.length === 0) return [];
  const { rows } = await sql<{ stems: (string | null)[] }>`
    select array_agg((ts_lexize((a.dictionary || '_stem')::regdictionary, a.word))[1] order by a.at) as stems
    from unnest(${requests.map(({ dictionary }) => dictionary)}::text[], ${requests.map(({ word }) => word)}::text[])
      with ordinality as a (dictionary, word, at)`.execute(tx);
  return rows[0]?.stems ?? [];
}
