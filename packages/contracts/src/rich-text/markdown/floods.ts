import type { gfm } from 'micromark-extension-gfm';

/*
 * The parser's time grows with the square of some things and with the cube of others. What nobody writes, and only a flood
 * has so much of, is text.
 */

export type SyntaxExtension = ReturnType<typeof gfm>;
export type Tokenize = NonNullable<ConstructOf<SyntaxExtension['text']>>['tokenize'];
type ConstructOf<Map> = Map extends Record<number, infer One> | undefined
  ? Extract<One, { tokenize: unknown }>
  : never;

/** Quotes, lists and footnotes within each other, at the start of a line. */
const NESTED = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])|\[\^[^\]\s]{1,99}\]:)){16}/gm;

export function breakFloods(source: string): string {
  return source.replaceAll(NESTED, '$&\\');
}

/** Of a table whose rows are filled up to the longest. */
export const MOST_CELLS = 10_000;

/** Of each sign in one paragraph; a word in bold has two. */
const MOST_SIGNS = 600;
const SIGNS = ['*', '_', '~', '<', '[', ']'];

/** Takes a sign as text when there have been too many in its paragraph. */
export function createFloodGuard(): SyntaxExtension {
  return { text: Object.fromEntries(SIGNS.map((sign) => [sign.charCodeAt(0), createGuard()])) };
}

function createGuard() {
  const counts = new WeakMap<object, number>();
  const tokenize: Tokenize = function tokenizeFlood(effects, ok, nok) {
    const count = (counts.get(this) ?? 0) + 1;
    counts.set(this, count);
    return (code) => {
      if (count <= MOST_SIGNS) return nok(code);
      effects.enter('data');
      effects.consume(code);
      effects.exit('data');
      return ok;
    };
  };
  return { name: 'flood', tokenize };
}
