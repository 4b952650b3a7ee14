import type { Editor } from '@tiptap/core';
import { isSafeAddress } from '@hearth/contracts/rich-text/rich-text-values';
import { useLingui } from '@lingui/react/macro';
import {
  IconBold,
  IconCheck,
  IconCode,
  IconExternalLink,
  IconItalic,
  IconLink,
  IconLinkOff,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { readIsCoarse } from '#ui/layout/use-device.ts';
import { RICH_BLOCKS } from './rich-blocks.ts';
import { useActiveFormatting } from './active-formatting.ts';
import { openLink } from './rich-links.tsx';
import { putNear } from './rich-menu.tsx';
import styles from './rich-tools.module.css';

interface RichToolsProps {
  editor: Editor;
  isLinking: boolean;
  onLinking: (isLinking: boolean) => void;
  /** Keeps the toolbar while a menu opened from it has the focus. */
  isHeld?: boolean;
  /** Additional tools, shown first. */
  children?: ReactNode;
}

const LINES: ReadonlySet<string> = new Set([
  'heading1',
  'heading2',
  'bulletList',
  'orderedList',
  'taskList',
  'blockquote',
  'codeBlock',
]);

/** The toolbar for the selection. On phones, it is above the on-screen keyboard while editing. */
export function RichTools({ editor, isLinking, onLinking, isHeld = false, children }: RichToolsProps) {
  const { t, i18n } = useLingui();
  const bar = useRef<HTMLDivElement>(null);
  const look = useActiveFormatting(editor);
  const isCoarse = readIsCoarse();
  const isShown = isLinking || isHeld || (look.isFocused && (isCoarse || !look.isEmpty));
  useToolbarPosition(editor, bar, isShown, look);

  if (!isShown) return null;
  const MARKS = [
    {
      id: 'bold',
      label: t`Bold`,
      keys: 'mod+b',
      icon: IconBold,
      run: () => editor.chain().focus().toggleBold().run(),
    },
    {
      id: 'italic',
      label: t`Italic`,
      keys: 'mod+i',
      icon: IconItalic,
      run: () => editor.chain().focus().toggleItalic().run(),
    },
    {
      id: 'underline',
      label: t`Underline`,
      keys: 'mod+u',
      icon: IconUnderline,
      run: () => editor.chain().focus().toggleUnderline().run(),
    },
    {
      id: 'strike',
      label: t`Strike through`,
      keys: 'mod+shift+s',
      icon: IconStrikethrough,
      run: () => editor.chain().focus().toggleStrike().run(),
    },
    {
      id: 'code',
      label: t`Code`,
      keys: 'mod+e',
      icon: IconCode,
      run: () => editor.chain().focus().toggleCode().run(),
    },
    { id: 'link', label: t`Link`, keys: 'mod+k', icon: IconLink, run: () => onLinking(true) },
  ];
  return createPortal(
    <div
      ref={bar}
      role="toolbar"
      aria-label={t`Formatting`}
      className={styles.tools}
      // Keeps focus, and therefore the selection, in the text.
      onPointerDown={(event) => {
        if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
      }}
    >
      {isLinking ? (
        <LinkForm editor={editor} href={look.href} onDone={() => onLinking(false)} />
      ) : (
        <>
          {children}
          {MARKS.map(({ id, label, keys, icon: MarkIcon, run }) => (
            <IconButton
              key={id}
              label={label}
              shortcut={keys}
              tabIndex={-1}
              aria-pressed={look.marks.includes(id)}
              onClick={run}
            >
              <MarkIcon size={16} stroke={1.8} />
            </IconButton>
          ))}
          <span className={styles.parting} />
          {RICH_BLOCKS.filter(({ id }) => LINES.has(id)).map((block) => (
            <IconButton
              key={block.id}
              label={i18n._(block.title)}
              tabIndex={-1}
              aria-pressed={look.block === block.id}
              onClick={() => {
                const chain = editor.chain().focus();
                const isBack = look.block === block.id && block.id.startsWith('heading');
                (isBack ? chain.setParagraph() : block.run(chain)).run();
              }}
            >
              <block.icon size={16} stroke={1.8} />
            </IconButton>
          ))}
        </>
      )}
    </div>,
    document.body,
  );
}

/** Keeps the toolbar above the selection or, on phones, above the on-screen keyboard. */
function useToolbarPosition(
  editor: Editor,
  bar: RefObject<HTMLDivElement | null>,
  isShown: boolean,
  { from, to }: { from: number; to: number },
): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (element === null || !isShown) return undefined;
    const put = (): void => {
      const seen = window.visualViewport;
      const hidden = seen === null ? 0 : innerHeight - seen.height - seen.offsetTop;
      element.style.setProperty('--keyboard', `${Math.max(0, Math.round(hidden))}px`);
      const { selection } = editor.state;
      const [start, end] = [editor.view.coordsAtPos(selection.from), editor.view.coordsAtPos(selection.to)];
      const isOneLine = Math.abs(start.top - end.top) < 4;
      const { x, width } = editor.view.dom.getBoundingClientRect();
      const height = end.bottom - start.top;
      const anchor = isOneLine
        ? new DOMRect(Math.min(start.left, end.left), start.top, Math.abs(end.left - start.left), height)
        : new DOMRect(x, start.top, width, height);
      putNear(element, anchor, 'above');
    };
    put();
    const seen = window.visualViewport;
    seen?.addEventListener('resize', put);
    seen?.addEventListener('scroll', put);
    window.addEventListener('scroll', put, { capture: true, passive: true });
    return () => {
      seen?.removeEventListener('resize', put);
      seen?.removeEventListener('scroll', put);
      window.removeEventListener('scroll', put, { capture: true });
    };
    // oxlint-disable-next-line react/exhaustive-deps -- a new selection moves the toolbar
  }, [editor, bar, isShown, from, to]);
}

interface LinkFormProps {
  editor: Editor;
  href: string | null;
  onDone: () => void;
}

function LinkForm({ editor, href, onDone }: LinkFormProps) {
  const { t } = useLingui();
  const [address, setAddress] = useState(href ?? '');
  const [isWrong, setIsWrong] = useState(false);

  function apply(): void {
    const whole = completeAddress(address);
    if (whole !== '' && !isSafeAddress(whole)) {
      setIsWrong(true);
      return;
    }
    onDone();
    const chain = editor.chain().focus().extendMarkRange('link');
    if (whole === '') chain.unsetLink().run();
    else if (!editor.state.selection.empty || href !== null) chain.setLink({ href: whole }).run();
    else {
      const marks = [{ type: 'link', attrs: { href: whole } }];
      chain.insertContent({ type: 'text', text: whole, marks }).run();
    }
  }

  return (
    <form
      style={{ display: 'contents' }}
      onSubmit={(event) => {
        event.preventDefault();
        // React events bubble through the portal, so keep them from reaching a form around the editor.
        event.stopPropagation();
        apply();
      }}
    >
      <input
        className={styles.address}
        aria-label={t`Link URL`}
        aria-invalid={isWrong || undefined}
        placeholder={t`Paste or type a URL`}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this field
        autoFocus
        value={address}
        onChange={(event) => {
          setIsWrong(false);
          setAddress(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onDone();
          editor.commands.focus();
        }}
      />
      <IconButton type="submit" label={t`Save link`}>
        <IconCheck size={16} stroke={1.8} />
      </IconButton>
      {href !== null && isSafeAddress(href) && (
        <IconButton label={t`Open link`} onClick={() => openLink(href)}>
          <IconExternalLink size={16} stroke={1.8} />
        </IconButton>
      )}
      {href !== null && (
        <IconButton
          label={t`Remove link`}
          onClick={() => {
            onDone();
            editor.chain().focus().extendMarkRange('link').unsetLink().run();
          }}
        >
          <IconLinkOff size={16} stroke={1.8} />
        </IconButton>
      )}
    </form>
  );
}

/** Adds the usual scheme to a typed address. */
function completeAddress(typed: string): string {
  const address = typed.trim();
  if (address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address)) return address;
  return /^[^\s/@]+@[^\s/@]+\.[^\s/@]+$/.test(address) ? `mailto:${address}` : `https://${address}`;
}
