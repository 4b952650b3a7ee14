import { useEffect, useState, useSyncExternalStore, type ReactNode, type Ref } from 'react';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { useLingui } from '@lingui/react/macro';
import type { DocumentNames } from '#ui/rich/rich-names.ts';
import type { MentionSources } from '#ui/rich/typed-offers.tsx';
import type { DocumentUploads } from './blocks/uploads.ts';
import { DocumentPaper } from './document-paper.tsx';
import { COLLABORATION } from './live/collaboration-address.ts';
import { releaseLiveDocument, openLive } from './live/background-documents.ts';
import type { LiveDocument } from './live/live-document.ts';
import styles from './document-editor.module.css';

export interface DocumentEditorProps {
  documentId: string;
  /** The document's name in the collaboration protocol: `<teamId>/<documentId>`. */
  name: string;
  userId: string;
  /** Whether this tab considers the document empty. */
  isBlank: boolean;
  /** Whether the document exists on the server. */
  isConfirmed: boolean;
  isReadOnly: boolean;
  /** Accessible name of the text: the document's title. */
  label: string;
  names: DocumentNames;
  mentionSources: MentionSources;
  /** Null if this document accepts no files. */
  uploads: DocumentUploads | null;
  isFullWidth: boolean;
  /** Called when the full-width setting changes. Null without permission to change the setting. */
  onFullWidth: ((isFullWidth: boolean) => void) | null;
  /**
   * Creates a sub-page, opens it and returns its id, or null if the plan's limit is reached. The whole property is null without permission.
   */
  onNewPage: (() => string | null) | null;
  /** Returns the URL of a block. */
  linkTo: (blockId: string) => string;
  /** The id of the block in the URL. */
  blockId: string | null;
  /** Container for status, avatars and tools in the page header. If null, they are rendered above the text. */
  head: HTMLElement | null;
  onFacts: (facts: DocumentFacts) => void;
  /** Saves unsent changes as a new document. Null without permission. */
  onSaveDraft: ((doc: RichText) => Promise<void>) | null;
  /** Content directly below the text. */
  children?: ReactNode;
  ref?: Ref<DocumentHandle | null>;
}

export interface DocumentFacts {
  wordCount: number;
  isEmpty: boolean;
}

/** Imperative handle of the editor for the page. */
export interface DocumentHandle {
  /** Moves the caret to the start of the text when Enter is pressed in the title. */
  focus: () => void;
}

/** Collaborative document editor. */
export function DocumentEditor(props: DocumentEditorProps) {
  const { name, documentId, userId, isBlank, isConfirmed } = props;
  const [live, setLive] = useState<LiveDocument | null>(null);
  useEffect(() => {
    const [teamId = ''] = name.split('/');
    const opened = openLive({ address: COLLABORATION, userId, teamId, documentId, isBlank });
    // oxlint-disable-next-line react/set-state-in-effect -- the connection is opened after rendering, not while rendering
    setLive(opened);
    return () => {
      releaseLiveDocument(opened);
      setLive(null);
    };
  }, [name, documentId, userId, isBlank]);
  useEffect(() => {
    if (isConfirmed) live?.attach();
  }, [live, isConfirmed]);
  return live === null ? <Waiting /> : <Opened live={live} {...props} />;
}

function Opened({ live, ...props }: DocumentEditorProps & { live: LiveDocument }) {
  const facts = useSyncExternalStore(live.subscribe, live.get);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (live.get().unsent > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [live]);
  if (!facts.isReady) return <Waiting isOffline={facts.isOffline} />;
  return <DocumentPaper live={live} facts={facts} {...props} />;
}

/** As high as the first screen of text to avoid a layout shift. */
function Waiting({ isOffline = false }: { isOffline?: boolean }) {
  const { t: write } = useLingui();
  return (
    <div className={styles.frame}>
      <div className={styles.columns}>
        <div className={styles.paper}>
          {isOffline ? (
            <p className={styles.note} role="status">
              {write`This document isn’t on this device yet. It opens as soon as you’re online again.`}
            </p>
          ) : (
            <div className={styles.skeleton} aria-hidden="true" />
          )}
        </div>
      </div>
    </div>
  );
}
