import type { Editor } from '@tiptap/core';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { writeRichText } from '@hearth/contracts/rich-text/plain-text-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { copyText } from '#platform/actions/copy-text.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import type { LiveDocument, LiveFacts } from './live-document.ts';
import styles from './live.module.css';

interface LiveNotesProps {
  editor: Editor | null;
  live: LiveDocument;
  facts: LiveFacts;
  onSaveDraft: ((doc: RichText) => Promise<void>) | null;
}

/** Explains why the document cannot be edited and offers the available actions. */
export function LiveNotes({ editor, live, facts, onSaveDraft }: LiveNotesProps) {
  const { t } = useLingui();
  const [isBusy, setIsBusy] = useState(false);
  if (facts.readOnly === 'reload') {
    return (
      <div className={styles.note}>
        <Notice
          kind="info"
          action={
            <Button size="small" onClick={() => location.reload()}>
              <Trans>Reload</Trans>
            </Button>
          }
        >
          <Trans>There is a newer version of Hearth. Reload to edit this document.</Trans>
        </Notice>
      </div>
    );
  }
  if (facts.readOnly === 'full' && facts.unsent === 0) {
    return (
      <div className={styles.note}>
        <Notice kind="warning">
          <Trans>This document is as long as one can be. Move parts of it to another one.</Trans>
        </Notice>
      </div>
    );
  }
  if (facts.readOnly === 'storage' && facts.unsent === 0) {
    return (
      <div className={styles.note}>
        <Notice kind="warning">
          <Trans>The documents of your team use all the storage of its plan. You can’t add to them.</Trans>
        </Notice>
      </div>
    );
  }
  if (facts.readOnly === null || facts.unsent === 0 || editor === null) return null;
  const readText = (): RichText => editor.getJSON() as RichText;

  async function saveDraft(save: (doc: RichText) => Promise<void>): Promise<void> {
    setIsBusy(true);
    try {
      await save(readText());
      await live.discard();
    } catch {
      // The page has shown the error, and the text is still in the editor.
    }
    setIsBusy(false);
  }

  return (
    <div className={styles.note}>
      <Notice
        kind="warning"
        title={t`You can no longer edit this document`}
        action={
          <span className={styles.noteActs}>
            {onSaveDraft !== null && (
              <Button size="small" isBusy={isBusy} onClick={() => void saveDraft(onSaveDraft)}>
                <Trans>Save as a new document</Trans>
              </Button>
            )}
            <Button
              size="small"
              variant="default"
              onClick={() => void copyText(writeRichText(readText()), t`Text copied`)}
            >
              <Trans>Copy as Markdown</Trans>
            </Button>
            <Button size="small" variant="subtle" onClick={() => void live.discard()}>
              <Trans>Discard</Trans>
            </Button>
          </span>
        }
      >
        <Trans>Your last changes were not sent. They are still on this device.</Trans>
      </Notice>
    </div>
  );
}
