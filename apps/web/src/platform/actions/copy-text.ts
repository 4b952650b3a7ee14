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

/** Copies the address of a link. Of an email link, only the email address. */
export function copyLink(address: string): void {
  const [, mail] = /^mailto:([^?]+)/i.exec(address) ?? [];
  if (mail === undefined) void copyText(address, t`Link copied`);
  else void copyText(mail, t`Email address copied`);
}
