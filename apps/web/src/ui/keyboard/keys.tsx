import { useLingui } from '@lingui/react/macro';
import { Fragment } from 'react';
import { useKeysOf, type Keyed } from './shortcut-registry.ts';
import styles from './keys.module.css';

/** Whether shortcuts use Cmd and Apple's symbols. They use Ctrl on all other platforms. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

const SIGNS: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  shift: '⇧',
  alt: isMac ? '⌥' : 'Alt',
  enter: '↵',
  escape: 'Esc',
  delete: 'Del',
  backspace: '⌫',
  space: '␣',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
};

/** 'mod+k' → ['Ctrl', 'K']. */
function readSigns(press: string): string[] {
  return press.split('+').map((part) => SIGNS[part] ?? part.toUpperCase());
}

export type Shortcut = string | Keyed;

interface KeysProps {
  /** A shortcut such as 'mod+k' or the key sequence 'g t', or the action that the shortcut runs. */
  shortcut: Shortcut;
  /** The background behind the keys. `dark` is that of a tooltip. */
  on?: 'light' | 'dark';
  /** Whether users without a keyboard also see it, for text about the shortcut. */
  isAlways?: boolean;
}

const NO_ACT: Keyed = { id: '' };

/** Renders a shortcut as keys. Next to a name it is decorative (aria-hidden). */
export function Keys({ shortcut, on = 'light', isAlways = false }: KeysProps) {
  const { t } = useLingui();
  const [own] = useKeysOf(typeof shortcut === 'string' ? NO_ACT : shortcut);
  const keys = typeof shortcut === 'string' ? shortcut : own;
  if (keys === undefined) return null;
  return (
    <span className={styles.keys} data-on={on} data-always={isAlways || undefined} aria-hidden={!isAlways}>
      {keys.split(' ').map((press, at) => (
        <Fragment key={press}>
          {at > 0 && <span className={styles.then}>{t`then`}</span>}
          {readSigns(press).map((sign) => (
            <kbd key={sign} className={styles.key}>
              {sign}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
