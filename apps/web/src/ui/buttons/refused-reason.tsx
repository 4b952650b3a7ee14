import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import { Anchor } from '#ui/lazy/anchor.tsx';
import styles from './refused.module.css';

export interface RefusedReasonProps {
  /** The id of the target. It labels the popover. */
  id: string;
  target: HTMLElement | null;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  children: ReactNode;
}

/** The reason why a button is disabled, shown next to it. */
export function RefusedReason({ id, target, isOpen, onChange, children }: RefusedReasonProps) {
  return (
    <Popover
      id={id}
      opened={isOpen}
      onChange={onChange}
      width={272}
      position="bottom-end"
      closeOnEscape={false}
    >
      <Popover.Target>
        <Anchor at={target} />
      </Popover.Target>
      <Popover.Dropdown>
        <p className={styles.why} role="status">
          {children}
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
