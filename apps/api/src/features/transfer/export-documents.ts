import { sql } from 'kysely';
import { readDocument } from '#features/documents/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { isDocumentVisible, type ExportRequest } from './export-parts.ts';

const PAGE = 100;

interface Written {
  id: string;
  /** Null if the log continues after the last checkpoint. The content then has to be built from the log. */
  line: string | null;
}

/** Yields the current content of each visible document as a line of the part `documentContents`, valid by the document schema. */
export async function* readDocumentLines(tx: TeamTx, request: ExportRequest): AsyncGenerator<string> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql<Written>`
      select d.id, case when h.seq = s.up_to_seq then
        json_build_object('documentId', d.id, 'content', s.content)::text end as line
      from documents d
      join document_heads h on h.team_id = d.team_id and h.document_id = d.id
      join document_states s on s.team_id = d.team_id and s.document_id = d.id
      where d.team_id = ${request.teamId} and d.id > ${after}::uuid and ${isDocumentVisible(request, 'd')}
      order by d.id limit ${PAGE}`.execute(tx);
    for (const { id, line } of rows) yield `${line ?? (await putTogether(tx, id))}\n`;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
}

async function putTogether(tx: TeamTx, documentId: string): Promise<string> {
  const written = await readDocument(tx, documentId);
  if (written === null) throw new Error('A document has no log.');
  return JSON.stringify({ documentId, content: written.content });
}
