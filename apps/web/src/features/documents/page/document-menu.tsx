import type { Action } from '@hearth/contracts/permissions/permissions';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconDots } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useAction } from '#platform/actions/actions.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { lazyComponent } from '#ui/lazy/load-chunk.ts';
import { Menu } from '#ui/overlays/menu.tsx';
import { useTitleOf } from '#features/documents/model/use-title-of.ts';
import {
  archiveThisDocument,
  duplicateDocument,
  moveThisDocument,
} from '#features/documents/model/documents.actions.ts';
import { useCopyDocumentLink } from '#features/documents/model/use-copy-document-link.ts';
import { useDocumentMay } from '#features/documents/model/use-documents.ts';
import { useDocumentActs } from './use-document-acts.ts';

const MoveDialog = lazyComponent(
  async () => (await import('#features/documents/tree/move-dialog.tsx')).MoveDialog,
);

interface DocumentMenuProps {
  documentId: string;
  /** In the tree: whether the menu button is in the tab order. */
  isTabStop?: boolean;
  isSmall?: boolean;
  /** Whether the document is the current one. Only then are its actions registered with the command palette. */
  isOfScreen?: boolean;
  /** Word count, if the text is shown. */
  words?: number | undefined;
}

/** Actions on a whole document. */
export function DocumentMenu({
  documentId,
  isTabStop = true,
  isSmall = false,
  isOfScreen = false,
  words,
}: DocumentMenuProps) {
  const { t } = useLingui();
  const router = useRouter();
  const row = useRow('document', documentId);
  const may = useDocumentMay();
  const titleOf = useTitleOf();
  const title = row === undefined ? '' : titleOf(row);
  const isArchived = row !== undefined && row.archivedAt !== null;
  const to = { to: '/dashboard/documents/$documentId', search: {} } as const;
  const copyLink = useCopyDocumentLink(documentId);
  const [isMoving, setIsMoving] = useState(false);
  const { duplicate, exportMarkdown, saveAsTemplate, archive, remove } = useDocumentActs(documentId, title);

  const offers = (action: Action): boolean => isOfScreen && row !== undefined && may(action, row);
  useAction(moveThisDocument, () => setIsMoving(true), offers('document.update'));
  useAction(duplicateDocument, () => duplicate(false), offers('document.read'));
  useAction(archiveThisDocument, archive, offers('document.archive'));
  if (row === undefined) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton
            label={t`More for ${title}`}
            tabIndex={isTabStop ? 0 : -1}
            {...(isSmall ? { size: 24 } : {})}
          >
            <IconDots size={isSmall ? 15 : 18} stroke={1.7} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          {row.isTemplate && !isOfScreen && may('document.update', row) && (
            <Menu.Item onClick={() => void router.navigate({ ...to, params: { documentId } })}>
              <Trans>Edit template</Trans>
            </Menu.Item>
          )}
          <Menu.Item onClick={copyLink}>
            <Trans>Copy link</Trans>
          </Menu.Item>
          {!row.isTemplate && (
            <Menu.Item onClick={() => duplicate(false)}>
              <Trans>Duplicate</Trans>
            </Menu.Item>
          )}
          <DuplicateAll documentId={documentId} onPress={() => duplicate(true)} />
          {may('document.update', row) && !row.isTemplate && (
            <Menu.Item onClick={() => setIsMoving(true)}>
              <Trans>Move to…</Trans>
            </Menu.Item>
          )}
          <Menu.Item onClick={() => void exportMarkdown()}>
            <Trans>Download as Markdown</Trans>
          </Menu.Item>
          {may('document.update', row) && !row.isTemplate && (
            <Menu.Item onClick={saveAsTemplate}>
              <Trans>Save as template</Trans>
            </Menu.Item>
          )}
          {may('document.archive', row) && !row.isTemplate && (
            <Menu.Item onClick={archive}>
              {isArchived ? <Trans>Unarchive</Trans> : <Trans>Archive</Trans>}
            </Menu.Item>
          )}
          {may('document.delete', row) && (
            <Menu.Item data-danger onClick={remove}>
              <Trans>Delete</Trans>
            </Menu.Item>
          )}
          {words !== undefined && (
            <Menu.Label>
              <Plural value={words} one="# word" other="# words" />
            </Menu.Label>
          )}
        </Menu.Dropdown>
      </Menu>
      {isMoving && (
        <Suspense fallback={null}>
          <MoveDialog documentId={documentId} onClose={() => setIsMoving(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Rendered only while the menu is open, because it scans all documents. */
function DuplicateAll({ documentId, onPress }: { documentId: string; onPress: () => void }) {
  const store = useTeamStore();
  if (!store.all('document').some(({ parentId }) => parentId === documentId)) return null;
  return (
    <Menu.Item onClick={onPress}>
      <Trans>Duplicate with sub-pages</Trans>
    </Menu.Item>
  );
}
