import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Two to six capitals or digits, starting with a letter. This duplicates the contract's rule, to avoid loading the schema library. */
const KEY = /^[A-Z][A-Z0-9]{1,5}$/;

export function checkProjectKey(key: string, taken: readonly string[]): MessageDescriptor | null {
  if (!KEY.test(key)) return msg`2–6 letters or digits, starting with a letter.`;
  return taken.includes(key) ? msg`Another project uses this key.` : null;
}

/**
 * Derives a key from the name: the initials of several words or the start of a single word, otherwise 'PR'. Avoids `taken` if possible.
 * Returns an empty string for a blank name.
 */
export function suggestProjectKey(name: string, taken: readonly string[]): string {
  const words = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => /^[A-Z]/.test(word));
  if (words.length === 0) return name.trim() === '' ? '' : findFreeKey('PR', taken);
  const initials = words.map((word) => word[0]).join('');
  const key = initials.length >= 2 ? initials.slice(0, 4) : (words[0] ?? '').slice(0, 3).padEnd(2, 'X');
  return findFreeKey(key, taken);
}

function findFreeKey(key: string, taken: readonly string[]): string {
  if (!taken.includes(key)) return key;
  for (let number = 2; number < 100; number += 1) {
    const other = key.slice(0, 4) + number;
    if (!taken.includes(other)) return other;
  }
  return key;
}
