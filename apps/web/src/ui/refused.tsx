import '@mantine/core/styles/Popover.layer.css';
import { Popover } from '@mantine/core';
import { cloneElement, useState, type DOMAttributes, type ReactElement, type ReactNode } from 'react';
import styles from './refused.module.css';

type Control = ReactElement<DOMAttributes<HTMLButtonElement>>;

/** A button that this person may not use: it stays where it is, pale, and pressing it says why. */
export function Refused({ why, children }: { why: ReactNode; children: Control }) {
  const [isOpen, setIsOpen] = useState(false);
  // Escape closes only the words, not the panel or dialog around them.
  function closeOnEscape(event: React.KeyboardEvent): void {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    setIsOpen(false);
  }
  const attributes = {
    'aria-disabled': true,
    'data-refused': true,
    onClick: () => setIsOpen(!isOpen),
    onKeyDown: closeOnEscape,
    onBlur: () => setIsOpen(false),
  };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} width={272} position="bottom-end" closeOnEscape={false}>
      <Popover.Target>{cloneElement(children, attributes)}</Popover.Target>
      <Popover.Dropdown>
        <p className={styles.why} role="status">
          {why}
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
