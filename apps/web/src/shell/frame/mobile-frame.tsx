import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { AccountMenu } from '#shell/sidebar/account-menu.tsx';
import { PlanBadge } from '#shell/sidebar/plan-badge.tsx';
import { TAB_LINKS, useSidebarLinks } from '#shell/actions/nav-links.ts';
import { SearchButton } from '#shell/sidebar/search-button.tsx';
import { TimerTarget } from '#shell/sidebar/timer-target.tsx';
import { TeamMenu } from '#shell/sidebar/team-menu.tsx';
import styles from './frame.module.css';

/** The top bar on phones: team, running timer, plan, search and account. */
export function MobileTop() {
  const placesWithoutTab = useSidebarLinks().filter((link) => !TAB_LINKS.includes(link));
  return (
    <div className={styles.mobileTop}>
      <TeamMenu />
      <span className={styles.mobileWho}>
        <TimerTarget />
        <PlanBadge />
        <SearchButton isCompact />
        <AccountMenu isCompact destinations={placesWithoutTab} />
      </span>
    </div>
  );
}

/** The tab bar on phones, along the bottom edge. */
export function MobileTabs() {
  const { i18n, t } = useLingui();
  return (
    <nav className={styles.tabs} aria-label={t`Main`}>
      {TAB_LINKS.map(({ to, label, icon: TabIcon }) => (
        <Link
          key={to}
          to={to}
          search={{}}
          className={styles.tab}
          activeOptions={{ exact: to === '/dashboard', includeSearch: false }}
        >
          <TabIcon size={22} stroke={1.6} aria-hidden="true" />
          {i18n._(label)}
        </Link>
      ))}
    </nav>
  );
}
