import { Link } from '@tanstack/react-router';
import { AccountMenu } from './account-menu.tsx';
import { TAB_LINKS } from './nav-links.ts';
import { TeamMenu } from './team-menu.tsx';
import styles from './shell.module.css';

/** On a phone: team and account on top. */
export function MobileTop() {
  return (
    <div className={styles.mobileTop}>
      <TeamMenu />
      <AccountMenu isCompact />
    </div>
  );
}

/** On a phone: the places along the bottom edge, under the thumb. */
export function MobileTabs() {
  return (
    <nav className={styles.tabs} aria-label="Main">
      {TAB_LINKS.map(({ to, label, icon: TabIcon }) => (
        <Link
          key={to}
          to={to}
          search={{}}
          className={styles.tab}
          activeOptions={{ exact: to === '/dashboard', includeSearch: false }}
        >
          <TabIcon size={22} stroke={1.6} aria-hidden="true" />
          {label}
        </Link>
      ))}
    </nav>
  );
}
