import { useRef, useState } from 'react';
import { useRouter } from '@tanstack/react-router';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { useTeamStore } from '#platform/sync/index.ts';
import { DocumentEditor } from '#features/documents/editor/editor.lazy.ts';
import type { DocumentFacts, DocumentHand } from '#features/documents/editor/document-editor.tsx';
import type { Document } from '#features/documents/model/document-tree.ts';
import { useTitleOf } from '#features/documents/model/document-words.ts';
import { createDocument, updateDocument } from '#features/documents/model/documents.data.ts';
import { useDocumentMay, useMayMake } from '#features/documents/model/use-documents.ts';
import { DocumentCover, DocumentLook } from './document-look.tsx';
import { DocumentTitle } from './document-title.tsx';
import { createUploads } from './document-uploads.ts';
import { FirstLines } from './first-lines.tsx';
import { useDocumentFinds, useDocumentNames, type TaskWays } from './use-document-words.tsx';
import styles from './page.module.css';

interface DocumentPageProps {
  row: Document;
  /** Where state, people and tools stand. */
  head: HTMLElement | null;
  ways: TaskWays;
  /** The block that the address leads to. */
  blockId: string | null;
  onWords: (words: number) => void;
}

/** A document: what stands above its text, and the text. */
export function DocumentPage({ row, head, ways, blockId, onWords }: DocumentPageProps) {
  const store = useTeamStore();
  const router = useRouter();
  const may = useDocumentMay();
  const mayMake = useMayMake();
  const titleOf = useTitleOf();
  const names = useDocumentNames(ways);
  const finds = useDocumentFinds(row.id, row.projectId);
  const editor = useRef<DocumentHand>(null);
  const [isEmpty, setIsEmpty] = useState(false);
  const isReadOnly = !may('document.update', row);
  const [uploads] = useState(() => createUploads(store, row.id));
  const to = { to: '/dashboard/documents/$documentId', search: {} } as const;

  async function saveDraft(doc: RichText): Promise<void> {
    const { writeMarkdown } = await import('@hearth/contracts/rich-text/markdown/write-markdown');
    const documentId = store.newId();
    const markdown = writeMarkdown(doc, {
      person: (id) => names.person(id).name,
      document: (id) => names.document(id)?.title ?? '',
    });
    store.mutate(createDocument(store, { title: titleOf(row), markdown, isPrivate: true }, documentId));
    void router.navigate({ ...to, params: { documentId } });
  }

  return (
    <div className={styles.main}>
      <DocumentEditor
        ref={editor}
        documentId={row.id}
        name={`${store.teamId}/${row.id}`}
        userId={store.userId}
        isReadOnly={isReadOnly}
        label={titleOf(row)}
        names={names}
        finds={finds}
        uploads={isReadOnly ? null : uploads}
        isFullWidth={row.isFullWidth}
        onFullWidth={
          isReadOnly ? null : (isFullWidth) => store.mutate(updateDocument(store, row.id, { isFullWidth }))
        }
        linkTo={(block) => router.buildLocation({ ...to, params: { documentId: row.id }, hash: block }).href}
        blockId={blockId}
        head={head}
        onFacts={(facts: DocumentFacts) => {
          onWords(facts.words);
          setIsEmpty(facts.isEmpty);
        }}
        onSaveDraft={mayMake(null) ? saveDraft : null}
      >
        <DocumentCover row={row} pictureOf={uploads.pictureOf} />
        <DocumentLook row={row} isReadOnly={isReadOnly} />
        <DocumentTitle row={row} isReadOnly={isReadOnly} onDone={() => editor.current?.focus()} />
        {isEmpty && !isReadOnly && row.title === '' && <FirstLines row={row} />}
      </DocumentEditor>
    </div>
  );
}
