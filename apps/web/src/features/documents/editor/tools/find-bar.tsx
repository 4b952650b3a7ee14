import type { Editor } from '@tiptap/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { startFind, endFinding, readFound, replaceAllFound, replaceFound, stepFound } from './find.ts';
import styles from './tools.module.css';

interface FindBarProps {
  editor: Editor;
  onClose: () => void;
}

/** Find and replace within the document. */
export function FindBar({ editor, onClose }: FindBarProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState(() => readSelected(editor));
  const subscribe = useMemo(
    () => (listener: () => void) => {
      editor.on('transaction', listener);
      return () => void editor.off('transaction', listener);
    },
    [editor],
  );
  const found = useSyncExternalStore(subscribe, () => JSON.stringify(readFound(editor)));
  const { count, current } = JSON.parse(found) as ReturnType<typeof readFound>;
  const isEditable = editor.isEditable;

  useEffect(() => {
    startFind(editor, readSelected(editor));
    field.current?.select();
  }, [editor]);

  function close(): void {
    if (!editor.isDestroyed) {
      endFinding(editor, true);
      editor.commands.focus();
    }
    onClose();
  }

  const place = count === 0 ? 0 : current + 1;
  const note =
    query === '' ? '' : count === 0 ? t`No results` : t`${formats.number(place)} of ${formats.number(count)}`;
  return (
    <div className={styles.findPlace}>
      <div
        role="search"
        aria-label={t`Find in this document`}
        className={styles.find}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          close();
        }}
      >
        <div className={styles.findLine}>
          <input
            ref={field}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this field
            autoFocus
            className={styles.findField}
            aria-label={t`Find`}
            placeholder={t`Find`}
            value={query}
            onChange={({ currentTarget }) => {
              setQuery(currentTarget.value);
              startFind(editor, currentTarget.value);
            }}
            onKeyDown={(event) => {
              const isAgain = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'f';
              if (isAgain) {
                event.preventDefault();
                event.currentTarget.select();
              }
              if (event.key !== 'Enter') return;
              event.preventDefault();
              stepFound(editor, event.shiftKey ? -1 : 1);
            }}
          />
          <span className={styles.findCount} role="status">
            {note}
          </span>
          <IconButton
            label={t`Previous result`}
            shortcut="shift+enter"
            disabled={count === 0}
            onClick={() => stepFound(editor, -1)}
          >
            <IconChevronUp size={16} stroke={1.8} />
          </IconButton>
          <IconButton
            label={t`Next result`}
            shortcut="enter"
            disabled={count === 0}
            onClick={() => stepFound(editor, 1)}
          >
            <IconChevronDown size={16} stroke={1.8} />
          </IconButton>
          <IconButton label={t`Close find`} shortcut="escape" onClick={close}>
            <IconX size={16} stroke={1.8} />
          </IconButton>
        </div>
        {isEditable && (
          <ReplaceLine editor={editor} count={count} onReplacedAll={() => field.current?.focus()} />
        )}
      </div>
    </div>
  );
}

interface ReplaceLineProps {
  editor: Editor;
  /** Number of results. */
  count: number;
  /** Called to move the focus: the button must not keep it when there is nothing left to replace. */
  onReplacedAll: () => void;
}

function ReplaceLine({ editor, count, onReplacedAll }: ReplaceLineProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const [replacement, setReplacement] = useState('');
  return (
    <div className={styles.findLine}>
      <input
        className={styles.findField}
        aria-label={t`Replace with`}
        placeholder={t`Replace with`}
        value={replacement}
        onChange={({ currentTarget }) => setReplacement(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          replaceFound(editor, replacement);
        }}
      />
      <Button
        size="small"
        variant="default"
        disabled={count === 0}
        onClick={() => replaceFound(editor, replacement)}
      >
        <Trans>Replace</Trans>
      </Button>
      <Button
        size="small"
        variant="subtle"
        disabled={count === 0}
        onClick={() => {
          const replaced = replaceAllFound(editor, replacement);
          announce(t`${formats.number(replaced)} replaced`);
          onReplacedAll();
        }}
      >
        <Trans>Replace all</Trans>
      </Button>
    </div>
  );
}

/** Returns the selected text. It becomes the query. */
function readSelected({ state }: Editor): string {
  const { from, to } = state.selection;
  return state.doc.textBetween(from, to, ' ').slice(0, 100);
}
