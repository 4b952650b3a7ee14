import { useLingui } from '@lingui/react/macro';
import { showError } from '#platform/client-state/toasts.ts';
import { signOutEverywhere } from '#platform/session/sign-out.ts';

/** Signs out, or shows an error. */
export function useSignOut(): () => void {
  const { t } = useLingui();
  return () => {
    void signOutEverywhere().catch(() => showError(t`Something went wrong. Please try again`));
  };
}
