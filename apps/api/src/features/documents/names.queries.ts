import { sql } from 'kysely';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { MarkdownNames } from '@hearth/contracts/rich-text/markdown/write-inline';
import type { RichNode } from '@hearth/contracts/rich-text/rich-text-values';
import type { TeamTx } from '#platform/db/index.ts';
import { isVisible } from '#features/documents/model/documents.queries.ts';

/** Returns lookups for the names of users and documents to which the content refers by id. Only visible documents have a name. */
export async function findNames(tx: TeamTx, actor: Actor, content: RichNode): Promise<MarkdownNames> {
  const named = { mention: new Set<string>(), documentLink: new Set<string>() };
  collectIds(content, named);
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.name from memberships m join users u on u.id = m.user_id
    where m.team_id = ${tx.teamId} and u.id = any (${[...named.mention]}::uuid[])
    union all
    select d.id, d.title from documents d
    where d.team_id = ${tx.teamId} and d.id = any (${[...named.documentLink]}::uuid[]) and d.deleted_at is null
      and ${isVisible(actor)}`.execute(tx);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const find = (id: string): string | null => names.get(id) ?? null;
  return { person: find, document: find };
}

function collectIds({ type, attrs, content = [] }: RichNode, named: Record<string, Set<string>>): void {
  if (typeof attrs?.['id'] === 'string') named[type]?.add(attrs['id']);
  for (const node of content) collectIds(node, named);
}
