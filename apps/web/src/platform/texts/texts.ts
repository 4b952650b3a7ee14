import { isLocale, LOCALE_COOKIE, LOCALES, matchLocale, readDirection } from '@hearth/contracts/core/locales';
import type { Locale } from '@hearth/contracts/core/locales';
import { i18n, type Messages } from '@lingui/core';
import { readFormatTag } from '#ui/format/reader.ts';

// The page's language. English is compiled into the code. The catalogs of all other languages are fetched on demand.

const YEAR_SECONDS = 31_536_000;
const COOKIE = new RegExp(`(?:^|; )${LOCALE_COOKIE}=([^;]*)`);

const CATALOGS: Partial<Record<Locale, () => Promise<{ messages: Messages }>>> = {
  hi: () => import('#locales/hi.po'),
  es: () => import('#locales/es.po'),
  fr: () => import('#locales/fr.po'),
  ar: () => import('./arabic.ts'),
};

/** Returns the language chosen on this device, otherwise the first supported language of the browser. */
export function readLocale(): Locale {
  const chosen = COOKIE.exec(document.cookie)?.[1];
  return isLocale(chosen) ? chosen : matchLocale(navigator.languages);
}

/** Must be called once before the first message is rendered. If a catalog cannot be loaded, the page stays in English. */
export async function startTexts(): Promise<void> {
  // The build compiles the messages in the code: see build/texts.ts.
  i18n.setMessagesCompiler((message) => [message]);
  activate(LOCALES[0], {});
  const locale = readLocale();
  if (locale !== LOCALES[0]) await showLocale(locale).catch(() => undefined);
}

/** Switches all messages to `locale` and stores the choice on this device. The page keeps its state. */
export async function chooseLocale(locale: Locale): Promise<void> {
  await showLocale(locale);
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

async function showLocale(locale: Locale): Promise<void> {
  const messages = (await CATALOGS[locale]?.())?.messages ?? {};
  // Set together so that no frame combines one language with another language's direction.
  document.documentElement.lang = locale;
  document.documentElement.dir = readDirection(locale);
  activate(locale, messages);
}

function activate(locale: Locale, messages: Messages): void {
  i18n.loadAndActivate({ locale, locales: readFormatTag(locale), messages });
}
