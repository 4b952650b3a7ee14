import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './view-tabs.module.css';

/** The ways to look at what a screen shows, each with its own address. */
export function ViewTabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}

type AnchorProps = Omit<ComponentPropsWithRef<'a'>, 'className'> & { isShown: boolean };

function Anchor({ isShown, children, ...rest }: AnchorProps) {
  return (
    <a
      {...rest}
      className={styles.tab}
      data-selected={isShown || undefined}
      aria-current={isShown ? 'page' : undefined}
    >
      {children}
    </a>
  );
}

export const ViewTab = createLink(Anchor);
