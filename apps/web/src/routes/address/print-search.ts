import { defaultStringifySearch } from '@tanstack/react-router';

/** Characters that may appear unescaped in a query (RFC 3986). They keep URLs readable. */
const PLAIN: Readonly<Record<string, string>> = {
  '%3A': ':',
  '%3B': ';',
  '%2C': ',',
  '%2F': '/',
  '%28': '(',
  '%29': ')',
};

export function printSearch(search: Record<string, unknown>): string {
  return defaultStringifySearch(search).replaceAll(/%(?:3A|3B|2C|2F|28|29)/g, (code) => PLAIN[code] ?? code);
}
