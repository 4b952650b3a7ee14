import { Trans, useLingui } from '@lingui/react/macro';
import { IconFolder, IconUsers } from '@tabler/icons-react';
import { useRef } from 'react';
import { useAllProjects } from '#features/projects/index.ts';
import { useRow } from '#platform/sync/index.ts';
import { ChooseDialog, type Choice } from '#ui/overlays/choose-dialog.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { DocumentIcon } from '#features/documents/model/document-icon.tsx';
import { listAncestors, listSubtree, type DocumentTree } from '#features/documents/model/document-tree.ts';
import type { DocumentPlace } from '#features/documents/model/documents.data.ts';
import { useTitleOf } from '#features/documents/model/document-words.ts';
import { useDocumentMay, useDocumentTree, useMayMake } from '#features/documents/model/use-documents.ts';
import { useTreeActs } from './use-tree-acts.tsx';

/** More would be slower to look through than to search for. */
const MOST_SHOWN = 500;

const TEAM = 'team';
const PROJECT = 'project:';

/** Every move of the tree without a pointer: into another document, a project, or the top level of the team. */
export function MoveDialog({ documentId, onClose }: { documentId: string; onClose: () => void }) {
  const { t } = useLingui();
  const row = useRow('document', documentId);
  const tree = useDocumentTree();
  const projects = useAllProjects();
  const may = useDocumentMay();
  const mayMake = useMayMake();
  const titleOf = useTitleOf();
  const acts = useTreeActs(tree);
  /** A move that waits for an answer keeps the dialog. */
  const isAsked = useRef(false);
  if (row === undefined) return null;
  if (acts.asking !== null) {
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
        <Trans>There, people who couldn’t see it before can open it and the pages inside.</Trans>
      </ConfirmDialog>
    );
  }
  const own = new Set(listSubtree(tree.children, row).map(({ id }) => id));
  const places: Choice[] = [
    ...(mayMake(null)
      ? [{ value: TEAM, label: t`Team (top level)`, icon: <IconUsers size={16} stroke={1.7} /> }]
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
      .slice(0, MOST_SHOWN)
      .map((one) => ({
        value: one.id,
        label: [...listAncestors(tree.rows, one.id), one].map(titleOf).join(' / '),
        icon: <DocumentIcon icon={one.icon} size={16} />,
      })),
  ];

  function pick(value: string): void {
    if (row === undefined) return;
    isAsked.current = acts.move(row, placeOf(value, tree));
  }

  return (
    <ChooseDialog
      title={t`Move ${titleOf(row)}`}
      label={t`Places`}
      choices={places}
      onPick={pick}
      onClose={() => {
        if (!isAsked.current) onClose();
      }}
    />
  );
}

function placeOf(value: string, tree: DocumentTree): DocumentPlace {
  if (value === TEAM) return { parentId: null, projectId: null };
  if (value.startsWith(PROJECT)) return { parentId: null, projectId: value.slice(PROJECT.length) };
  return { parentId: value, projectId: tree.rows.get(value)?.projectId ?? null };
}
