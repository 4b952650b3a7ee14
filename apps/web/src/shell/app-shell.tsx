import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { MobileTabs, MobileTop } from './mobile-frame.tsx';
import { Sidebar } from './sidebar.tsx';
import styles from './shell.module.css';

/** The frame around every screen of the dashboard. */
export function AppShell({ children }: { children: ReactNode }) {
  const isWide = useMediaQuery('(min-width: 48rem)', undefined, { getInitialValueInEffect: false });
  return (
    <div className={styles.shell}>
      {isWide ? <Sidebar /> : <MobileTop />}
      <main className={styles.main}>{children}</main>
      {!isWide && <MobileTabs />}
    </div>
  );
}
