import { Trans, useLingui } from '@lingui/react/macro';
import { IconFolder, IconLock, IconUsers } from '@tabler/icons-react';
import { useRef } from 'react';
import { useAllProjects } from '#features/projects/index.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { ChooseDialog, type Choice } from '#ui/overlays/choose-dialog.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { DocumentIcon } from '#features/documents/model/document-icon.tsx';
import {
  listAncestors,
  listSubtree,
  type Document,
  type DocumentTree,
} from '#features/documents/model/document-tree.ts';
import { useTitleOf } from '#features/documents/model/use-title-of.ts';
import { useDocumentMay, useDocumentTree, useMayMake } from '#features/documents/model/use-documents.ts';
import type { Move } from './tree-moves.ts';
import { useTreeActs } from './use-tree-acts.tsx';

/** Maximum number of listed targets. Longer lists are slower to scan than to search. */
const MAX_SHOWN = 500;

const TEAM = 'team';
const PRIVATE = 'private';
const PROJECT = 'project:';

/** Moves a document without a pointer: into another document, a project, the top level of the team, or the private documents. */
export function MoveDialog({ documentId, onClose }: { documentId: string; onClose: () => void }) {
  const { t } = useLingui();
  const row = useRow('document', documentId);
  const { userId } = useTeamStore();
  const tree = useDocumentTree();
  const projects = useAllProjects();
  const may = useDocumentMay();
  const mayMake = useMayMake();
  const titleOf = useTitleOf();
  const acts = useTreeActs(tree);
  /** Whether a move is pending. A pending move keeps the dialog open. */
  const needsConfirmation = useRef(false);
  if (row === undefined) return null;
  if (acts.pendingMove !== null) {
    return (
      <ConfirmDialog
        isOpen
        title={t`Open ${titleOf(row)} to more people?`}
        action={t`Move`}
        onConfirm={() => {
          acts.confirm();
          onClose();
        }}
        onClose={onClose}
      >
        <Trans>People who couldn’t see it before will be able to open it and its sub-pages.</Trans>
      </ConfirmDialog>
    );
  }
  const own = new Set(listSubtree(tree.children, row).map(({ id }) => id));
  const choices: Choice[] = [
    ...(mayMake(null)
      ? [{ value: TEAM, label: t`Team (top level)`, icon: <IconUsers size={16} stroke={1.7} /> }]
      : []),
    ...(row.createdBy === userId && may('document.restrict', row) && !(row.isPrivate && row.parentId === null)
      ? [{ value: PRIVATE, label: t`Private`, icon: <IconLock size={16} stroke={1.7} /> }]
      : []),
    ...projects
      .filter(({ id }) => mayMake(id))
      .map(({ id, name }) => ({
        value: `${PROJECT}${id}`,
        label: name,
        icon: <IconFolder size={16} stroke={1.7} />,
      })),
    ...[...tree.rows.values()]
      .filter((one) => !own.has(one.id) && one.id !== row.parentId && may('document.create', one))
      .slice(0, MAX_SHOWN)
      .map((one) => ({
        value: one.id,
        label: [...listAncestors(tree.rows, one.id), one].map(titleOf).join(' / '),
        icon: <DocumentIcon icon={one.icon} size={16} />,
      })),
  ];

  function pick(value: string): void {
    if (row === undefined) return;
    needsConfirmation.current = acts.move(row, readMove(value, row, tree));
  }

  return (
    <ChooseDialog
      title={t`Move ${titleOf(row)}`}
      label={t`Destinations`}
      choices={choices}
      onPick={pick}
      onClose={() => {
        if (!needsConfirmation.current) onClose();
      }}
    />
  );
}

function readMove(value: string, row: Document, tree: DocumentTree): Move {
  const top = { parentId: null, projectId: null };
  if (value === TEAM) return row.isPrivate ? { ...top, isPrivate: false } : top;
  if (value === PRIVATE) return row.isPrivate ? top : { ...top, isPrivate: true };
  if (value.startsWith(PROJECT)) return { parentId: null, projectId: value.slice(PROJECT.length) };
  return { parentId: value, projectId: tree.rows.get(value)?.projectId ?? null };
}
