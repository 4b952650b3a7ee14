import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSettings,
  type Icon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useShortcut } from '#platform/keys.ts';
import { useSelected } from '#platform/state.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { AccountMenu } from './account-menu.tsx';
import { SIDEBAR_LINKS } from './nav-links.ts';
import { sidebar, toggleSidebar } from './sidebar-state.ts';
import { TeamMenu } from './team-menu.tsx';
import styles from './shell.module.css';

/** The desktop's frame: team, places, and who is here. */
export function Sidebar() {
  const isOpen = useSelected(sidebar, (state) => state.isOpen);
  useShortcut('[', toggleSidebar);
  return (
    <aside className={styles.sidebar} data-open={isOpen} aria-label="Sidebar">
      <div className={styles.sidebarTop}>
        <TeamMenu isCompact={!isOpen} />
        <IconButton
          label={isOpen ? 'Collapse sidebar ([)' : 'Expand sidebar ([)'}
          aria-expanded={isOpen}
          onClick={toggleSidebar}
        >
          {isOpen ? (
            <IconLayoutSidebarLeftCollapse size={18} stroke={1.6} />
          ) : (
            <IconLayoutSidebarLeftExpand size={18} stroke={1.6} />
          )}
        </IconButton>
      </div>
      <nav className={styles.nav} aria-label="Main">
        {SIDEBAR_LINKS.map((link) => (
          <SidebarLink key={link.to} {...link} isOpen={isOpen} />
        ))}
        <div className={styles.spring} />
        <SidebarLink to="/dashboard/settings" label="Settings" icon={IconSettings} isOpen={isOpen} />
      </nav>
      <AccountMenu isCompact={!isOpen} />
    </aside>
  );
}

interface SidebarLinkProps {
  to: (typeof SIDEBAR_LINKS)[number]['to'] | '/dashboard/settings';
  label: string;
  icon: Icon;
  isOpen: boolean;
}

function SidebarLink({ to, label, icon: LinkIcon, isOpen }: SidebarLinkProps) {
  return (
    <Tooltip label={label} position="right" disabled={isOpen}>
      <Link
        to={to}
        search={{}}
        className={styles.link}
        activeOptions={{ exact: to === '/dashboard', includeSearch: false }}
      >
        <LinkIcon size={18} stroke={1.6} aria-hidden="true" />
        <span className={isOpen ? styles.clip : 'hidden-text'}>{label}</span>
      </Link>
    </Tooltip>
  );
}
