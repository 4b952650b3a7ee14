import { LOCALE_TAGS, isLocale } from '@hearth/contracts/core/locales';
import { i18n } from '@lingui/core';

// The reader's language and time zone. Separate from formats.ts, which the sign-in page does not need.

let timeZone: string | undefined;
const listeners = new Set<() => void>();

/** Sets the reader's time zone (IANA name). `undefined` selects the browser's. */
export function setTimeZone(zone: string | undefined): void {
  timeZone = zone;
  for (const listener of listeners) listener();
}

/** Calls the listener after each `setTimeZone`, for the lifetime of the page. */
export function onZoneChanged(listener: () => void): void {
  listeners.add(listener);
}

/** Returns the time zone set by `setTimeZone`. `undefined` means the browser's. */
export function readTimeZone(): string | undefined {
  return timeZone;
}

/** Cache TTL. The browser's time zone changes when users travel, but reading it each time is slow. */
const ZONE_KEPT_MS = 60_000;
let browserZone = { name: '', readAt: -ZONE_KEPT_MS };

/** The name of the time zone in which days and times are displayed. */
export function readerZone(): string {
  return timeZone ?? readBrowserZone();
}

export function readBrowserZone(): string {
  const now = Date.now();
  if (Math.abs(now - browserZone.readAt) >= ZONE_KEPT_MS)
    browserZone = { name: new Intl.DateTimeFormat().resolvedOptions().timeZone, readAt: now };
  return browserZone.name;
}

/** The BCP 47 tag for `Intl`. */
export function readFormatTag(locale = i18n.locale): string {
  return isLocale(locale) ? LOCALE_TAGS[locale] : locale;
}
