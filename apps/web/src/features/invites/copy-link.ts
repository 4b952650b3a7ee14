import { useLingui } from '@lingui/react/macro';
import { showError, showToast } from '#platform/core.ts';

/** Puts a link on the clipboard, or says that it must be copied by hand. */
export function useCopyLink(): (url: string) => Promise<void> {
  const { t } = useLingui();
  return async (url) => {
    try {
      await navigator.clipboard.writeText(url);
      showToast(t`Link copied`);
    } catch {
      showError(t`Couldn’t copy. Copy the link yourself: ${url}`);
    }
  };
}
