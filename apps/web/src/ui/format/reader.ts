import { LOCALE_TAGS, isLocale } from '@hearth/contracts/core/locales';
import { i18n } from '@lingui/core';

// Who reads: in which language's manner and in which time zone. Apart from formats.ts, which the sign-in page does without.

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
  return isLocale(locale) ? LOCALE_TAGS[locale] : locale;
}
