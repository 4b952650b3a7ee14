import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronRight, IconList } from '@tabler/icons-react';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import { openAround } from './find.ts';
import styles from './tools.module.css';

interface HeadingLine {
  level: number;
  text: string;
  /** The heading's index among all headings. */
  at: number;
}

export function listHeadings(doc: Node): HeadingLine[] {
  const lines: HeadingLine[] = [];
  let at = 0;
  doc.descendants((node) => {
    if (node.type.name === 'heading') {
      const text = node.textContent.trim();
      if (text !== '') lines.push({ level: Number(node.attrs['level']), text, at });
      at += 1;
    }
    return !node.isTextblock;
  });
  return lines;
}

/** Returns the headings of the document. Updates them after a pause in typing. */
function useHeadings(editor: Editor): readonly HeadingLine[] {
  const subscribe = useMemo(
    () => (listener: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const later = (): void => {
        clearTimeout(timer);
        timer = setTimeout(listener, 200);
      };
      editor.on('update', later);
      return () => {
        clearTimeout(timer);
        editor.off('update', later);
      };
    },
    [editor],
  );
  const headings = useSyncExternalStore(subscribe, () => readHeadings(editor.state.doc));
  return useMemo(() => JSON.parse(headings) as HeadingLine[], [headings]);
}

const read = new WeakMap<Node, string>();
function readHeadings(doc: Node): string {
  const known = read.get(doc);
  if (known !== undefined) return known;
  const headings = JSON.stringify(listHeadings(doc));
  read.set(doc, headings);
  return headings;
}

const HEADINGS = '[data-level]';

function show(editor: Editor, at: number): void {
  const element = editor.view.dom.querySelectorAll<HTMLElement>(HEADINGS)[at];
  if (element === undefined) return;
  openAround(element);
  element.scrollIntoView({ block: 'start' });
  if (!matchMedia('(pointer: fine)').matches) return;
  const pos = editor.view.posAtDOM(element, 0);
  editor.commands.focus(pos, { scrollIntoView: false });
}

/** Returns the index of the last visible heading above the reading line. */
function findActive(root: HTMLElement): number {
  const line = innerHeight * 0.25;
  const above = [...root.querySelectorAll<HTMLElement>(HEADINGS)].findLastIndex(
    (element) => element.offsetParent !== null && element.getBoundingClientRect().top < line,
  );
  return Math.max(0, above);
}

/** Returns the heading of the visible section. */
function useActiveHeading(root: HTMLElement, isWatched: boolean): number {
  const [active, setActive] = useState(0);
  useEffect(() => {
    if (!isWatched) return undefined;
    let frame = 0;
    const later = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setActive(findActive(root)));
    };
    later();
    window.addEventListener('scroll', later, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', later, { capture: true });
    };
  }, [root, isWatched]);
  return active;
}

/** Table of contents next to the text. Shown if there is enough space and the document has at least two headings. */
export function Contents({ editor }: { editor: Editor }) {
  const { t } = useLingui();
  const headings = useHeadings(editor);
  const [isOpen, setIsOpen] = useState(true);
  const active = useActiveHeading(editor.view.dom, isOpen && headings.length > 0);
  if (headings.length < 2) return null;
  return (
    <nav className={styles.contents} aria-label={t`Contents`}>
      <div>
        <button
          type="button"
          className={styles.contentsTitle}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconChevronRight size={14} stroke={1.8} aria-hidden="true" />
          <Trans>Contents</Trans>
        </button>
        {isOpen && (
          <ul>
            {headings.map(({ level, text, at }) => (
              <li key={at} data-depth={level}>
                <button
                  type="button"
                  className={styles.contentsLine}
                  aria-current={at === active ? 'location' : undefined}
                  onClick={() => show(editor, at)}
                >
                  <span>{text}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </nav>
  );
}

/** Compact version: a menu, or a bottom sheet on phones. */
export function ContentsMenu({ editor }: { editor: Editor }) {
  const { t } = useLingui();
  const headings = useHeadings(editor);
  if (headings.length < 2) return null;
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <IconButton className={styles.contentsButton} label={t`Contents`}>
          <IconList size={18} stroke={1.7} />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {headings.map(({ level, text, at }) => (
          <Menu.Item key={at} data-depth={level} onClick={() => setTimeout(() => show(editor, at))}>
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
