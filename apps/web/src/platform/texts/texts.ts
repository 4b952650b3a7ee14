import { isLocale, LOCALE_COOKIE, LOCALES, matchLocale, readDirection } from '@hearth/contracts/core/locales';
import type { Locale } from '@hearth/contracts/core/locales';
import { i18n, type Messages } from '@lingui/core';
import { readFormatTag } from '#ui/format/reader.ts';

// The language of the page. English is compiled into the code; every other language is a catalog fetched when chosen.

const YEAR_SECONDS = 31_536_000;
const COOKIE = new RegExp(`(?:^|; )${LOCALE_COOKIE}=([^;]*)`);

const CATALOGS: Partial<Record<Locale, () => Promise<{ messages: Messages }>>> = {
  hi: () => import('#locales/hi.po'),
  es: () => import('#locales/es.po'),
  fr: () => import('#locales/fr.po'),
  ar: () => import('./arabic.ts'),
};

/** What the person chose on this device, else the first of the browser's languages that the product speaks. */
export function readLocale(): Locale {
  const chosen = COOKIE.exec(document.cookie)?.[1];
  return isLocale(chosen) ? chosen : matchLocale(navigator.languages);
}

/** To be called once, before the first text is shown. A catalog that cannot be had leaves the page in English. */
export async function startTexts(): Promise<void> {
  // Messages in the code are compiled by the build: see build/texts.ts.
  i18n.setMessagesCompiler((message) => [message]);
  activate(LOCALES[0], {});
  const locale = readLocale();
  if (locale !== LOCALES[0]) await showLocale(locale).catch(() => undefined);
}

/** Shows every text in `locale` and keeps the choice on this device. Nothing on the page is lost. */
export async function chooseLocale(locale: Locale): Promise<void> {
  await showLocale(locale);
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

async function showLocale(locale: Locale): Promise<void> {
  const messages = (await CATALOGS[locale]?.())?.messages ?? {};
  // Together: no frame shows the words of one language from the side of another.
  document.documentElement.lang = locale;
  document.documentElement.dir = readDirection(locale);
  activate(locale, messages);
}

function activate(locale: Locale, messages: Messages): void {
  i18n.loadAndActivate({ locale, locales: readFormatTag(locale), messages });
}
