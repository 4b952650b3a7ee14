import { useEffect, useState, useSyncExternalStore, type ReactNode, type Ref } from 'react';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { useLingui } from '@lingui/react/macro';
import type { DocumentNames } from '#ui/rich/rich-names.ts';
import type { RichFinds } from '#ui/rich/typed-offers.tsx';
import type { DocumentUploads } from './blocks/uploads.ts';
import { DocumentPaper } from './document-paper.tsx';
import { COLLABORATION } from './live/collaboration-address.ts';
import { releaseLiveDocument, openLive } from './live/held-documents.ts';
import type { LiveDocument } from './live/live-document.ts';
import styles from './document-editor.module.css';

export interface DocumentEditorProps {
  documentId: string;
  /** The document's name in the collaboration protocol: `<teamId>/<documentId>`. */
  name: string;
  userId: string;
  /** Whether the document is empty as far as this tab can determine. */
  isBlank: boolean;
  /** Whether the document exists on the server. */
  isConfirmed: boolean;
  isReadOnly: boolean;
  /** Accessible name of the text, which is the document's title. */
  label: string;
  names: DocumentNames;
  finds: RichFinds;
  /** null = this document accepts no files. */
  uploads: DocumentUploads | null;
  isFullWidth: boolean;
  /** Called when the full-width setting changes; null = no permission to change it. */
  onFullWidth: ((isFullWidth: boolean) => void) | null;
  /** Creates a sub-page and opens it; returns null if the plan's limit is reached. null = no permission. */
  onNewPage: (() => string | null) | null;
  /** Returns the URL of a block. */
  linkTo: (blockId: string) => string;
  /** The id of the block in the URL. */
  blockId: string | null;
  /** Container for status, people and tools in the page header; null = render them above the text. */
  head: HTMLElement | null;
  onFacts: (facts: DocumentFacts) => void;
  /** Saves unsent changes as a new document; null = no permission. */
  onSaveDraft: ((doc: RichText) => Promise<void>) | null;
  /** Content directly below the text. */
  children?: ReactNode;
  ref?: Ref<DocumentHand | null>;
}

export interface DocumentFacts {
  words: number;
  isEmpty: boolean;
}

/** Imperative handle of the editor for the page. */
export interface DocumentHand {
  /** Moves the caret to the start of the text, for Enter in the title. */
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

/** Has the height of the first screen of text, to avoid a layout shift. */
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
