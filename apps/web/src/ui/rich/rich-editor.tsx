import { Editor, type JSONContent } from '@tiptap/core';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { isNothing, isSameDoc } from '@hearth/contracts/rich-text/plain-text-values';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { RICH_BLOCKS } from './rich-blocks.ts';
import { createEditorOptions } from './editor-options.ts';
import { RichLinks } from './rich-links.tsx';
import type { RichNames } from './rich-names.ts';
import { RichTools } from './rich-tools.tsx';
import { createTypedWatch } from './typed-menu.ts';
import { TypedOffers, type MentionSources } from './typed-offers.tsx';
import richStyles from './rich.module.css';
import styles from './rich-tools.module.css';

export interface RichEditorProps {
  label: string;
  placeholder: string;
  /** The current document. If it differs from the last reported document, it replaces the editor's content. */
  doc: RichText;
  names: RichNames;
  mentionSources: MentionSources;
  /** The position of the pointer press. Null if the editor was entered by keyboard. */
  point: { x: number; y: number } | null;
  onChange: (doc: RichText) => void;
  onLeave: (how: Leaving) => void;
  onCopyLink: (href: string) => void;
  /** Called when images in pasted HTML could not be pasted. */
  onOmittedImages: () => void;
}

/** How focus left the editor: by a key; to another element of the page; or to another window, from which it returns. */
export type Leaving = 'key' | 'away' | 'back';

/** The rich-text editor. */
export function RichEditor({
  label,
  placeholder,
  doc,
  names,
  mentionSources,
  point,
  onChange,
  onLeave,
  onCopyLink,
  onOmittedImages,
}: RichEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const lastDoc = useRef<RichText>(doc);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [watch] = useState(createTypedWatch);
  const [isLinking, setIsLinking] = useState(false);
  const notifyChange = useEffectEvent((written: RichText) => {
    lastDoc.current = written;
    onChange(written);
  });
  const leave = useEffectEvent(() => onLeave('key'));
  const startLinking = useEffectEvent(() => setIsLinking(true));
  const reportOmitted = useEffectEvent(onOmittedImages);
  const nameHere = useEffectEvent(() => names);
  const start = useEffectEvent((created: Editor) => {
    const at = point === null ? null : created.view.posAtCoords({ left: point.x, top: point.y });
    created.commands.focus(at === null ? 'end' : at.pos, { scrollIntoView: at === null });
  });
  const describe = useEffectEvent(() => ({ doc, label, className: richStyles.rich ?? '' }));

  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const first = describe();
    const created = new Editor({
      element,
      ...createEditorOptions({
        names: {
          person: (id) => nameHere().person(id),
          task: (key) => nameHere().task(key),
          stepLabel: (text) => nameHere().stepLabel(text),
        },
        watch,
        onLeave: () => leave(),
        onLink: () => startLinking(),
        onOmittedImages: () => reportOmitted(),
      }),
      content: first.doc as JSONContent,
      editorProps: {
        attributes: {
          class: first.className,
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': first.label,
          'data-kept': '',
          // The first Escape leaves the text. The next Escape closes its container.
          'data-mantine-stop-propagation': 'true',
        },
      },
      onUpdate: ({ editor: changed }) => notifyChange(changed.getJSON() as RichText),
    });
    setEditor(created);
    start(created);
    return () => {
      setEditor(null);
      created.destroy();
    };
  }, [watch]);

  // Applies documents that the editor has not reported itself: remote changes.
  useEffect(() => {
    if (editor === null || doc === lastDoc.current) return;
    lastDoc.current = doc;
    if (isSameDoc(editor.getJSON() as RichText, doc)) return;
    editor.commands.setContent(doc as JSONContent, { emitUpdate: false });
  }, [editor, doc]);

  return (
    <div
      className={styles.host}
      data-empty={isNothing(doc) || undefined}
      data-placeholder={placeholder}
      onBlur={(event) => {
        const { relatedTarget } = event;
        // The toolbar and the menu are elsewhere in the DOM but count as part of the editor.
        const isInEditor =
          relatedTarget instanceof Element &&
          (event.currentTarget.contains(relatedTarget) || relatedTarget.closest('[role="toolbar"]') !== null);
        if (!isInEditor && !isLinkFieldLeft(event)) onLeave(document.hasFocus() ? 'away' : 'back');
      }}
    >
      <div ref={host} />
      {editor !== null && (
        <TypedOffers editor={editor} watch={watch} blocks={RICH_BLOCKS} sources={mentionSources} />
      )}
      {editor !== null && <RichLinks editor={editor} onEdit={() => setIsLinking(true)} onCopy={onCopyLink} />}
      {editor !== null && <RichTools editor={editor} isLinking={isLinking} onLinking={setIsLinking} />}
    </div>
  );
}

/** Whether the link field lost focus because it closed. Closing it returns focus to the text. */
function isLinkFieldLeft({ target, relatedTarget }: React.FocusEvent): boolean {
  return (
    target instanceof HTMLInputElement &&
    target.type === 'text' &&
    relatedTarget === null &&
    document.hasFocus()
  );
}
