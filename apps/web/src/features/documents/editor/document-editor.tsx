import { useEffect, useState, useSyncExternalStore, type ReactNode, type Ref } from 'react';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { useLingui } from '@lingui/react/macro';
import type { DocumentNames } from '#ui/rich/rich-names.ts';
import type { RichFinds } from '#ui/rich/typed-offers.tsx';
import type { DocumentUploads } from './blocks/uploads.ts';
import { DocumentPaper } from './document-paper.tsx';
import { COLLABORATION } from './live/collaboration-address.ts';
import { leaveLive, openLive } from './live/held-documents.ts';
import type { LiveDocument } from './live/live-document.ts';
import styles from './document-editor.module.css';

export interface DocumentEditorProps {
  documentId: string;
  /** `<teamId>/<documentId>` */
  name: string;
  userId: string;
  /** Nothing is in it yet, by what this tab knows. */
  isBlank: boolean;
  /** The server has the document. */
  isConfirmed: boolean;
  isReadOnly: boolean;
  /** What a screen reader calls the text: the document's title. */
  label: string;
  names: DocumentNames;
  finds: RichFinds;
  /** null = this document takes no files. */
  uploads: DocumentUploads | null;
  isFullWidth: boolean;
  /** null = this person may not change it. */
  onFullWidth: ((isFullWidth: boolean) => void) | null;
  /** Makes a sub-page and goes to it; returns null if there is no room for one. null = this person may not. */
  onNewPage: (() => string | null) | null;
  /** The address that leads to a block. */
  linkTo: (blockId: string) => string;
  /** The block that the address leads to. */
  blockId: string | null;
  /** Where state, people and tools stand: in the head of the page; null = above the text. */
  head: HTMLElement | null;
  onFacts: (facts: DocumentFacts) => void;
  /** Makes a document of what could not be sent; null where the person may not. */
  onSaveDraft: ((doc: RichText) => Promise<void>) | null;
  /** Right below the text. */
  children?: ReactNode;
  ref?: Ref<DocumentHand | null>;
}

export interface DocumentFacts {
  words: number;
  isEmpty: boolean;
}

/** What the page can do with the text. */
export interface DocumentHand {
  /** The caret goes to its beginning, as with Enter in the title. */
  focus: () => void;
}

/** A document that several write at once. */
export function DocumentEditor(props: DocumentEditorProps) {
  const { name, documentId, userId, isBlank, isConfirmed } = props;
  const [live, setLive] = useState<LiveDocument | null>(null);
  useEffect(() => {
    const [teamId = ''] = name.split('/');
    const opened = openLive({ address: COLLABORATION, userId, teamId, documentId, isBlank });
    // oxlint-disable-next-line react/set-state-in-effect -- a connection is opened for what is on the screen, not while it is drawn
    setLive(opened);
    return () => {
      leaveLive(opened);
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

/** As high as a first screen of text, so that nothing jumps. */
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
