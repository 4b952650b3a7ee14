import type { Editor } from '@tiptap/core';
import { Selection } from '@tiptap/pm/state';
import { Plural, useLingui } from '@lingui/react/macro';
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { copyLink } from '#platform/actions/copy-text.ts';
import { showMarked } from '#ui/display/show-marked.ts';
import { RichLinks } from '#ui/rich/rich-links.tsx';
import { RichTools } from '#ui/rich/rich-tools.tsx';
import { createTypedWatch } from '#ui/rich/typed-menu.ts';
import { TypedOffers } from '#ui/rich/typed-offers.tsx';
import { BlockPortals } from './blocks/block-portals.ts';
import { BlockViews } from './blocks/block-views.tsx';
import { UploadJobs, UploadsContext } from './blocks/uploads.ts';
import type { DocumentEditorProps, DocumentHandle } from './document-editor.tsx';
import { DocumentHead } from './document-head.tsx';
import { LiveNotes } from './live/live-notes.tsx';
import type { LiveDocument, LiveFacts } from './live/live-document.ts';
import { findBlockById } from './schema/block-ids.ts';
import { BlockHandle } from './tools/block-handle.tsx';
import { Contents } from './tools/contents.tsx';
import { listBlocks } from './tools/document-blocks.ts';
import { openAround } from './tools/find.ts';
import { FindBar } from './tools/find-bar.tsx';
import { PhoneTools } from './tools/phone-tools.tsx';
import { refreshNames } from './tools/refresh-names.ts';
import { TableTools } from './tools/table-tools.tsx';
import { useDocumentText } from './use-document-text.ts';
import { useWordCount } from './use-word-count.ts';
import styles from './document-editor.module.css';

interface DocumentPaperProps extends DocumentEditorProps {
  live: LiveDocument;
  facts: LiveFacts;
}

/** The text with its surrounding UI. */
export function DocumentPaper({
  ref,
  children,
  onFacts,
  onFullWidth,
  onSaveDraft,
  ...props
}: DocumentPaperProps) {
  const {
    live,
    facts,
    name,
    userId,
    label,
    names,
    mentionSources,
    uploads,
    isFullWidth,
    head,
    linkTo,
    blockId,
  } = props;
  const host = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  const [watch] = useState(createTypedWatch);
  const [portals] = useState(() => new BlockPortals());
  const jobs = useMemo(() => (uploads === null ? null : new UploadJobs(uploads)), [uploads]);
  const [isLinking, setIsLinking] = useState(false);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [findRequest, setFindRequest] = useState(0);
  const isReadOnly = props.isReadOnly || facts.readOnly !== null;
  const editor = useDocumentText(host, {
    live,
    name,
    userId,
    isReadOnly,
    label,
    names,
    jobs,
    portals,
    watch,
    onMenu: () => menuButton.current?.click(),
    onFind: () => setFindRequest((before) => before + 1),
    onLink: () => setIsLinking(true),
  });
  const words = useWordCount(editor, onFacts);

  useImperativeHandle<DocumentHandle | null, DocumentHandle | null>(
    ref,
    () => (editor === null ? null : { focus: () => focusStart(editor) }),
    [editor],
  );
  useEffect(() => {
    if (editor !== null) refreshNames(editor);
    // oxlint-disable-next-line react/exhaustive-deps -- the nodes of the text read the names themselves
  }, [editor, names]);
  useShownBlock(editor, blockId);

  const tools = editor !== null && (
    <DocumentHead
      editor={editor}
      live={live}
      facts={facts}
      userId={userId}
      names={names}
      isReadOnly={isReadOnly}
      isFullWidth={isFullWidth}
      onFullWidth={onFullWidth}
      onFind={() => setFindRequest((before) => before + 1)}
    />
  );
  return (
    <UploadsContext value={jobs}>
      <div className={styles.frame}>
        {head === null ? <div className={styles.head}>{tools}</div> : createPortal(tools, head)}
        <LiveNotes editor={editor} live={live} facts={facts} onSaveDraft={onSaveDraft} />
        {editor !== null && findRequest > 0 && (
          <FindBar key={findRequest} editor={editor} onClose={() => setFindRequest(0)} />
        )}
        <div className={styles.columns}>
          <div className={styles.paper}>
            <div ref={frame} className={styles.writing}>
              <div ref={host} />
              {editor !== null && !isReadOnly && (
                <>
                  <BlockHandle editor={editor} frame={frame} linkTo={linkTo} menuButton={menuButton} />
                  <TableTools editor={editor} frame={frame} />
                </>
              )}
            </div>
            {children}
            {editor !== null && !isReadOnly && <Tail editor={editor} />}
            {words !== null && (
              <p className={styles.words}>
                <Plural value={words} one="# word" other="# words" />
              </p>
            )}
          </div>
          {editor !== null && <Contents editor={editor} />}
        </div>
        {editor !== null && <BlockViews portals={portals} />}
        {editor !== null && !isReadOnly && (
          <>
            <TypedOffers
              editor={editor}
              watch={watch}
              blocks={listBlocks(jobs !== null, props.onNewPage)}
              sources={mentionSources}
            />
            <RichLinks editor={editor} onEdit={() => setIsLinking(true)} onCopy={copyLink} />
            <RichTools editor={editor} isLinking={isLinking} onLinking={setIsLinking} isHeld={isMenuOpen}>
              <PhoneTools editor={editor} linkTo={linkTo} onMenu={setIsMenuOpen} />
            </RichTools>
          </>
        )}
      </div>
    </UploadsContext>
  );
}

/** The area below the last block. A press starts a new line, and a drop inserts at the end. */
function Tail({ editor }: { editor: Editor }) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t`Write at the end`}
      className={styles.tail}
      onDragOver={(event) => passOn(editor, event)}
      onDrop={(event) => passOn(editor, event)}
      onClick={() => {
        const { doc } = editor.state;
        const { lastChild } = doc;
        const isEmptyLine = lastChild?.type.name === 'paragraph' && lastChild.content.size === 0;
        if (isEmptyLine) editor.commands.focus('end');
        else editor.chain().insertContentAt(doc.content.size, { type: 'paragraph' }).focus('end').run();
      }}
    />
  );
}

function passOn(editor: Editor, event: React.DragEvent): void {
  event.preventDefault();
  const { type, clientX, clientY, dataTransfer } = event.nativeEvent;
  const init = { clientX, clientY, dataTransfer, bubbles: true, cancelable: true };
  editor.view.dom.dispatchEvent(new DragEvent(type, init));
}

/** Scrolls once to the block in the URL. */
function useShownBlock(editor: Editor | null, blockId: string | null): void {
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (editor === null || blockId === null || shown.current === blockId) return undefined;
    const frame = requestAnimationFrame(() => {
      const at = findBlockById(editor.state.doc, blockId);
      const element = at === null ? null : editor.view.nodeDOM(at);
      if (!(element instanceof HTMLElement)) return;
      shown.current = blockId;
      openAround(element);
      showMarked(element);
    });
    return () => cancelAnimationFrame(frame);
  }, [editor, blockId]);
}

/** Focuses the start of the text immediately: the `focus` command waits for a frame, in which keys would still go to the title. */
function focusStart({ view }: Editor): void {
  view.dispatch(view.state.tr.setSelection(Selection.atStart(view.state.doc)).scrollIntoView());
  view.focus();
}
