import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip as LibraryTooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Keys } from '#ui/keyboard/keys.tsx';
import type { TooltipContent as Content } from './tooltip.tsx';
import styles from './tooltip.module.css';

interface TooltipContentProps extends Content {
  target: HTMLElement;
}

/** The content of a tooltip next to its target. */
export function TooltipContent({ target, label, shortcut, position = 'top' }: TooltipContentProps) {
  // Opens only after the library has received the target element. Otherwise, the text flashes in the corner of the page for a frame.
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setIsOpen(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <LibraryTooltip
      target={target}
      opened={isOpen}
      position={position}
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
    />
  );
}
