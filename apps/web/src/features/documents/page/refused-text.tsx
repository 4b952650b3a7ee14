import { useState } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { DocumentEditor } from '#features/documents/editor/editor.lazy.ts';
import type { Document } from '#features/documents/model/document-tree.ts';
import { useTitleOf } from '#features/documents/model/use-title-of.ts';
import { isKnownBlank } from '#features/documents/model/open-new.ts';
import {
  useDocumentMentionSources,
  useDocumentNames,
  type TaskNavigation,
} from './use-document-mentions.tsx';

/** Read-only text of a document whose creation was rejected. */
export function RefusedText({ row, navigation }: { row: Document; navigation: TaskNavigation }) {
  const store = useTeamStore();
  const titleOf = useTitleOf();
  const names = useDocumentNames(navigation);
  const mentionSources = useDocumentMentionSources(row.id, null);
  const [head, setHead] = useState<HTMLElement | null>(null);
  return (
    <div>
      {/* Hides the status and tools because they do not apply to read-only text. */}
      <div ref={setHead} hidden />
      {head !== null && (
        <DocumentEditor
          documentId={row.id}
          onNewPage={null}
          name={`${store.teamId}/${row.id}`}
          userId={store.userId}
          isBlank={isKnownBlank(row.id)}
          isConfirmed={false}
          isReadOnly
          label={titleOf(row)}
          names={names}
          mentionSources={mentionSources}
          uploads={null}
          isFullWidth={row.isFullWidth}
          onFullWidth={null}
          linkTo={(block) => `#${block}`}
          blockId={null}
          head={head}
          onFacts={() => undefined}
          onSaveDraft={null}
        />
      )}
    </div>
  );
}
