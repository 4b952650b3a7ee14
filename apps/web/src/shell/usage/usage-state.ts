import { createState } from '#platform/client-state/state.ts';
import { keepUsageConsent, readUsageConsent } from '#platform/usage/usage-consent.ts';

/** What the person answered to the question whether opened screens may be counted. */
export const usage = createState({ consent: readUsageConsent() });

export function chooseUsage(consent: 'granted' | 'denied'): void {
  keepUsageConsent(consent);
  usage.set({ consent });
}
