import { readPageSetting } from '#platform/page/page-settings.ts';

// Whether this browser may say which screens are opened. Only where an installation measures at all is anybody asked.

type UsageConsent = 'granted' | 'denied' | 'unasked';

const CONSENT_KEY = 'hearth:usage-consent';
const CLIENT_KEY = 'hearth:usage-client';
const VISIT_KEY = 'hearth:usage-visit';

/** Whether this installation measures. */
export function isUsageMeasured(): boolean {
  return readPageSetting('ga-measurement-id') !== '';
}

/** Do Not Track or Global Privacy Control: an answer that was given once for all sites, so nobody is asked again. */
export function isTrackingRefused(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

export function readUsageConsent(): UsageConsent {
  const kept = localStorage.getItem(CONSENT_KEY);
  return kept === 'granted' || kept === 'denied' ? kept : 'unasked';
}

export function keepUsageConsent(consent: 'granted' | 'denied'): void {
  localStorage.setItem(CONSENT_KEY, consent);
  if (consent === 'denied') forgetUsageIds();
}

export function mayMeasure(): boolean {
  return isUsageMeasured() && !isTrackingRefused() && readUsageConsent() === 'granted';
}

/** The next visit is somebody new. */
export function forgetUsageIds(): void {
  localStorage.removeItem(CLIENT_KEY);
  sessionStorage.removeItem(VISIT_KEY);
}

/** A random name of this browser and one of this visit; made only once measuring is allowed. */
export function takeUsageIds(): { client: string; visit: string } {
  return {
    client: keep(localStorage, CLIENT_KEY, () => crypto.randomUUID()),
    visit: keep(sessionStorage, VISIT_KEY, () => String(Math.floor(Date.now() / 1000))),
  };
}

function keep(storage: Storage, key: string, make: () => string): string {
  const known = storage.getItem(key);
  if (known !== null) return known;
  const made = make();
  storage.setItem(key, made);
  return made;
}
