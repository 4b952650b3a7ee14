import type { DocumentLocation } from '#features/documents/model/documents.data.ts';
import type { Document, DocumentTree } from '#features/documents/model/document-tree.ts';

/** Drop position relative to another document. */
export type DropSpot = 'before' | 'after' | 'into';

export interface Move extends DocumentLocation {
  /** Index among the siblings that are shown together. Undefined means at the end. */
  index?: number;
  /** The shown sibling before that index, or null for the first index. Other siblings may not be shown. */
  after?: string | null;
  /** Set if the document moves into or out of the private documents. */
  isPrivate?: boolean;
}

/** Returns the move for a drop. Returns null if the target is the document itself or one of its descendants. */
export function readDrop(
  tree: DocumentTree,
  siblingsOf: (row: Document) => readonly Document[],
  id: string,
  target: Document,
  spot: DropSpot,
): Move | null {
  if (isWithin(tree, target.id, id)) return null;
  const { projectId } = target;
  if (spot === 'into') return { parentId: target.id, projectId };
  const others = siblingsOf(target).filter((row) => row.id !== id);
  const at = others.findIndex((row) => row.id === target.id);
  if (at === -1) return null;
  const isTop = target.parentId === null;
  const isSwitched = isTop && tree.rows.get(id)?.isPrivate !== target.isPrivate;
  const index = spot === 'before' ? at : at + 1;
  return {
    parentId: target.parentId,
    projectId,
    index,
    after: others[index - 1]?.id ?? null,
    ...(isSwitched ? { isPrivate: target.isPrivate } : {}),
  };
}

type Step = 'up' | 'down' | 'in' | 'out';

/**
 * Returns the move for a key: among the siblings, into the previous sibling, or out of the parent. Returns null if the move is not
 * possible.
 */
export function readStep(
  tree: DocumentTree,
  siblingsOf: (row: Document) => readonly Document[],
  row: Document,
  step: Step,
): Move | null {
  const siblings = siblingsOf(row);
  const at = siblings.findIndex(({ id }) => id === row.id);
  const { parentId, projectId } = row;
  if (step === 'up')
    return at > 0 ? { parentId, projectId, index: at - 1, after: siblings[at - 2]?.id ?? null } : null;
  if (step === 'down') {
    const below = siblings[at + 1];
    return below === undefined ? null : { parentId, projectId, index: at + 1, after: below.id };
  }
  if (step === 'in') {
    const above = siblings[at - 1];
    return above === undefined ? null : { parentId: above.id, projectId };
  }
  const parent = parentId === null ? undefined : tree.rows.get(parentId);
  if (parent === undefined) return null;
  const index = siblingsOf(parent).findIndex(({ id }) => id === parent.id);
  return { parentId: parent.parentId, projectId, index: index + 1, after: parent.id };
}

function isWithin(tree: DocumentTree, id: string, top: string): boolean {
  const seen = new Set<string>();
  for (let at: string | null = id; at !== null && !seen.has(at); at = tree.rows.get(at)?.parentId ?? null) {
    if (at === top) return true;
    seen.add(at);
  }
  return false;
}

/** Whether the move gives access to users who had none before. A document that is itself private stays private wherever it is moved. */
export function opensUp(tree: DocumentTree, row: Document, { parentId, isPrivate }: Move): boolean {
  if ((isPrivate ?? row.isPrivate) || !row.isRestricted) return false;
  const parent = parentId === null ? undefined : tree.rows.get(parentId);
  const from = row.parentId === null ? [] : (tree.rows.get(row.parentId)?.access ?? row.access);
  return parent === undefined || !parent.isRestricted || parent.access.some((id) => !from.includes(id));
}
