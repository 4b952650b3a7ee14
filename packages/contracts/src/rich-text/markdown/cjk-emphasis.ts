import type { SyntaxExtension, Tokenize } from './floods.ts';

/*
 * CommonMark recognizes emphasis by adjacent spaces and punctuation. Chinese, Japanese and Korean have no spaces between words, so the
 * asterisks of `含**「重点」**内容` would remain text. Delimiter runs next to such characters follow the rules of the proposal "CommonMark
 * CJK-friendly".
 */

const CJK =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\u3001-\u303f\u30fb\u30fc\ufe30-\ufe4f\uff01-\uffee]/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;

/** Constructs by delimiter. `_` keeps its separate intraword rule. */
const CONSTRUCTS: Readonly<Record<string, string>> = { '*': 'attention', '~': 'strikethrough' };

type Code = Parameters<Exclude<ReturnType<Tokenize>, undefined>>[0];

export function isCjk(sign: string): boolean {
  return CJK.test(sign);
}

function isSpace(sign: string): boolean {
  return sign === '' || /\s/u.test(sign);
}

/** Whether the character is punctuation, but not CJK. */
function isForeign(sign: string): boolean {
  return PUNCTUATION.test(sign) && !isCjk(sign);
}

/** Whether a delimiter run is left-flanking. The check for right-flanking is the same with the arguments reversed. */
function mayOpen(before: string, after: string): boolean {
  return !isSpace(after) && (!isForeign(after) || isSpace(before) || isForeign(before) || isCjk(before));
}

export function createCjkEmphasis(): SyntaxExtension {
  const constructs = Object.entries(CONSTRUCTS).map(([sign, name]) => {
    const code = sign.charCodeAt(0);
    return [code, { name: 'cjkEmphasis', tokenize: createTokenize(code, name) }] as const;
  });
  return { text: Object.fromEntries(constructs) };
}

/** Runs the parser's own construct, then corrects whether the delimiter run may open and close emphasis. */
function createTokenize(sign: number, name: string): Tokenize {
  return function tokenizeCjk(effects, ok, nok) {
    const { parser } = this;
    const before = readBefore(this);
    const original = [parser.constructs.text[sign] ?? []].flat().find((one) => one.name === name);
    if (original === undefined) return nok;
    const correct = (code: Code) => {
      const after = readAfter(code);
      const token = this.events.at(-1)?.[1];
      if (token !== undefined && (isCjk(before) || isCjk(after))) {
        token._open = mayOpen(before, after);
        token._close = mayOpen(after, before);
      }
      return ok(code);
    };
    return effects.attempt(original, correct, nok);
  };
}

/** Returns the character before the delimiter run. Codes are UTF-16 code units, so rare characters consist of two. */
function readBefore(context: ThisParameterType<Tokenize>): string {
  const sign = readSign(context.previous);
  const token = context.events.at(-1)?.[1];
  if (!isLowSurrogate(sign) || token === undefined) return sign;
  return Array.from(context.sliceSerialize(token)).at(-1) ?? sign;
}

/**
 * Returns the character after the delimiter run. Of rare characters only the first code unit is known, which suffices: all characters of
 * the planes 2 and 3 (first unit U+D840 to U+D8BF) are ideographs.
 */
function readAfter(code: Code): string {
  return code !== null && code >= 0xd840 && code <= 0xd8bf ? '\u{20000}' : readSign(code);
}

function isLowSurrogate(sign: string): boolean {
  return sign >= '\udc00' && sign <= '\udfff';
}

/** Returns the character of a code. Line ends, tabs and the end of the text count as spaces. */
function readSign(code: Code): string {
  return code === null || code < 0 ? '' : String.fromCharCode(code);
}
