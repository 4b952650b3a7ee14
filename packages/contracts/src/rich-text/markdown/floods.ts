import type { gfm } from 'micromark-extension-gfm';

/*
 * The parser is quadratic for some constructs and cubic for others. Excessive amounts of syntax, which only occur in attacks, are treated
 * as text.
 */

export type SyntaxExtension = ReturnType<typeof gfm>;
export type Tokenize = NonNullable<ConstructOf<SyntaxExtension['text']>>['tokenize'];
type ConstructOf<Map> = Map extends Record<number, infer One> | undefined
  ? Extract<One, { tokenize: unknown }>
  : never;

/** Sixteen or more nested quotes, lists and footnotes at the start of a line. */
const NESTED = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])|\[\^[^\]\s]{1,99}\]:)){16}/gm;

export function breakFloods(source: string): string {
  return source.replaceAll(NESTED, '$&\\');
}

/** Maximum cells of a table whose rows are padded to the longest row. */
export const MAX_CELLS = 10_000;

/** Maximum occurrences of a delimiter per paragraph. A bold word has two. */
const MAX_SIGNS = 600;
const SIGNS = ['*', '_', '~', '<', '[', ']'];

/** Treats a delimiter as text once its paragraph contains too many. */
export function createFloodGuard(): SyntaxExtension {
  return { text: Object.fromEntries(SIGNS.map((sign) => [sign.charCodeAt(0), createGuard()])) };
}

function createGuard() {
  const counts = new WeakMap<object, number>();
  const tokenize: Tokenize = function tokenizeFlood(effects, ok, nok) {
    const count = (counts.get(this) ?? 0) + 1;
    counts.set(this, count);
    return (code) => {
      if (count <= MAX_SIGNS) return nok(code);
      effects.enter('data');
      effects.consume(code);
      effects.exit('data');
      return ok;
    };
  };
  return { name: 'flood', tokenize };
}
