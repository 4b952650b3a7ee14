import { PLANS } from '@hearth/contracts/plans';
import { IconLogout, IconSettings } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { showError } from '#platform/core.ts';
import { auth } from '#platform/session.ts';
import { useSelected } from '#platform/state.ts';
import { signOutEverywhere } from '#platform/sign-out.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Menu } from '#ui/menu.tsx';
import styles from './shell.module.css';

/** Who is signed in, on which plan, with Settings and Sign Out. */
export function AccountMenu({ isCompact = false }: { isCompact?: boolean }) {
  const router = useRouter();
  const user = useSelected(auth, (state) => state.user);
  const plan = useSelected(auth, (state) => state.subscription?.plan);
  if (user === null) return null;

  async function signOut(): Promise<void> {
    try {
      await signOutEverywhere();
    } catch {
      showError('Something went wrong. Please try again');
    }
  }

  return (
    <Menu width={240} position={isCompact ? 'bottom-end' : 'top-start'}>
      <Menu.Target>
        <button type="button" className={styles.account} data-compact={isCompact || undefined}>
          <Avatar person={user} size={30} />
          <span className="hidden-text">Account menu</span>
          {!isCompact && (
            <>
              <span className={styles.accountText}>
                <span className={styles.accountName}>{user.name}</span>
                <span className={styles.accountMail}>{user.email}</span>
              </span>
              {plan !== undefined && <span className={styles.plan}>{PLANS[plan].shownAs}</span>}
            </>
          )}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {isCompact && (
          <Menu.Label>
            {user.name} · {user.email}
          </Menu.Label>
        )}
        <Menu.Item
          leftSection={<IconSettings size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => void router.navigate({ to: '/dashboard/settings', search: {} })}
        >
          Settings
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => void signOut()}
        >
          Sign Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
