import { t } from '@lingui/core/macro';
import { showError } from '#platform/client-state/toasts.ts';

/** Shows a toast if pasted content had images that its clipboard does not contain, or that this text does not accept. */
export function reportOmittedImages(): void {
  showError(t`Some images couldn’t be pasted.`);
}
