import { createState } from '#platform/client-state/state.ts';
import { saveUsageConsent, readUsageConsent } from '#platform/usage/usage-consent.ts';

/** The user's consent to counting screen views. */
export const usage = createState({ consent: readUsageConsent() });

export function chooseUsage(consent: 'granted' | 'denied'): void {
  saveUsageConsent(consent);
  usage.set({ consent });
}
