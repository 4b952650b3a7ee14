import { useLingui } from '@lingui/react/macro';
import { showError } from '#platform/client-state/toasts.ts';
import { signOutEverywhere } from '#platform/session/sign-out.ts';

/** Signs out, or says that it did not work. */
export function useSignOut(): () => void {
  const { t } = useLingui();
  return () => {
    void signOutEverywhere().catch(() => showError(t`Something went wrong. Please try again`));
  };
}
