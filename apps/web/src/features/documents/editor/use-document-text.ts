import { Editor } from '@tiptap/core';
import { Collaboration } from '@tiptap/extension-collaboration';
import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react';
import { CaretFirst } from '#ui/rich/caret-first.ts';
import { createLinkKey } from '#ui/rich/editor-options.ts';
import { createPaste } from '#ui/rich/paste/create-paste.ts';
import type { DocumentNames } from '#ui/rich/rich-names.ts';
import { createTypedMenu, type TypedWatch } from '#ui/rich/typed-menu.ts';
import richStyles from '#ui/rich/rich.module.css';
import type { BlockPortals } from './blocks/block-portals.ts';
import { createFileCopying } from './blocks/file-copies.ts';
import { createFileTaking, EmbeddedPictures } from './blocks/put-files.ts';
import type { UploadJobs } from './blocks/uploads.ts';
import { createCarets } from './live/carets.ts';
import { EmptyDocument } from './live/empty-document.ts';
import { KeptCaret } from './live/kept-caret.ts';
import type { LiveDocument } from './live/live-document.ts';
import { MovedBlocks } from './live/moved-blocks.ts';
import { createDocumentSchema } from './schema/document-schema.ts';
import { BlockDrops } from './tools/block-drops.ts';
import { createBlockKeys } from './tools/block-keys.ts';
import { Find } from './tools/find.ts';
import { Placeholders } from './tools/placeholders.ts';
import { RedoneItems } from './tools/redone-items.ts';
import { createRewriteSteps } from './tools/rewrite-steps.ts';
import { UndoSteps } from './tools/undo-steps.ts';
import styles from './document-editor.module.css';

interface DocumentText {
  live: LiveDocument;
  /** The document's name in the collaboration protocol: `<teamId>/<documentId>`. */
  name: string;
  userId: string;
  isReadOnly: boolean;
  label: string;
  names: DocumentNames;
  jobs: UploadJobs | null;
  portals: BlockPortals;
  watch: TypedWatch;
  onMenu: () => void;
  onFind: () => void;
  onLink: () => void;
}

/** Returns the editor of a live document, mounted in the element. Returns null until it is mounted. */
export function useDocumentText(host: RefObject<HTMLElement | null>, text: DocumentText): Editor | null {
  const { live, name, userId, jobs, portals, watch, isReadOnly } = text;
  const [editor, setEditor] = useState<Editor | null>(null);
  const namesNow = useEffectEvent(() => text.names);
  const labelNow = useEffectEvent(() => text.label);
  const openMenu = useEffectEvent(text.onMenu);
  const find = useEffectEvent(text.onFind);
  const link = useEffectEvent(text.onLink);

  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const names: DocumentNames = {
      person: (id) => namesNow().person(id),
      task: (key) => namesNow().task(key),
      document: (id) => namesNow().document(id),
      face: (id) => namesNow().face(id),
      stepLabel: (step) => namesNow().stepLabel(step),
    };
    const pictures = new EmbeddedPictures(jobs !== null);
    const created = new Editor({
      element,
      injectCSS: false,
      enablePasteRules: ['link'],
      editable: !isReadOnly,
      // A placeholder that the shared content replaces: Tiptap would parse empty content as HTML, which the CSP forbids.
      content: { type: 'doc', content: [{ type: 'paragraph' }] },
      extensions: [
        ...createDocumentSchema(names, portals, name),
        CaretFirst,
        Collaboration.configure({ document: live.doc, field: 'default' }),
        EmptyDocument,
        MovedBlocks,
        KeptCaret,
        UndoSteps,
        RedoneItems,
        createRewriteSteps(live.provider),
        createCarets(live.provider, userId, names),
        createTypedMenu({ watch, hasDocuments: true }),
        createBlockKeys({ onMenu: () => openMenu(), onFind: () => find() }),
        createLinkKey(() => link()),
        createPaste('document', pictures),
        ...(jobs === null || isReadOnly
          ? []
          : [createFileTaking(jobs, pictures), createFileCopying(jobs.copies, name)]),
        BlockDrops,
        Find,
        Placeholders,
      ],
      editorProps: {
        attributes: {
          class: `${richStyles.rich} ${styles.text}`,
          role: isReadOnly ? 'article' : 'textbox',
          ...(isReadOnly ? {} : { 'aria-multiline': 'true' }),
          'aria-label': labelNow(),
          'data-kept': '',
        },
        handleDOMEvents: {
          click: (_view, event) => follow(event, namesNow()),
        },
      },
    });
    // oxlint-disable-next-line react/set-state-in-effect -- the editor can only be created once its element exists
    setEditor(created);
    return () => {
      setEditor(null);
      created.destroy();
    };
  }, [host, live, name, userId, jobs, portals, watch, isReadOnly]);
  const { label } = text;
  useEffect(() => {
    editor?.view.dom.setAttribute('aria-label', label);
  }, [editor, label]);
  return editor;
}

/** Opens the task or document that a chip links to. */
function follow(event: MouseEvent, names: DocumentNames): boolean {
  const { target } = event;
  if (!(target instanceof Element)) return false;
  const document = target.closest<HTMLElement>('[data-document]')?.dataset['document'];
  const task = target.closest<HTMLElement>('[data-task]')?.dataset['task'];
  const linked =
    document === undefined ? (task === undefined ? null : names.task(task)) : names.document(document);
  if (linked === null) return false;
  event.preventDefault();
  linked.open();
  return true;
}
