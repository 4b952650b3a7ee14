import { i18n } from '@lingui/core';

// Who reads: in which language's manner and in which time zone. Apart from formats.ts, which the sign-in page does without.

/**
 * English as it is written in India: days before months, and the same grouping of rupees as Hindi. Arabic with the digits
 * 0–9, whatever the browser is used to: they stand beside those that people typed.
 */
const TAGS: Record<string, string> = { en: 'en-IN', hi: 'hi-IN', ar: 'ar-u-nu-latn' };

let timeZone: string | undefined;
const listeners = new Set<() => void>();

/** The reader's own zone (IANA name), where it differs from the browser's; `undefined` is the browser's. */
export function setTimeZone(zone: string | undefined): void {
  timeZone = zone;
  for (const listener of listeners) listener();
}

/** Calls back after each change of the reader's zone, for as long as the page lives. */
export function onZoneChanged(listener: () => void): void {
  listeners.add(listener);
}

/** That zone; `undefined` is the browser's. */
export function readTimeZone(): string | undefined {
  return timeZone;
}

/** A traveller's machine gets another zone; asking it each time is slow. */
const ZONE_KEPT_MS = 60_000;
let browserZone = { name: '', readAt: -ZONE_KEPT_MS };

/** The name of the zone in which days and moments are read. */
export function readerZone(): string {
  return timeZone ?? readBrowserZone();
}

export function readBrowserZone(): string {
  const now = Date.now();
  if (Math.abs(now - browserZone.readAt) >= ZONE_KEPT_MS)
    browserZone = { name: new Intl.DateTimeFormat().resolvedOptions().timeZone, readAt: now };
  return browserZone.name;
}

/** The tag that `Intl` formats with. */
export function readFormatTag(locale = i18n.locale): string {
  return TAGS[locale] ?? locale;
}
