import { isLocale, LOCALE_COOKIE, matchLocale, type Locale } from '@hearth/contracts/core/locales';

/** The query parameter that selects a language. The choice is remembered. */
export const LOCALE_PARAMETER = 'lang';
const MAX_TAGS = 20;

interface PageLocale {
  locale: Locale;
  /** Whether this request itself selects the language. */
  isChosen: boolean;
}

/** Negotiates the language: the language in the URL, otherwise the language chosen earlier, otherwise the best match for the browser. */
export function readPageLocale(
  url: URL,
  headers: { cookie?: string | undefined; 'accept-language'?: string | undefined },
): PageLocale {
  const requested = url.searchParams.get(LOCALE_PARAMETER);
  if (isLocale(requested)) return { locale: requested, isChosen: true };
  const cookieLocale = (headers.cookie ?? '')
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${LOCALE_COOKIE}=`))
    ?.slice(LOCALE_COOKIE.length + 1);
  if (isLocale(cookieLocale)) return { locale: cookieLocale, isChosen: false };
  return { locale: matchLocale(orderTags(headers['accept-language'] ?? '')), isChosen: false };
}

/** 'en;q=0.4, hi-IN' → ['hi-IN', 'en'] */
function orderTags(header: string): string[] {
  return header
    .split(',', MAX_TAGS)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((one) => one.trim());
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
