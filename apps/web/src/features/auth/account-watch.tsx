import { useEffect, useState } from 'react';
import { accountState, loadAccount } from '#platform/session/account.ts';
import { auth } from '#platform/session/session.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';

const KeepAccount = lazyOnIntent(async () => (await import('./keep-account.tsx')).KeepAccount);

/** Applies the preferences of the signed-in user, and offers to keep an account that is scheduled for deletion. */
export function AccountWatch() {
  const userId = useSelected(auth, (state) => state.user?.id);
  const deletesAt = useSelected(accountState, (state) => state.account?.deletesAt ?? null);
  const [isLater, setIsLater] = useState(false);

  useEffect(() => {
    // If the request fails, this device's own preferences apply. The next start retries.
    if (userId !== undefined) loadAccount().catch(() => undefined);
  }, [userId]);

  if (deletesAt === null) return null;
  return <KeepAccount deletesAt={deletesAt} isOpen={!isLater} onClose={() => setIsLater(true)} />;
}
