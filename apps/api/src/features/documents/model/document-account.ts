import { sql } from 'kysely';
import type { AccountExport } from '@hearth/contracts/account/account';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { DocumentAttachment } from '@hearth/contracts/documents/document-attachments';
import type { OwnDocument } from '@hearth/contracts/documents/documents';
import { attachmentJson } from '#features/attachments/index.ts';
import type { AccountPart } from '#features/auth/index.ts';
import { listTeamsOf, loadActor } from '#features/members/index.ts';
import { readTeam, type TeamTx, withUser } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { documentAttachments } from './document-attachments.ts';
import { documentJson, isVisible } from './documents.queries.ts';

const PAGE = 100;

type ReadText = (tx: TeamTx, documentId: string) => Promise<{ text: string } | null>;
type List<T> = (tx: TeamTx, actor: Actor, after: string | null) => Promise<T[]>;

/** Exports the user's own documents and files as personal data, limited to currently visible documents. */
export function createDocumentPart(app: App, readText: ReadText): AccountPart {
  return {
    async export(userId): Promise<Pick<AccountExport, 'documents' | 'documentAttachments'>> {
      const documents: AccountExport['documents'] = [];
      const files: AccountExport['documentAttachments'] = [];
      const teamIds = await withUser(app.db, { userId }, (tx) => listTeamsOf(tx, userId), {
        isReadOnly: true,
      });
      const listOwn: List<OwnDocument> = (tx, actor, after) => listDocumentsBy(tx, actor, after, readText);
      for (const teamId of teamIds) {
        for (const one of await readAll(teamId, userId, listOwn)) documents.push({ teamId, ...one });
        for (const one of await readAll(teamId, userId, listFilesBy)) files.push({ teamId, ...one });
      }
      return { documents, documentAttachments: files };
    },
  };

  /** Reads all pages, each in its own transaction, because a long list must not block other transactions. */
  async function readAll<T extends { id: string }>(
    teamId: string,
    userId: string,
    list: List<T>,
  ): Promise<T[]> {
    const all: T[] = [];
    for (;;) {
      const rows = await readTeam(app.db, { teamId, userId }, async (tx) => {
        const actor = await loadActor(tx, userId);
        return actor === null ? [] : await list(tx, actor, all.at(-1)?.id ?? null);
      });
      all.push(...rows);
      if (rows.length < PAGE) return all;
    }
  }
}

async function listDocumentsBy(
  tx: TeamTx,
  actor: Actor,
  after: string | null,
  readText: ReadText,
): Promise<OwnDocument[]> {
  const { rows } = await sql<{ document: Omit<OwnDocument, 'text'> }>`
    select ${documentJson} as document from documents d
    where d.team_id = ${tx.teamId} and d.created_by = ${actor.userId} and d.deleted_at is null and ${isVisible(actor)}
      and (${after}::uuid is null or d.id > ${after}::uuid)
    order by d.id limit ${PAGE}`.execute(tx);
  const own: OwnDocument[] = [];
  for (const { document } of rows) {
    own.push({ ...document, text: (await readText(tx, document.id))?.text ?? '' });
  }
  return own;
}

async function listFilesBy(tx: TeamTx, actor: Actor, after: string | null): Promise<DocumentAttachment[]> {
  const { rows } = await sql<{ attachment: DocumentAttachment }>`
    select ${attachmentJson<DocumentAttachment>(documentAttachments)} as attachment
    from document_attachments f join documents d on d.team_id = f.team_id and d.id = f.document_id
    where f.team_id = ${tx.teamId} and f.created_by = ${actor.userId} and f.deleted_at is null
      and d.deleted_at is null and ${isVisible(actor)} and (${after}::uuid is null or f.id > ${after}::uuid)
    order by f.id limit ${PAGE}`.execute(tx);
  return rows.map((row) => row.attachment);
}
