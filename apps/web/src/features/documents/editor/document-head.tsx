import type { Editor } from '@tiptap/core';
import { useLingui } from '@lingui/react/macro';
import { IconArrowAutofitWidth, IconSearch } from '@tabler/icons-react';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import type { DocumentNames } from '#ui/rich/rich-names.ts';
import type { LiveDocument, LiveFacts } from './live/live-document.ts';
import { LivePeople } from './live/live-people.tsx';
import { LiveState } from './live/live-state.tsx';
import { ContentsMenu } from './tools/contents.tsx';
import styles from './document-editor.module.css';

interface DocumentHeadProps {
  editor: Editor;
  live: LiveDocument;
  facts: LiveFacts;
  userId: string;
  names: DocumentNames;
  isReadOnly: boolean;
  isFullWidth: boolean;
  onFullWidth: ((isFullWidth: boolean) => void) | null;
  onFind: () => void;
}

/** Status, present users and tools of the document. */
export function DocumentHead({ editor, live, facts, userId, names, isReadOnly, ...rest }: DocumentHeadProps) {
  const { t } = useLingui();
  const { isFullWidth, onFullWidth, onFind } = rest;
  return (
    <div className={styles.headTools}>
      <LiveState facts={facts} isReadOnly={isReadOnly} />
      <LivePeople editor={editor} live={live} userId={userId} names={names} />
      <ContentsMenu editor={editor} />
      <IconButton label={t`Find in this document`} shortcut="mod+f" onClick={onFind}>
        <IconSearch size={18} stroke={1.7} />
      </IconButton>
      {onFullWidth !== null && (
        <IconButton
          className={styles.widthButton}
          label={t`Full width`}
          aria-pressed={isFullWidth}
          onClick={() => onFullWidth(!isFullWidth)}
        >
          <IconArrowAutofitWidth size={18} stroke={1.7} />
        </IconButton>
      )}
    </div>
  );
}
