import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip as LibraryTooltip, type TooltipProps as LibraryTooltipProps } from '@mantine/core';
import { Keys } from './keys.tsx';
import styles from './tooltip.module.css';

interface TooltipProps extends LibraryTooltipProps {
  /** Shown beside the words. */
  shortcut?: string | undefined;
}

/** Words that appear while the pointer or the focus is on something. */
export function Tooltip({ label, shortcut, ...rest }: TooltipProps) {
  return (
    <LibraryTooltip
      label={
        shortcut === undefined ? (
          label
        ) : (
          <span className={styles.tip}>
            {label}
            <Keys shortcut={shortcut} on="dark" />
          </span>
        )
      }
      {...rest}
    />
  );
}
