import { t } from '@lingui/core/macro';
import { showError, showToast } from '#platform/client-state/toasts.ts';

/**
 * Copies text to the clipboard and shows a toast for success or failure.
 * @param failed the toast's message on failure; it explains the alternative
 * @returns whether the text was copied
 */
export async function copyText(text: string, done: string, failed?: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    showError(failed ?? t`Your browser blocked copying. Copy it manually.`);
    return false;
  }
  showToast(done);
  return true;
}

export function copyLink(address: string): void {
  void copyText(address, t`Link copied`);
}
