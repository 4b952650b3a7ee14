import { Editor, type JSONContent } from '@tiptap/core';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { isNothing, isSameDoc } from '@hearth/contracts/rich-text/rich-text-words-values';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { RICH_BLOCKS } from './rich-blocks.ts';
import { createEditorOptions } from './editor-options.ts';
import { offerId, RichMenu, type RichOffer } from './rich-menu.tsx';
import type { RichNames } from './rich-names.ts';
import { RichTools } from './rich-tools.tsx';
import type { Sign, Typed } from './typed-menu.ts';
import richStyles from './rich.module.css';
import styles from './rich-tools.module.css';

/** Finds what can be put at the caret: people by their id, tasks by their key. */
export interface RichFinds {
  people: (typed: string) => readonly RichOffer[];
  tasks: (typed: string) => readonly RichOffer[];
}

export interface RichEditorProps {
  label: string;
  placeholder: string;
  /** What is written so far. Another one than was told last takes its place. */
  doc: RichText;
  names: RichNames;
  finds: RichFinds;
  /** Where somebody pressed; null = they came by a key. */
  point: { x: number; y: number } | null;
  onChange: (doc: RichText) => void;
  onLeave: (how: Leaving) => void;
}

/** By a key; to elsewhere in the page; or to another window, from where they come back. */
export type Leaving = 'key' | 'away' | 'back';

interface Menu {
  typed: Typed;
  place: DOMRect;
}

/** The rich-text editor. */
export function RichEditor({
  label,
  placeholder,
  doc,
  names,
  finds,
  point,
  onChange,
  onLeave,
}: RichEditorProps) {
  const { t, i18n } = useLingui();
  const menuId = useId();
  const host = useRef<HTMLDivElement>(null);
  const told = useRef<RichText>(doc);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [menu, setMenu] = useState<Menu | null>(null);
  const [activeAt, setActiveAt] = useState(0);
  const [isLinking, setIsLinking] = useState(false);
  const offers = menu === null ? [] : listOffers(menu.typed);
  const active = Math.min(activeAt, offers.length - 1);
  const isOpen = menu !== null && offers.length > 0;

  function listOffers({ sign, text }: Typed): readonly RichOffer[] {
    if (sign === '@') return finds.people(text);
    if (sign === '#') return finds.tasks(text);
    const asked = text.trim().toLocaleLowerCase();
    return RICH_BLOCKS.filter(({ title, keywords }) =>
      `${i18n._(title)} ${i18n._(keywords)}`.toLocaleLowerCase().includes(asked),
    ).map(({ id, title, icon: Mark }) => ({
      id,
      title: i18n._(title),
      mark: <Mark size={17} stroke={1.7} />,
    }));
  }

  function pick(at: number): void {
    const offer = offers[at];
    if (menu === null || editor === null || offer === undefined || offer.isDisabled === true) return;
    const { sign, from, to } = menu.typed;
    const chain = editor.chain().focus().deleteRange({ from, to });
    if (sign === '/')
      RICH_BLOCKS.find(({ id }) => id === offer.id)
        ?.run(chain)
        .run();
    else {
      const node =
        sign === '@'
          ? { type: 'mention', attrs: { id: offer.id } }
          : { type: 'taskLink', attrs: { key: offer.id } };
      chain.insertContent([node, { type: 'text', text: ' ' }]).run();
    }
  }

  const tellTyped = useEffectEvent((typed: Typed | null, place: DOMRect | null) => {
    setActiveAt(0);
    setMenu(typed === null || place === null ? null : { typed, place });
  });
  const pressKey = useEffectEvent((event: KeyboardEvent): boolean => {
    if (!isOpen) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActiveAt((active + step + offers.length) % offers.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) pick(active);
    else return false;
    event.preventDefault();
    return true;
  });
  const tellChange = useEffectEvent((written: RichText) => {
    told.current = written;
    onChange(written);
  });
  const leave = useEffectEvent(() => onLeave('key'));
  const startLinking = useEffectEvent(() => setIsLinking(true));
  const nameHere = useEffectEvent(() => names);
  const start = useEffectEvent((made: Editor) => {
    const at = point === null ? null : made.view.posAtCoords({ left: point.x, top: point.y });
    made.commands.focus(at === null ? 'end' : at.pos, { scrollIntoView: at === null });
  });
  const describe = useEffectEvent(() => ({ doc, label, className: richStyles.rich ?? '' }));

  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    const first = describe();
    const made = new Editor({
      element,
      ...createEditorOptions({
        names: {
          person: (id) => nameHere().person(id),
          task: (key) => nameHere().task(key),
          stepLabel: (text) => nameHere().stepLabel(text),
        },
        onTyped: (typed, place) => tellTyped(typed, place),
        onKey: (event) => pressKey(event),
        onLeave: () => leave(),
        onLink: () => startLinking(),
      }),
      content: first.doc as JSONContent,
      editorProps: {
        attributes: {
          class: first.className,
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': first.label,
          'data-kept': '',
          // Escape leaves the text first, and then what it stands in.
          'data-mantine-stop-propagation': 'true',
        },
      },
      onUpdate: ({ editor: changed }) => tellChange(changed.getJSON() as RichText),
    });
    setEditor(made);
    start(made);
    return () => {
      setEditor(null);
      made.destroy();
    };
  }, []);

  // Somebody else's words, while nothing is typed here.
  useEffect(() => {
    if (editor === null || doc === told.current) return;
    told.current = doc;
    if (isSameDoc(editor.getJSON() as RichText, doc)) return;
    editor.commands.setContent(doc as JSONContent, { emitUpdate: false });
  }, [editor, doc]);

  // The menu is told by the text, which keeps the focus.
  const activeOffer = isOpen ? offers[active] : undefined;
  useEffect(() => {
    const root = editor?.view.dom;
    if (root === undefined) return;
    const facts: Record<string, string | undefined> = {
      'aria-haspopup': isOpen ? 'listbox' : undefined,
      'aria-controls': isOpen ? menuId : undefined,
      'aria-activedescendant': activeOffer === undefined ? undefined : offerId(menuId, activeOffer),
    };
    for (const [name, value] of Object.entries(facts)) {
      if (value === undefined) root.removeAttribute(name);
      else root.setAttribute(name, value);
    }
  }, [editor, menuId, isOpen, activeOffer]);

  const labels: Record<Sign, string> = {
    '@': t`People to mention`,
    '#': t`Tasks to link`,
    '/': t`Insert`,
  };
  return (
    <div
      className={styles.host}
      data-empty={isNothing(doc) || undefined}
      data-placeholder={placeholder}
      onBlur={(event) => {
        const { relatedTarget } = event;
        // The tools and the menu stand elsewhere in the page, and belong to the text.
        const isOurs =
          relatedTarget instanceof Element &&
          (event.currentTarget.contains(relatedTarget) || relatedTarget.closest('[role="toolbar"]') !== null);
        if (!isOurs && !isLinkFieldLeft(event)) onLeave(document.hasFocus() ? 'away' : 'back');
      }}
    >
      <div ref={host} />
      {isOpen && (
        <RichMenu
          id={menuId}
          label={labels[menu.typed.sign]}
          offers={offers}
          active={active}
          place={menu.place}
          onPick={pick}
        />
      )}
      {editor !== null && <RichTools editor={editor} isLinking={isLinking} onLinking={setIsLinking} />}
    </div>
  );
}

/** The field of a link gives the focus back by itself as it goes. */
function isLinkFieldLeft({ target, relatedTarget }: React.FocusEvent): boolean {
  return (
    target instanceof HTMLInputElement &&
    target.type === 'text' &&
    relatedTarget === null &&
    document.hasFocus()
  );
}
