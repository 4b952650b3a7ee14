import type { SyntaxExtension, Tokenize } from './floods.ts';
import { SPECIAL_NAMES } from './special-names-values.ts';

/*
 * CommonMark reads `2*3*4` as emphasis and `__init__` as strong emphasis. In text that people type or paste, they are calculations and
 * names.
 */

const [STAR, LINE] = [0x2a, 0x5f];
const SPECIAL = new Set(SPECIAL_NAMES.split('|'));

type Code = Parameters<Exclude<ReturnType<Tokenize>, undefined>>[0];

const isDigit = (code: Code): boolean => code !== null && code >= 0x30 && code <= 0x39;
const isWord = (code: Code): boolean =>
  code !== null && code > 0 && /[\p{L}\p{N}_]/u.test(String.fromCodePoint(code));

/** Keeps asterisks between digits and special names as text. */
export function createTypedEmphasis(): SyntaxExtension {
  return {
    text: {
      [STAR]: { name: 'calculation', tokenize: tokenizeCalculation },
      [LINE]: { name: 'specialName', tokenize: tokenizeName },
    },
  };
}

const tokenizeCalculation: Tokenize = function tokenizeCalculation(effects, ok, nok) {
  const { previous } = this;
  const read = (code: Code): ReturnType<typeof ok> => {
    if (code === STAR) {
      effects.consume(code);
      return read;
    }
    effects.exit('data');
    return isDigit(code) ? ok(code) : nok(code);
  };
  return (code) => {
    if (!isDigit(previous)) return nok(code);
    effects.enter('data');
    return read(code);
  };
};

const tokenizeName: Tokenize = function tokenizeName(effects, ok, nok) {
  const { previous } = this;
  let text = '';
  const read = (code: Code): ReturnType<typeof ok> => {
    if (code !== null && (code === LINE || (code >= 0x61 && code <= 0x7a)) && !/[a-z]__$/.test(text)) {
      effects.consume(code);
      text += String.fromCharCode(code);
      return read;
    }
    effects.exit('data');
    const [, name = ''] = /^__([a-z]+)__$/.exec(text) ?? [];
    return SPECIAL.has(name) && !isWord(code) ? ok(code) : nok(code);
  };
  return (code) => {
    if (isWord(previous)) return nok(code);
    effects.enter('data');
    return read(code);
  };
};
