import { remember } from '#platform/client-state/remember.ts';
import { readPageSetting } from '#platform/page/page-settings.ts';

// This browser's consent to reporting screen views. The user is prompted only if this installation measures usage.

type UsageConsent = 'granted' | 'denied' | 'undecided';

const CONSENT_KEY = 'hearth:usage-consent';
const CLIENT_KEY = 'hearth:usage-client';
const VISIT_KEY = 'hearth:usage-visit';

/** Whether this installation measures usage. */
export function isUsageMeasured(): boolean {
  return readPageSetting('ga-measurement-id') !== '';
}

/** Do Not Track or Global Privacy Control: an opt-out for all sites, so the user is not prompted. */
export function isTrackingRefused(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

export function readUsageConsent(): UsageConsent {
  const stored = localStorage.getItem(CONSENT_KEY);
  return stored === 'granted' || stored === 'denied' ? stored : 'undecided';
}

export function saveUsageConsent(consent: 'granted' | 'denied'): void {
  remember(CONSENT_KEY, consent);
  if (consent === 'denied') forgetUsageIds();
}

export function mayMeasure(): boolean {
  return isUsageMeasured() && !isTrackingRefused() && readUsageConsent() === 'granted';
}

/** Deletes the ids so that the next visit gets new ones. */
export function forgetUsageIds(): void {
  localStorage.removeItem(CLIENT_KEY);
  sessionStorage.removeItem(VISIT_KEY);
}

/**
 * Returns a random id of this browser and the start time of this visit as the visit's id. Both are created on first use. Call only after
 * the user has consented.
 */
export function readOrCreateUsageIds(): { client: string; visit: string } {
  return {
    client: readOrCreate(localStorage, CLIENT_KEY, () => crypto.randomUUID()),
    visit: readOrCreate(sessionStorage, VISIT_KEY, () => String(Math.floor(Date.now() / 1000))),
  };
}

function readOrCreate(storage: Storage, key: string, make: () => string): string {
  const known = storage.getItem(key);
  if (known !== null) return known;
  const created = make();
  remember(key, created, storage);
  return created;
}
