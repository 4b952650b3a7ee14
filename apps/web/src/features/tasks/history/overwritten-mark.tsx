import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowsSplit2 } from '@tabler/icons-react';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import { putBackAction } from './history.actions.ts';
import styles from './activity.module.css';

interface OverwrittenMarkProps {
  onPutBack: (() => void) | undefined;
  /** Whether the value is the one that the shortcut restores. */
  hasKey: boolean;
}

/** Marks a value that another user overwrote without having seen it and offers a button to restore it. */
export function OverwrittenMark({ onPutBack, hasKey }: OverwrittenMarkProps) {
  const { i18n } = useLingui();
  return (
    <span className={styles.overwritten}>
      <IconArrowsSplit2 size={13} stroke={1.7} aria-hidden />
      <Trans>Overwritten at the same time</Trans>
      {onPutBack !== undefined && (
        <Tooltip label={i18n._(putBackAction.title)} shortcut={hasKey ? putBackAction : undefined}>
          <button type="button" className={styles.what} onClick={onPutBack}>
            <Trans>Restore</Trans>
          </button>
        </Tooltip>
      )}
    </span>
  );
}
