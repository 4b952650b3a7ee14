const MAX = 6;
const OF_ONE_WORD = 3;
const FALLBACK = 'PROJ';

/**
 * Derives a key of two to six capital letters or digits from a project's name: the initials of several words, or the start of a single one.
 * Falls back to `PROJ` for names without Latin letters.
 */
export function makeProjectKey(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => /^[A-Z]/.test(word));
  const initials = words.map((word) => word.charAt(0)).join('');
  if (initials.length >= 2) return initials.slice(0, MAX);
  const [word = ''] = words;
  return word.length >= 2 ? word.slice(0, OF_ONE_WORD) : FALLBACK;
}

/** Returns the first free key of `base`, `base2`, `base3` …, within the maximum length of a key. */
export function makeFreeKey(base: string, isTaken: (key: string) => boolean): string {
  let key = base;
  for (let n = 2; isTaken(key); n += 1) {
    const suffix = String(n);
    key = `${base.slice(0, MAX - suffix.length)}${suffix}`;
  }
  return key;
}
