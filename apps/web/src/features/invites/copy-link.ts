import { useLingui } from '@lingui/react/macro';
import { copyText } from '#platform/actions/copy-text.ts';

/** Returns a function that copies a link to the clipboard. If that fails, it shows the link for manual copying. */
export function useCopyLink(): (url: string) => Promise<void> {
  const { t } = useLingui();
  return async (url) => {
    await copyText(url, t`Link copied`, t`Couldn’t copy. Copy the link yourself: ${url}`);
  };
}
