const MAX = 6;
const OF_ONE_WORD = 4;
const FALLBACK = 'TEAM';

/**
 * Derives a key of two to six capital letters from a team's name: the initials of several words, or the start of a single one. Falls back
 * to `TEAM` for names with fewer than two Latin letters.
 */
export function makeTeamKey(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter((word) => word !== '');
  const initials = words.map((word) => word.charAt(0)).join('');
  if (initials.length >= 2) return initials.slice(0, MAX);
  const [word = ''] = words;
  return word.length >= 2 ? word.slice(0, OF_ONE_WORD) : FALLBACK;
}
