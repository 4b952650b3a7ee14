import { Trans, useLingui } from '@lingui/react/macro';
import { IconRotate } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Action } from '#platform/actions/actions.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { focusAfterRender } from '#ui/keyboard/focus-after-render.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Keys } from '#ui/keyboard/keys.tsx';
import { useKeysOf } from '#ui/keyboard/shortcut-registry.ts';
import { KeyRecorder } from './key-recorder.tsx';
import { changeShortcuts, customShortcuts } from './custom-shortcuts.ts';
import styles from './shortcut-sheet.module.css';

/** An action with its shortcut. A press on the shortcut changes it. */
export function ShortcutLine({ action }: { action: Action }) {
  const { i18n, t } = useLingui();
  const keys = useKeysOf(action);
  const isOwn = useSelected(customShortcuts, ({ own }) => own[action.id] !== undefined);
  const [isRecording, setIsRecording] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const title = i18n._(action.title);

  function end(): void {
    setIsRecording(false);
    focusAfterRender(() => button.current);
  }

  return (
    <div className={styles.line} data-recording={isRecording || undefined}>
      <dt>{title}</dt>
      <dd className={styles.keys}>
        {isRecording ? (
          <KeyRecorder action={action} onEnd={end} />
        ) : (
          <>
            {isOwn && (
              <IconButton
                label={t`Reset shortcut for ${title}`}
                size={26}
                onClick={() => {
                  changeShortcuts({ [action.id]: null });
                  button.current?.focus();
                }}
              >
                <IconRotate size={15} stroke={1.7} />
              </IconButton>
            )}
            <button ref={button} type="button" className={styles.change} onClick={() => setIsRecording(true)}>
              <span className={styles.unseen}>
                <Trans>Change shortcut for {title}</Trans>
              </span>
              {keys.length === 0 ? (
                <span className={styles.none}>
                  <Trans>No shortcut</Trans>
                </span>
              ) : (
                keys.map((shortcut) => <Keys key={shortcut} shortcut={shortcut} isAlways />)
              )}
            </button>
          </>
        )}
      </dd>
    </div>
  );
}
