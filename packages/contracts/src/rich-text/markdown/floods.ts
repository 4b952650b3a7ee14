import type { gfm } from 'micromark-extension-gfm';

/*
 * The parser is quadratic for some constructs and cubic for others. Amounts that only occur in
 * floods are treated as text.
 */

export type SyntaxExtension = ReturnType<typeof gfm>;
export type Tokenize = NonNullable<ConstructOf<SyntaxExtension['text']>>['tokenize'];
type ConstructOf<Map> = Map extends Record<number, infer One> | undefined
  ? Extract<One, { tokenize: unknown }>
  : never;

/** Nested quotes, lists and footnotes at the start of a line. */
const NESTED = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])|\[\^[^\]\s]{1,99}\]:)){16}/gm;

export function breakFloods(source: string): string {
  return source.replaceAll(NESTED, '$&\\');
}

/** Limit of cells in a table whose rows are padded to the longest. */
export const MOST_CELLS = 10_000;

/** Limit per sign and paragraph; a word in bold has two. */
const MOST_SIGNS = 600;
const SIGNS = ['*', '_', '~', '<', '[', ']'];

/** Treats a sign as text once its paragraph contains too many of it. */
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
