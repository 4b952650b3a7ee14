import { isLocale, LOCALE_TAGS } from '@hearth/contracts/core/locales';
import { isMoment } from '@hearth/contracts/core/moment-values';

export interface Reader {
  locale: string;
  timeZone: string;
}

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };

/** Formats a day, or a timestamp in the reader's time zone: `1 Dec 2026`, `1 Dec 2026, 10:00 am`. */
export function formatWhen(when: string, { locale, timeZone }: Reader): string {
  const tag = LOCALE_TAGS[isLocale(locale) ? locale : 'en'];
  const at = new Date(when);
  const hasTime = isMoment(when);
  const day = new Intl.DateTimeFormat(tag, { ...DAY, timeZone: hasTime ? timeZone : 'UTC' }).format(at);
  if (!hasTime) return day;
  const time = new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone }).format(at);
  return `${day}${locale === 'ar' ? '،' : ','} ${time}`;
}
