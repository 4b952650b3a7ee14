import { Trans } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';
import { MobileTabs, MobileTop } from './mobile-frame.tsx';
import { Sidebar } from '#shell/sidebar/sidebar.tsx';
import { useIsWide } from '#shell/page/use-is-wide.ts';
import { useShellKeys } from '#shell/shortcuts/use-shell-keys.ts';
import styles from './frame.module.css';

/** The frame around every screen of the dashboard. */
export function AppShell({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useShellKeys();
  const isWide = useIsWide();
  return (
    <div className={styles.shell}>
      <a
        href="#content"
        className={styles.skip}
        onClick={(event) => {
          // Prevents the fragment link from changing the URL, which identifies the screen.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        <Trans>Skip to content</Trans>
      </a>
      {isWide ? <Sidebar /> : <MobileTop />}
      <main ref={main} id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {!isWide && <MobileTabs />}
    </div>
  );
}
