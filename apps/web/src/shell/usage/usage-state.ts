import { createState } from '#platform/client-state/state.ts';
import { keepUsageConsent, readUsageConsent } from '#platform/usage/usage-consent.ts';

/** The user's consent to counting screen views. */
export const usage = createState({ consent: readUsageConsent() });

export function chooseUsage(consent: 'granted' | 'denied'): void {
  keepUsageConsent(consent);
  usage.set({ consent });
}
