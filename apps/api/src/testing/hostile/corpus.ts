import { lineOf } from '@hearth/contracts/core/fields';
import { MARKUP } from './markup.ts';
import { HOSTILE_TEXTS } from './hostile-texts.ts';

/*
 * Hostile strings that users might type, paste, upload or send. All inputs and outputs share this corpus, so new inputs and outputs are
 * tested with all strings. Scripts call `trip()`; URLs lead to `evil.invalid`.
 */

export interface Payload {
  /** Identifies the payload as `family number`. */
  name: string;
  text: string;
}

const FAMILIES: Record<string, readonly string[]> = { ...MARKUP, ...HOSTILE_TEXTS };

export const PAYLOADS: readonly Payload[] = Object.entries(FAMILIES).flatMap(([family, texts]) =>
  texts.map((text, at) => ({ name: `${family} ${at}`, text })),
);

/** Returns the payloads accepted by a single-line field, truncated to its maximum length. */
export function listLines(max: number): Payload[] {
  const line = lineOf(max);
  const seen = new Set<string>();
  return PAYLOADS.map(({ name, text }) => ({ name, text: cut(text, max).trim() })).filter(({ text }) => {
    const isNew = !seen.has(text);
    seen.add(text);
    return isNew && line.safeParse(text).success;
  });
}

/** Returns the payloads accepted by a multi-line field. */
export function listTexts(): Payload[] {
  // oxlint-disable-next-line no-control-regex -- such fields reject these characters
  return PAYLOADS.filter(({ text }) => text !== '' && !/[\u0000\ud800-\udfff]/u.test(text));
}

/** Truncates a string without splitting a surrogate pair. */
function cut(text: string, max: number): string {
  let result = '';
  for (const char of text) {
    if (result.length + char.length > max) return result;
    result += char;
  }
  return result;
}
