import { sql } from 'kysely';
import type { RichNode } from '@hearth/contracts/rich-text/rich-text-values';
import { writeRichText } from '@hearth/contracts/rich-text/plain-text-values';
import { asOwner, type Db } from '#api/platform/db/index.ts';
import { createRandom, type Random } from './random.ts';

const HOUR_MS = 3_600_000;
const PARAGRAPHS = 12;
const AT_ONCE = 500;

/**
 * Adds documents of about one page to a team, bypassing the API. Their Yjs state is empty, so they can be listed and found but not opened.
 * Deletes the team's search index so that the product rebuilds it: the log has no entries from which the index could be updated.
 */
export async function addManyDocuments(db: Db, teamId: string, count: number, now: Date): Promise<void> {
  const random = createRandom(count);
  for (let from = 0; from < count; from += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n) =>
      drawDocument(random, new Date(now.getTime() - (from + n) * HOUR_MS)),
    );
    await asOwner(db, async (tx) => {
      const drawn = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d
        (id uuid, title text, content jsonb, text text, at timestamptz)`;
      await sql`
        insert into documents (team_id, id, root_id, title, position, created_at, updated_at)
        select ${teamId}::uuid, id, id, title, 'a0', at, at from ${drawn}`.execute(tx);
      await sql`
        insert into document_heads (team_id, document_id) select ${teamId}::uuid, id from ${drawn}`.execute(
        tx,
      );
      await sql`
        insert into document_states (team_id, document_id, up_to_seq, state, content, text, at)
        select ${teamId}::uuid, id, 0, decode('0000', 'hex'), content, text, at from ${drawn}`.execute(tx);
    });
  }
  await asOwner(db, async (tx) => {
    for (const table of ['search_entries', 'search_cursors'])
      await sql`delete from ${sql.table(table)} where team_id = ${teamId}`.execute(tx);
  });
}

function drawDocument(random: Random, at: Date): Record<string, unknown> {
  const line = (words: number): string => Array.from({ length: words }, () => drawWord(random)).join(' ');
  const block = (type: 'heading' | 'paragraph', text: string): RichNode => ({
    type,
    attrs: { id: random.uuid(at).slice(-12), ...(type === 'heading' ? { level: 2 } : {}) },
    content: [{ type: 'text', text }],
  });
  const content = Array.from({ length: PARAGRAPHS }, (_, index) =>
    index % 4 === 0 ? block('heading', line(4)) : block('paragraph', `${line(12)}. ${line(14)}.`),
  );
  const doc = { type: 'doc', content } as const;
  return { id: random.uuid(at), title: line(4), content: doc, text: writeRichText(doc), at };
}

const SYLLABLES = 'ba ker lo min dra tes vo lin shu per ga nor fi zel hu mar cot wi ran je'.split(' ');
const WORDS = 4_000;
const wordMaker = createRandom(1);
const words = Array.from({ length: WORDS }, () =>
  Array.from({ length: 2 + wordMaker.below(3) }, () => wordMaker.pick(SYLLABLES)).join(''),
);
/** Rank of the most frequent word. More frequent words would be stop words, and search ignores stop words. */
const FIRST = 10;

/** Draws a word from a Zipf-like distribution, as in natural language: few words are frequent and many are rare. */
export function drawWord(random: Random): string {
  return words[Math.floor(FIRST * (WORDS / FIRST) ** random.next())] ?? '';
}
