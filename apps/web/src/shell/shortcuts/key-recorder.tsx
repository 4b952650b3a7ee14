import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { areShortcutsClashing, explainNoShortcut } from '@hearth/contracts/account/shortcut-values';
import { Button } from '#ui/buttons/button.tsx';
import type { Action } from '#platform/actions/actions.ts';
import { readPress } from '#platform/actions/keys.ts';
import { useFormats } from '#ui/format/formats.ts';
import { isMac, Keys } from '#ui/keyboard/keys.tsx';
import { keysOf } from '#ui/keyboard/shortcut-registry.ts';
import { ALL_ACTIONS } from './all-actions.ts';
import { boardKeys, calendarKeys, timelineKeys, workloadKeys } from '#features/tasks/index.ts';
import { changeShortcuts } from './custom-shortcuts.ts';
import styles from './shortcut-sheet.module.css';

/** Timeout of a key sequence. */
const SECOND_KEY_MS = 1_000;
/** Fixed keys. They are handled before any shortcut. */
const FIXED = [...boardKeys, ...calendarKeys, ...timelineKeys, ...workloadKeys];

interface RecorderProps {
  action: Action;
  onEnd: () => void;
}

/** Records the shortcut of an action and explains why a shortcut cannot be used. */
export function KeyRecorder({ action, onEnd }: RecorderProps) {
  const { i18n, t } = useLingui();
  const formats = useFormats();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [first, setFirst] = useState<string | null>(null);
  /** The pressed shortcut if it is not available. */
  const [recorded, setRecorded] = useState<string | null>(null);
  const title = i18n._(action.title);
  const owners = recorded === null ? [] : findOwners(recorded, action);
  const names = formats.list(owners.map((owner) => `“${i18n._(owner.title)}”`));
  const why = recorded === null ? null : explain(recorded);

  useEffect(() => {
    field.current?.focus();
    return () => clearTimeout(timer.current);
  }, []);

  function explain(keys: string): string | null {
    const reason = explainNoShortcut(keys);
    if (reason === 'browser') return t`Your browser uses this key.`;
    if (reason !== null) return t`This key is needed for typing and navigation.`;
    const fixed = FIXED.find((hint) => hint.keys.includes(keys.split(' ')[0] ?? ''));
    if (fixed === undefined) return null;
    const work = i18n._(fixed.title);
    return t`This key is used on cards and days: “${work}”.`;
  }

  function decide(keys: string): void {
    setFirst(null);
    if (explain(keys) !== null || findOwners(keys, action).length > 0) {
      setRecorded(keys);
      return;
    }
    const isDefault = action.shortcuts?.length === 1 && action.shortcuts[0] === keys;
    changeShortcuts({ [action.id]: isDefault ? null : keys });
    onEnd();
  }

  function record(event: KeyboardEvent): void {
    if (event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    clearTimeout(timer.current);
    if (event.key === 'Escape') return onEnd();
    const press = readPress(event.nativeEvent, isMac);
    if (press === null || event.repeat) return;
    setRecorded(null);
    if (first !== null) return decide(`${first} ${press}`);
    // A press with Ctrl or Alt is complete because the browser may handle a second key.
    if (/^(?:mod|alt|other)\+/.test(press) || explainNoShortcut(press) !== null) return decide(press);
    setFirst(press);
    timer.current = setTimeout(() => decide(press), SECOND_KEY_MS);
  }

  return (
    <div
      className={styles.recorder}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onEnd();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) onEnd();
      }}
    >
      <span className={styles.field}>
        <input
          ref={field}
          readOnly
          className={styles.input}
          // Escape leaves the field, not the dialog.
          data-mantine-stop-propagation="true"
          value=""
          aria-label={t`New shortcut for ${title}`}
          aria-describedby={id}
          placeholder={first === null && recorded === null ? t`Press one or two keys` : ''}
          onKeyDown={record}
        />
        {(first ?? recorded) !== null && (
          <span className={styles.pressed}>
            <Keys shortcut={first ?? recorded ?? ''} isAlways />
          </span>
        )}
      </span>
      <Button
        variant="subtle"
        size="tiny"
        data-mantine-stop-propagation="true"
        onClick={() => {
          changeShortcuts({ [action.id]: '' });
          onEnd();
        }}
      >
        <Trans>No shortcut</Trans>
      </Button>
      <p id={id} className={styles.words} role="status">
        {why ?? (owners.length > 0 && t`Already used by ${names}.`)}
      </p>
      {recorded !== null && why === null && owners.length > 0 && (
        <Button
          size="tiny"
          data-mantine-stop-propagation="true"
          onClick={() => {
            changeShortcuts({ [action.id]: recorded });
            onEnd();
          }}
        >
          <Trans>Reassign</Trans>
        </Button>
      )}
    </div>
  );
}

/** Returns the other actions whose shortcuts conflict with `keys`. */
function findOwners(keys: string, action: Action): readonly Action[] {
  return ALL_ACTIONS.filter(
    (other) => other.id !== action.id && keysOf(other).some((one) => areShortcutsClashing(one, keys)),
  );
}
