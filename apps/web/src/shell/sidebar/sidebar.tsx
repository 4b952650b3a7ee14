import {
  IconChevronDown,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSettings,
  type Icon,
} from '@tabler/icons-react';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useId, type CSSProperties, type ReactNode } from 'react';
import { useAction } from '#platform/actions/actions.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import { AccountMenu } from './account-menu.tsx';
import { useSidebarLinks, type NavLink } from '#shell/actions/nav-links.ts';
import { findDestinationShortcut } from '#shell/actions/destinations.actions.ts';
import { PlanBadge } from './plan-badge.tsx';
import { SearchButton } from './search-button.tsx';
import { toggleSidebarAction } from '#shell/actions/shell.actions.ts';
import { setFavouritesTarget, setProjectsTarget } from './sidebar-parts.tsx';
import { countLines } from './sidebar-projects.tsx';
import { sidebar, toggleSidebar, toggleSidebarProjects } from './sidebar-state.ts';
import { TimerTarget } from './timer-target.tsx';
import { TeamMenu } from './team-menu.tsx';
import styles from './sidebar.module.css';

/** The desktop frame: team, navigation, and account. */
export function Sidebar() {
  const { i18n, t } = useLingui();
  const links = useSidebarLinks();
  const isOpen = useSelected(sidebar, (state) => state.isOpen);
  useAction(toggleSidebarAction, toggleSidebar);
  return (
    <aside className={styles.sidebar} data-open={isOpen} aria-label={t`Sidebar`}>
      <div className={styles.sidebarTop}>
        <TeamMenu isCompact={!isOpen} />
        <IconButton
          label={isOpen ? t`Collapse sidebar` : t`Expand sidebar`}
          shortcut={toggleSidebarAction}
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
      <SearchButton isCompact={!isOpen} />
      <nav className={styles.nav} aria-label={t`Main`}>
        {links.map(({ to, label, icon }) => {
          const link = <SidebarLink key={to} to={to} label={i18n._(label)} icon={icon} isOpen={isOpen} />;
          return to === '/dashboard/projects' ? (
            <ProjectsSection key={to} link={link} isOpen={isOpen} />
          ) : (
            link
          );
        })}
        <div className={styles.favourites} ref={setFavouritesTarget} />
        <div className={styles.spring} />
        <SidebarLink to="/dashboard/settings" label={t`Settings`} icon={IconSettings} isOpen={isOpen} />
      </nav>
      <TimerTarget />
      <div className={styles.who}>
        <AccountMenu isCompact={!isOpen} />
        {isOpen && <PlanBadge />}
      </div>
    </aside>
  );
}

/** The link to the projects with an optional list of the projects below it. */
function ProjectsSection({ link, isOpen }: { link: ReactNode; isOpen: boolean }) {
  const { t } = useLingui();
  const { hasProjects, projectCount } = useSelected(sidebar, (state) => state);
  const listId = useId();
  return (
    <div className={styles.place}>
      <div className={styles.placeHead}>
        {link}
        {isOpen && projectCount > 0 && (
          <IconButton
            label={hasProjects ? t`Hide projects` : t`Show projects`}
            size={26}
            className={styles.toggle}
            aria-expanded={hasProjects}
            aria-controls={listId}
            onClick={toggleSidebarProjects}
          >
            <IconChevronDown size={15} stroke={1.8} data-turns />
          </IconButton>
        )}
      </div>
      <div
        id={listId}
        ref={setProjectsTarget}
        className={styles.projects}
        style={{ '--lines': hasProjects ? countLines(projectCount) : 0 } as CSSProperties}
      />
    </div>
  );
}

interface SidebarLinkProps {
  to: NavLink['to'] | '/dashboard/settings';
  label: string;
  icon: Icon;
  isOpen: boolean;
}

function SidebarLink({ to, label, icon: LinkIcon, isOpen }: SidebarLinkProps) {
  return (
    <Tooltip label={label} shortcut={findDestinationShortcut(to)} position="right">
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
