import type { SyncRows } from '@hearth/contracts/sync';
import { compareByPosition } from '#platform/sync/index.ts';

export type Document = SyncRows['document'];

/** What stands at the top of the tree: work of the team, of a project, one's own, and what others let this person into. */
export type SectionKey = 'team' | 'private' | 'shared' | `project:${string}`;

/** The tree of the documents that a person sees; each list in its order. */
export interface DocumentTree {
  sections: ReadonlyMap<SectionKey, readonly Document[]>;
  children: ReadonlyMap<string, readonly Document[]>;
  rows: ReadonlyMap<string, Document>;
}

/**
 * Builds the tree. A document whose parent this person does not see stands at the top.
 * @param userId whose tree it is: a private one that they made is their own, any other was shared with them
 * @param isGuest of the team's own work guests see only what was shared with them
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

/** A line of the tree as it is drawn. */
export interface TreeLine {
  row: Document;
  /** 1 at the top. */
  level: number;
  hasChildren: boolean;
  isOpen: boolean;
  /** Its place among its siblings, from 1, and how many they are. */
  place: number;
  count: number;
}

/** The lines that are seen while these documents are open, from the top down. */
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
      lines.push({ row, level, hasChildren, isOpen: open, place: at + 1, count: siblings.length });
      if (open) walk(below, level + 1);
    }
  };
  walk(tree.sections.get(section) ?? [], 1);
  return lines;
}

/** The documents above this one that the person sees, from the top down. */
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

/** This document and all below it, each before those in it. */
export function listSubtree(children: DocumentTree['children'], top: Document): Document[] {
  return [top, ...(children.get(top.id) ?? []).flatMap((row) => listSubtree(children, row))];
}

/** The siblings of a document, itself among them. */
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
