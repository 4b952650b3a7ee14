import type { Editor } from '@tiptap/core';
import { useLingui } from '@lingui/react/macro';
import { IconCopy, IconPencil } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { putNear } from './rich-menu.tsx';
import styles from './rich-tools.module.css';

interface RichLinksProps {
  editor: Editor;
  /** Called to edit the address of a link. The link is then selected. */
  onEdit: () => void;
  onCopy: (href: string) => void;
}

/** Delays in ms. The card does not open when the pointer merely passes over the link and stays open while the pointer moves to the card. */
const HOVER_MS = 350;
const LEAVE_MS = 250;
const LONG_PRESS_MS = 500;

/** Links in an editable text. A click opens the link. Hovering or a long press shows further actions. */
export function RichLinks({ editor, onEdit, onCopy }: RichLinksProps) {
  const { t } = useLingui();
  const card = useRef<HTMLDivElement>(null);
  const { shown, setShown, keep, leave } = useShownLink(editor);
  useLayoutEffect(() => {
    if (shown !== null && card.current !== null) putNear(card.current, shown.getBoundingClientRect());
  }, [shown]);

  if (shown === null) return null;
  const { href } = shown;
  return createPortal(
    <div
      ref={card}
      role="toolbar"
      aria-label={t`Link`}
      className={styles.card}
      onPointerEnter={keep}
      onPointerLeave={(event) => {
        if (event.pointerType !== 'touch') leave();
      }}
    >
      <a
        className={styles.cardAddress}
        href={href}
        title={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        dir="ltr"
      >
        {shortenAddress(href)}
      </a>
      <IconButton
        label={/^mailto:/i.test(href) ? t`Copy email address` : t`Copy link`}
        onClick={() => {
          setShown(null);
          onCopy(href);
        }}
      >
        <IconCopy size={16} stroke={1.8} />
      </IconButton>
      <IconButton
        label={t`Edit link`}
        onClick={() => {
          setShown(null);
          const at = editor.view.posAtDOM(shown, 0);
          editor.chain().focus().setTextSelection(at).extendMarkRange('link').run();
          onEdit();
        }}
      >
        <IconPencil size={16} stroke={1.8} />
      </IconButton>
    </div>,
    document.body,
  );
}

/** Opens the links of a text on click. Returns the link that is hovered or was pressed for long. */
function useShownLink(editor: Editor) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [shown, setShown] = useState<HTMLAnchorElement | null>(null);

  useEffect(() => {
    const text = editor.view.dom;
    let isLongPress = false;
    const later = (link: HTMLAnchorElement | null, ms: number): void => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setShown(link), ms);
    };
    const listeners: Partial<Record<keyof HTMLElementEventMap, (event: MouseEvent) => void>> = {
      click(event) {
        const link = linkOf(event);
        // Selecting text within a link must not open it.
        if (link === null || event.button !== 0 || !editor.state.selection.empty) return;
        event.preventDefault();
        if (!isLongPress) openLink(link.href);
      },
      pointerover(event) {
        if (isTouch(event)) return;
        const link = linkOf(event);
        later(link, link === null ? LEAVE_MS : HOVER_MS);
      },
      pointerout: (event) => {
        if (!isTouch(event)) later(null, LEAVE_MS);
      },
      pointerdown(event) {
        isLongPress = false;
        const link = linkOf(event);
        clearTimeout(timer.current);
        setShown(null);
        if (link === null || !isTouch(event)) return;
        timer.current = setTimeout(() => {
          isLongPress = true;
          setShown(link);
        }, LONG_PRESS_MS);
      },
      pointerup: () => {
        if (!isLongPress) clearTimeout(timer.current);
      },
      pointercancel: () => {
        if (!isLongPress) clearTimeout(timer.current);
      },
      contextmenu(event) {
        if (isLongPress) event.preventDefault();
      },
    };
    const entries = Object.entries(listeners) as [string, (event: Event) => void][];
    for (const [name, listener] of entries) text.addEventListener(name, listener);
    return () => {
      clearTimeout(timer.current);
      for (const [name, listener] of entries) text.removeEventListener(name, listener);
    };
  }, [editor]);

  useEffect(() => {
    if (shown === null) return undefined;
    const hide = (): void => setShown(null);
    const pressKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') hide();
    };
    editor.on('update', hide);
    document.addEventListener('keydown', pressKey);
    window.addEventListener('scroll', hide, { capture: true, passive: true });
    return () => {
      editor.off('update', hide);
      document.removeEventListener('keydown', pressKey);
      window.removeEventListener('scroll', hide, { capture: true });
    };
  }, [editor, shown]);

  return {
    shown,
    setShown,
    /** Keeps the link shown while the pointer is over its card. */
    keep: () => clearTimeout(timer.current),
    leave: () => {
      timer.current = setTimeout(() => setShown(null), LEAVE_MS);
    },
  };
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
}

function isTouch(event: MouseEvent): boolean {
  return event instanceof PointerEvent && event.pointerType === 'touch';
}

export function openLink(href: string): void {
  // For an email or phone link, a new tab would stay empty.
  if (/^https?:/i.test(href)) window.open(href, '_blank', 'noopener,noreferrer');
  else location.assign(href);
}

/** Shortens an address for display: without the scheme, `www.` and the trailing slash. */
function shortenAddress(href: string): string {
  return href.replace(/^https?:\/\/(www\.)?|^(mailto|tel):/i, '').replace(/\/$/, '');
}
