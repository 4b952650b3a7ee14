import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { useTeamRole } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { hasRole } from '@hearth/contracts/permissions/permissions';
import { listSiblings, type Document, type DocumentTree } from '#features/documents/model/document-tree.ts';
import { useTitleOf } from '#features/documents/model/use-title-of.ts';
import { moveDocument } from '#features/documents/model/documents.data.ts';
import { useDocumentMay } from '#features/documents/model/use-documents.ts';
import { openNewDocument } from '#features/documents/model/open-new.ts';
import { setOpen } from './open-documents.ts';
import { opensUp, readDrop, readStep, type DropSpot, type Move } from './tree-moves.ts';

interface PendingMove {
  row: Document;
  move: Move;
}

/** Actions of the tree: moving documents by pointer and keyboard, and creating documents. */
export function useTreeActs(tree: DocumentTree) {
  const { t } = useLingui();
  const store = useTeamStore();
  const router = useRouter();
  const titleOf = useTitleOf();
  const may = useDocumentMay();
  const isGuest = !hasRole(useTeamRole(), 'member');
  /** A move that gives more users access and awaits confirmation. */
  const [pendingMove, setPendingMove] = useState<PendingMove | null>(null);
  const siblingsOf = (row: Document) => listSiblings(tree, row, store.userId, isGuest);

  function applyMove({ row, move }: PendingMove): void {
    const { index, after, ...location } = move;
    store.mutate(moveDocument(store, row.id, location, after));
    if (location.parentId !== null) setOpen(location.parentId, true);
    const title = titleOf(row);
    const parent = location.parentId === null ? undefined : tree.rows.get(location.parentId);
    const undo = { action: { label: t`Undo`, run: () => void store.undo() } };
    if (location.isPrivate !== undefined) {
      showToast(location.isPrivate ? t`Made ${title} private` : t`Moved ${title} out of Private`, undo);
    } else if (
      location.parentId === row.parentId &&
      location.projectId === row.projectId &&
      index !== undefined
    ) {
      const [at, count] = [index + 1, siblingsOf(row).length];
      announce(t`${title} is now ${at} of ${count}`);
    } else {
      const target = parent === undefined ? null : titleOf(parent);
      showToast(
        target === null ? t`Moved ${title} to the top level` : t`Moved ${title} into ${target}`,
        undo,
      );
    }
  }

  /** Moves a document, or asks for confirmation first if more users would get access. Returns whether the move waits for confirmation. */
  function move(row: Document, to: Move | null): boolean {
    if (to === null) return false;
    if (to.isPrivate !== undefined) {
      if (!may('document.restrict', row)) {
        showError(t`You don’t have permission to change who sees ${titleOf(row)}.`);
        return false;
      }
      if (to.isPrivate && row.createdBy !== store.userId) {
        showError(t`Only documents that you created can be moved to Private.`);
        return false;
      }
    }
    const pending = { row, move: to };
    const needsConfirmation = opensUp(tree, row, to);
    if (needsConfirmation) setPendingMove(pending);
    else applyMove(pending);
    return needsConfirmation;
  }

  return {
    pendingMove,
    confirm(): void {
      if (pendingMove !== null) applyMove(pendingMove);
      setPendingMove(null);
    },
    cancel: () => setPendingMove(null),
    move,
    step: (row: Document, direction: 'up' | 'down' | 'in' | 'out') =>
      move(row, readStep(tree, siblingsOf, row, direction)),
    drop(draggedId: string, target: Document, spot: DropSpot): void {
      const row = tree.rows.get(draggedId);
      if (row !== undefined) move(row, readDrop(tree, siblingsOf, draggedId, target, spot));
    },
    /** Creates a document and opens it. */
    make(input: Parameters<typeof openNewDocument>[2]): void {
      openNewDocument(store, router, input);
      if (input.parentId != null) setOpen(input.parentId, true);
    },
  };
}
