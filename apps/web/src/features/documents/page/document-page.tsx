import { useCallback, useRef, useState } from 'react';
import { useRouter } from '@tanstack/react-router';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { EXPECTS_TEXT } from '#platform/actions/keys.ts';
import { useTeamStore, useWasConfirmed } from '#platform/sync/index.ts';
import { DocumentEditor } from '#features/documents/editor/editor.lazy.ts';
import type { DocumentFacts, DocumentHandle } from '#features/documents/editor/document-editor.tsx';
import type { Document } from '#features/documents/model/document-tree.ts';
import { useTitleOf } from '#features/documents/model/use-title-of.ts';
import { updateDocument } from '#features/documents/model/documents.data.ts';
import { isKnownBlank, openNewDocument } from '#features/documents/model/open-new.ts';
import { useDocumentMay, useMayMake } from '#features/documents/model/use-documents.ts';
import { DocumentCover, DocumentAppearance } from './document-appearance.tsx';
import { DocumentTitle } from './document-title.tsx';
import { createUploads } from './document-uploads.ts';
import { FirstLines } from './first-lines.tsx';
import { SubPages } from './sub-pages.tsx';
import {
  useDocumentMentionSources,
  useDocumentNames,
  type TaskNavigation,
} from './use-document-mentions.tsx';
import styles from './page.module.css';

interface DocumentPageProps {
  row: Document;
  /** Container for status, avatars and tools. */
  head: HTMLElement | null;
  navigation: TaskNavigation;
  /** The block in the URL. */
  blockId: string | null;
  onWordCount: (wordCount: number) => void;
}

/** A document page: header and text. */
export function DocumentPage({ row, head, navigation, blockId, onWordCount }: DocumentPageProps) {
  const store = useTeamStore();
  const router = useRouter();
  const may = useDocumentMay();
  const mayMake = useMayMake();
  const titleOf = useTitleOf();
  const names = useDocumentNames(navigation);
  const mentionSources = useDocumentMentionSources(row.id, row.projectId);
  const handle = useRef<DocumentHandle>(null);
  /** Whether Enter was pressed in the title before the editor had loaded. */
  const isTextWanted = useRef(false);
  const setHandle = useCallback((next: DocumentHandle | null) => {
    handle.current = next;
    if (next === null || !isTextWanted.current) return;
    isTextWanted.current = false;
    next.focus();
  }, []);
  const [isEmpty, setIsEmpty] = useState(false);
  const isReadOnly = !may('document.update', row);
  const isConfirmed = useWasConfirmed('document', row.id);
  const [uploads] = useState(() => createUploads(store, row.id));
  const to = { to: '/dashboard/documents/$documentId', search: {} } as const;

  function goToText(): void {
    if (handle.current === null) isTextWanted.current = true;
    else handle.current.focus();
  }

  function makeSubPage(): string | null {
    const id = store.newId();
    return openNewDocument(store, router, { id, parentId: row.id }) ? id : null;
  }

  async function saveDraft(doc: RichText): Promise<void> {
    const { writeMarkdown } = await import('@hearth/contracts/rich-text/markdown/write-markdown');
    const markdown = writeMarkdown(doc, {
      person: (id) => names.person(id).name,
      document: (id) => names.document(id)?.title ?? '',
    });
    openNewDocument(store, router, { title: titleOf(row), markdown, isPrivate: true });
  }

  return (
    <div
      className={styles.main}
      data-full={row.isFullWidth || undefined}
      {...(isReadOnly ? {} : EXPECTS_TEXT)}
    >
      {/* Not part of the lazy-loaded editor so that input during its load is kept. */}
      <div className={styles.above}>
        <DocumentCover row={row} pictureOf={uploads.pictureOf} />
        <DocumentAppearance row={row} isReadOnly={isReadOnly} uploads={uploads} />
        <DocumentTitle row={row} isReadOnly={isReadOnly} onDone={goToText} />
      </div>
      <DocumentEditor
        ref={setHandle}
        documentId={row.id}
        name={`${store.teamId}/${row.id}`}
        userId={store.userId}
        isBlank={isKnownBlank(row.id)}
        isConfirmed={isConfirmed}
        isReadOnly={isReadOnly}
        label={titleOf(row)}
        names={names}
        mentionSources={mentionSources}
        uploads={uploads}
        isFullWidth={row.isFullWidth}
        onFullWidth={
          isReadOnly ? null : (isFullWidth) => store.mutate(updateDocument(store, row.id, { isFullWidth }))
        }
        onNewPage={mayMake(row.projectId) ? makeSubPage : null}
        linkTo={(block) => router.buildLocation({ ...to, params: { documentId: row.id }, hash: block }).href}
        blockId={blockId}
        head={head}
        onFacts={(facts: DocumentFacts) => {
          onWordCount(facts.wordCount);
          setIsEmpty(facts.isEmpty);
        }}
        onSaveDraft={mayMake(null) ? saveDraft : null}
      >
        {isEmpty && !isReadOnly && row.title === '' && <FirstLines row={row} />}
        <SubPages row={row} />
      </DocumentEditor>
    </div>
  );
}
