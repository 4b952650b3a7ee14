import type { SyncRows } from '@hearth/contracts/sync';
import { compareByPosition } from '#platform/sync/index.ts';

export type Document = SyncRows['document'];

/** Top-level sections of the tree: the team, each project, private documents, and documents shared with this user. */
export type SectionKey = 'team' | 'private' | 'shared' | `project:${string}`;

/** The tree of the documents that a user can see. Each list is sorted. */
export interface DocumentTree {
  sections: ReadonlyMap<SectionKey, readonly Document[]>;
  children: ReadonlyMap<string, readonly Document[]>;
  rows: ReadonlyMap<string, Document>;
}

/**
 * Builds the tree. A document whose parent is not visible to this user is shown at the top level.
 * @param userId the viewer: private documents created by them are their own, all other private documents were shared with them
 * @param isGuest guests see only the team documents that were shared with them
 */
export function buildTree(documents: readonly Document[], userId: string, isGuest: boolean): DocumentTree {
  const rows = new Map(documents.map((row) => [row.id, row]));
  const sections = new Map<SectionKey, Document[]>();
  const children = new Map<string, Document[]>();
  for (const row of documents) {
    if (row.parentId !== null && rows.has(row.parentId)) push(children, row.parentId, row);
    else push(sections, sectionOf(row, userId, isGuest), row);
  }
  for (const lists of [sections, children]) for (const list of lists.values()) list.sort(compareDocuments);
  return { sections, children, rows };
}

function push<K>(map: Map<K, Document[]>, key: K, row: Document): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [row]);
  else list.push(row);
}

function compareDocuments(a: Document, b: Document): number {
  return compareByPosition(a, b) || (a.id < b.id ? -1 : 1);
}

function sectionOf(row: Document, userId: string, isGuest: boolean): SectionKey {
  if (row.isRestricted) return row.createdBy === userId ? 'private' : 'shared';
  if (row.projectId !== null) return `project:${row.projectId}`;
  return isGuest ? 'shared' : 'team';
}

/** A rendered row of the tree. */
export interface TreeLine {
  row: Document;
  /** Depth. 1 is the top level. */
  level: number;
  hasChildren: boolean;
  isOpen: boolean;
  /** Position among the siblings, from 1, and the number of siblings. */
  position: number;
  count: number;
}

/** Returns the visible rows of a section, in order. `isOpen` determines which documents are expanded. */
export function listLines(
  tree: DocumentTree,
  section: SectionKey,
  isOpen: (id: string) => boolean,
): TreeLine[] {
  const lines: TreeLine[] = [];
  const walk = (siblings: readonly Document[], level: number): void => {
    for (const [at, row] of siblings.entries()) {
      const below = tree.children.get(row.id) ?? [];
      const hasChildren = below.length > 0;
      const open = hasChildren && isOpen(row.id);
      lines.push({ row, level, hasChildren, isOpen: open, position: at + 1, count: siblings.length });
      if (open) walk(below, level + 1);
    }
  };
  walk(tree.sections.get(section) ?? [], 1);
  return lines;
}

/** Returns the visible ancestors of a document, starting at the root. */
export function listAncestors(rows: ReadonlyMap<string, Document>, id: string): Document[] {
  const path: Document[] = [];
  const seen = new Set([id]);
  let above = rows.get(id)?.parentId ?? null;
  while (above !== null && !seen.has(above)) {
    const row = rows.get(above);
    if (row === undefined) break;
    seen.add(above);
    path.unshift(row);
    above = row.parentId;
  }
  return path;
}

/** Returns a document and its descendants, parents first. */
export function listSubtree(children: DocumentTree['children'], top: Document): Document[] {
  return [top, ...(children.get(top.id) ?? []).flatMap((row) => listSubtree(children, row))];
}

/** Returns the siblings of a document, including the document itself. */
export function listSiblings(
  tree: DocumentTree,
  row: Document,
  userId: string,
  isGuest: boolean,
): readonly Document[] {
  return row.parentId !== null && tree.rows.has(row.parentId)
    ? (tree.children.get(row.parentId) ?? [])
    : (tree.sections.get(sectionOf(row, userId, isGuest)) ?? []);
}
