import { useLingui } from '@lingui/react/macro';
import { IconChevronDown } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState, type ComponentPropsWithRef, type ReactNode } from 'react';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import styles from './view-tabs.module.css';

/** Tabs, each with its own URL. An overflow menu contains the tabs that do not fit. */
export function ViewTabs({ label, children }: { label: string; children: ReactNode }) {
  const { t } = useLingui();
  const row = useRef<HTMLElement>(null);
  const hidden = useHiddenTabs(row);
  return (
    <div className={styles.whole} data-crowded={hidden.length > 0 || undefined}>
      <nav ref={row} className={styles.tabs} aria-label={label}>
        {children}
      </nav>
      {hidden.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <IconButton label={t`More views`}>
              <IconChevronDown size={16} stroke={1.8} />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            {hidden.map(({ name, tab }) => (
              <Menu.Item key={name} onClick={() => tab.click()}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

interface HiddenTab {
  name: string;
  tab: HTMLAnchorElement;
}

/** Returns the tabs that overflow at either end of the row. */
function useHiddenTabs(row: React.RefObject<HTMLElement | null>): readonly HiddenTab[] {
  const [hidden, setHidden] = useState<readonly HiddenTab[]>([]);
  useLayoutEffect(() => {
    const list = row.current;
    const whole = list?.parentElement;
    if (!list || !whole) return undefined;
    const look = (): void => {
      const found = readHidden(list, whole);
      setHidden((before) => (isSame(before, found) ? before : found));
    };
    look();
    const [sizes, tabs] = [new ResizeObserver(look), new MutationObserver(look)];
    sizes.observe(whole);
    sizes.observe(list);
    tabs.observe(list, { childList: true, subtree: true, characterData: true });
    list.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      tabs.disconnect();
      list.removeEventListener('scroll', look);
    };
  }, [row]);
  return hidden;
}

/** Measures against the width without the overflow button because the button would otherwise flicker. */
function readHidden(list: HTMLElement, whole: HTMLElement): HiddenTab[] {
  if (list.scrollWidth <= whole.clientWidth + 1) return [];
  const box = list.getBoundingClientRect();
  return [...list.querySelectorAll('a')].flatMap((tab) => {
    const { left, right } = tab.getBoundingClientRect();
    const isVisible = left >= box.left - 2 && right <= box.right + 2;
    return isVisible ? [] : [{ name: tab.textContent, tab }];
  });
}

function isSame(some: readonly HiddenTab[], others: readonly HiddenTab[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ name, tab }, at) => others[at]?.name === name && others[at].tab === tab)
  );
}

type AnchorProps = Omit<ComponentPropsWithRef<'a'>, 'className' | 'ref'> & { isShown: boolean };

function Anchor({ isShown, children, ...rest }: AnchorProps) {
  return (
    <a
      {...rest}
      ref={isShown ? keepVisible : undefined}
      className={styles.tab}
      data-selected={isShown || undefined}
      aria-current={isShown ? 'page' : undefined}
    >
      {children}
    </a>
  );
}

/** Keeps the active tab visible in the scrolling row, even when tabs are inserted before it or the window is rotated. */
function keepVisible(tab: HTMLAnchorElement | null): (() => void) | undefined {
  const row = tab?.parentElement;
  if (!tab || !row) return undefined;
  // Scrolls only the row, not the page.
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
