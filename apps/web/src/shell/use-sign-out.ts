import { useLingui } from '@lingui/react/macro';
import { showError } from '#platform/core.ts';
import { signOutEverywhere } from '#platform/sign-out.ts';

/** Signs out, or says that it did not work. */
export function useSignOut(): () => void {
  const { t } = useLingui();
  return () => {
    void signOutEverywhere().catch(() => showError(t`Something went wrong. Please try again`));
  };
}
