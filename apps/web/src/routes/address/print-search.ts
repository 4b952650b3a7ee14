import { defaultStringifySearch } from '@tanstack/react-router';

/** Signs that may stand in the query of an address as they are (RFC 3986): an address is read by people, too. */
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
