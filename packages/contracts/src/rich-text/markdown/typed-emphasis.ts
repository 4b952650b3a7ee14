import type { SyntaxExtension, Tokenize } from './floods.ts';
import { SPECIAL_NAMES } from './special-names-values.ts';

/*
 * CommonMark reads `2*3*4` as emphasis, `10~20 or 30~40` as deleted text and `__init__` as strong emphasis. In text that people type or
 * paste, they are calculations, ranges and names.
 */

const [STAR, LINE, TILDE] = [0x2a, 0x5f, 0x7e];
const SPECIAL = new Set(SPECIAL_NAMES.split('|'));

type Code = Parameters<Exclude<ReturnType<Tokenize>, undefined>>[0];

const isDigit = (code: Code): boolean => code !== null && code >= 0x30 && code <= 0x39;
const isWord = (code: Code): boolean =>
  code !== null && code > 0 && /[\p{L}\p{N}_]/u.test(String.fromCodePoint(code));

/** Keeps asterisks and tildes between digits and special names as text. */
export function createTypedEmphasis(): SyntaxExtension {
  return {
    text: {
      [STAR]: { name: 'calculation', tokenize: createNumberSign(STAR) },
      [TILDE]: { name: 'range', tokenize: createNumberSign(TILDE) },
      [LINE]: { name: 'specialName', tokenize: tokenizeName },
    },
  };
}

function createNumberSign(sign: number): Tokenize {
  return function tokenizeNumberSign(effects, ok, nok) {
    const { previous } = this;
    const read = (code: Code): ReturnType<typeof ok> => {
      if (code === sign) {
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
}

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
