import { Trans, useLingui } from '@lingui/react/macro';
import { IconLogout, IconSettings } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { auth } from '#platform/session/session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { Menu } from '#ui/overlays/menu.tsx';
import type { NavLink } from '#shell/actions/nav-links.ts';
import { findDestinationShortcut } from '#shell/actions/destinations.actions.ts';
import { useSignOut } from './use-sign-out.ts';
import styles from './sidebar.module.css';

interface AccountMenuProps {
  isCompact?: boolean;
  /** Links that do not fit into the frame. Shown above Settings. */
  destinations?: readonly NavLink[];
}

/** The signed-in user, with Settings and Sign Out. */
export function AccountMenu({ isCompact = false, destinations }: AccountMenuProps) {
  const { i18n } = useLingui();
  const router = useRouter();
  const signOut = useSignOut();
  const user = useSelected(auth, (state) => state.user);
  if (user === null) return null;

  return (
    <Menu width={240} position={isCompact ? 'bottom-end' : 'top-start'}>
      <Menu.Target>
        <button type="button" className={styles.account} data-compact={isCompact || undefined}>
          <Avatar person={user} size={30} />
          <span className="hidden-text">
            <Trans>Account menu</Trans>
          </span>
          {!isCompact && (
            <span className={styles.accountText}>
              <span className={styles.accountName}>{user.name}</span>
              <span className={styles.accountMail}>{user.email}</span>
            </span>
          )}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {isCompact && (
          <Menu.Label>
            {user.name} · {user.email}
          </Menu.Label>
        )}
        {destinations?.map(({ to, label, icon: PlaceIcon }) => (
          <Menu.Item
            key={to}
            leftSection={<PlaceIcon size={16} stroke={1.7} aria-hidden="true" />}
            shortcut={findDestinationShortcut(to)}
            onClick={() => void router.navigate({ to, search: {} })}
          >
            {i18n._(label)}
          </Menu.Item>
        ))}
        <Menu.Item
          leftSection={<IconSettings size={16} stroke={1.7} aria-hidden="true" />}
          shortcut={findDestinationShortcut('/dashboard/settings')}
          onClick={() => void router.navigate({ to: '/dashboard/settings', search: {} })}
        >
          <Trans>Settings</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} aria-hidden="true" />} onClick={signOut}>
          <Trans>Sign Out</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
