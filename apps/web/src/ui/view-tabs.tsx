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

type AnchorProps = Omit<ComponentPropsWithRef<'a'>, 'className' | 'ref'> & { isShown: boolean };

function Anchor({ isShown, children, ...rest }: AnchorProps) {
  return (
    <a
      {...rest}
      ref={isShown ? keepInSight : undefined}
      className={styles.tab}
      data-selected={isShown || undefined}
      aria-current={isShown ? 'page' : undefined}
    >
      {children}
    </a>
  );
}

/** Where the tabs scroll, the one that is shown may be out of sight, also when others come before it or the window turns. */
function keepInSight(tab: HTMLAnchorElement | null): (() => void) | undefined {
  const row = tab?.parentElement;
  if (!tab || !row) return undefined;
  // The page stays where it is.
  const bring = () => {
    const [{ left, right }, box] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
    if (left < box.left) row.scrollLeft -= box.left - left;
    else if (right > box.right) row.scrollLeft += right - box.right;
  };
  const [others, room] = [new MutationObserver(bring), new ResizeObserver(bring)];
  others.observe(row, { childList: true, subtree: true, characterData: true });
  room.observe(row);
  return () => {
    others.disconnect();
    room.disconnect();
  };
}

export const ViewTab = createLink(Anchor);
