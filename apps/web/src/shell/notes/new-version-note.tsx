import { Trans } from '@lingui/react/macro';
import { useState, useSyncExternalStore } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { loadNewVersion, newVersion } from '#platform/release/new-version.ts';
import { useSelected } from '#platform/client-state/state.ts';
import styles from './new-version-note.module.css';

/** Offers a release that is ready once there is no input that a reload would lose. */
export function NewVersionNote() {
  const isReady = useSelected(newVersion, (state) => state.isReady);
  const isTyping = useSyncExternalStore(subscribeFocus, isTypingUnkept);
  const [isPutOff, setIsPutOff] = useState(false);
  const [isLoading, setIsLoading] = useState(false);
  return (
    <div role="status" aria-live="polite">
      {isReady && !isPutOff && !isTyping && (
        <div className={styles.note}>
          <span>
            <Trans>A new version is ready</Trans>
          </span>
          <Button
            size="small"
            variant="default"
            isBusy={isLoading}
            // Keeps focus in the field being edited because leaving it would submit unfinished input.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              setIsLoading(true);
              void loadNewVersion();
            }}
          >
            <Trans>Reload</Trans>
          </Button>
          <Button size="small" variant="subtle" onClick={() => setIsPutOff(true)}>
            <Trans>Later</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

const fields = ['input:not([type])', 'input[type="text"]', 'input[type="email"]', 'textarea'];
const unkept = fields.map((field) => `${field}:not([data-kept], [readonly])`);
const unkeptInDialog = unkept.map((field) => `[role="dialog"] ${field}`).join(', ');

function isTypingUnkept(): boolean {
  const focused = document.activeElement;
  return focused?.matches(unkept.join(', ')) === true || document.querySelector(unkeptInDialog) !== null;
}

function subscribeFocus(listener: () => void): () => void {
  // Deferred because focus has not moved yet during this event. A closing dialog restores it one frame later.
  const later = () => setTimeout(listener);
  const events = ['focusin', 'focusout'] as const;
  for (const event of events) document.addEventListener(event, later);
  return () => {
    for (const event of events) document.removeEventListener(event, later);
  };
}
