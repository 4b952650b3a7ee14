import { Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { runAction } from '#platform/actions/actions.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Keys } from '#ui/keyboard/keys.tsx';
import { useKeysOf } from '#ui/keyboard/shortcut-registry.ts';
import styles from './search-button.module.css';
import { openPalette } from '#shell/actions/shell.actions.ts';

/** A button that opens the command palette. */
export function SearchButton({ isCompact = false }: { isCompact?: boolean }) {
  const { t } = useLingui();
  const open = () => runAction(openPalette);
  const isCommon = useKeysOf(openPalette).includes('mod+k');
  if (isCompact) {
    return (
      <span className={styles.compact}>
        <IconButton label={t`Search and commands`} shortcut={openPalette} size={38} onClick={open}>
          <IconSearch size={19} stroke={1.6} />
        </IconButton>
      </span>
    );
  }
  return (
    <button
      type="button"
      className={styles.button}
      aria-keyshortcuts={isCommon ? 'Meta+K Control+K' : undefined}
      onClick={open}
    >
      <IconSearch size={16} stroke={1.7} aria-hidden="true" />
      <span className={styles.words}>
        <Trans>Search</Trans>
      </span>
      <Keys shortcut={openPalette} />
    </button>
  );
}
