import {
  FORMULA_BUILT_IN,
  FORMULA_FUNCTIONS,
  FORMULA_LIMITS,
  kindOfField,
  type BuiltIn,
  type FormulaFault,
  type FormulaFaultKind,
  type FormulaField,
  type FormulaFunction,
  type FormulaKind,
  type FormulaNode,
  type FormulaSign,
} from './formula-values.ts';

interface Token {
  kind: 'number' | 'text' | 'braces' | 'word' | 'sign' | 'end';
  text: string;
  at: number;
}

/** Alternative characters accepted as operators. */
const ALIKE: Readonly<Record<string, string>> = {
  '×': '*',
  '÷': '/',
  '−': '-',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  '<>': '!=',
};
const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?|\.\d+)|"([^"]*)"|\{([^{}]*)\}|(\p{L}[\p{L}\p{N}_]*)|(<=|>=|<>|!=|[-+*/&=<>%(),×÷−≤≥≠]))/uy;

class FormulaError extends Error {
  readonly fault: FormulaFault;
  constructor(kind: FormulaFaultKind, { at, text }: Pick<Token, 'at' | 'text'>) {
    super(kind);
    this.fault = { kind, at, what: text };
  }
}

function cut(text: string): Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  let at = 0;
  while (at < end) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null)
      throw new FormulaError('unexpected', {
        at: skip(text, at),
        text: text.slice(skip(text, at)).slice(0, 1),
      });
    const [whole, number, quoted, braces, word, sign] = found;
    const begin = skip(text, at);
    if (number !== undefined) tokens.push({ kind: 'number', text: number, at: begin });
    else if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted, at: begin });
    else if (braces !== undefined) tokens.push({ kind: 'braces', text: braces.trim(), at: begin });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word, at: begin });
    else tokens.push({ kind: 'sign', text: ALIKE[sign ?? ''] ?? sign ?? '', at: begin });
    at += whole.length;
  }
  return [...tokens, { kind: 'end', text: '', at: end }];
}

function skip(text: string, at: number): number {
  return at + (text.slice(at).length - text.slice(at).trimStart().length);
}

const COMPARING: ReadonlySet<string> = new Set(['=', '!=', '<', '<=', '>', '>=']);

/** Recursive descent. Each step consumes a token, and the depth is limited. */
class Reader {
  readonly #tokens: readonly Token[];
  readonly #fields: ReadonlyMap<string, FormulaField>;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], fields: readonly FormulaField[]) {
    this.#tokens = tokens;
    this.#fields = new Map(fields.map((field) => [field.id, field]));
  }

  readAll(): FormulaNode {
    const node = this.#readCompared();
    const rest = this.#peek();
    if (rest.kind !== 'end') throw new FormulaError('unexpected', rest);
    return node;
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '', at: 0 };
  }

  #takeSign(...signs: string[]): Token | null {
    const token = this.#peek();
    if (token.kind !== 'sign' || !signs.includes(token.text)) return null;
    this.#at += 1;
    return token;
  }

  #expect(sign: string): void {
    if (this.#takeSign(sign) !== null) return;
    const token = this.#peek();
    throw new FormulaError(token.kind === 'end' ? 'unfinished' : 'unexpected', token);
  }

  #readCompared(): FormulaNode {
    this.#depth += 1;
    if (this.#depth > FORMULA_LIMITS.depth) throw new FormulaError('deep', this.#peek());
    let left = this.#readChain(['&'], () =>
      this.#readChain(['+', '-'], () => this.#readChain(['*', '/'], () => this.#readUnary())),
    );
    const sign = this.#takeSign(...COMPARING);
    if (sign !== null) {
      const right = this.#readChain(['&'], () =>
        this.#readChain(['+', '-'], () => this.#readChain(['*', '/'], () => this.#readUnary())),
      );
      left = join(sign, left, right);
    }
    this.#depth -= 1;
    return left;
  }

  #readChain(signs: string[], readNext: () => FormulaNode): FormulaNode {
    let left = readNext();
    for (let sign = this.#takeSign(...signs); sign !== null; sign = this.#takeSign(...signs))
      left = join(sign, left, readNext());
    return left;
  }

  #readUnary(): FormulaNode {
    const minus = this.#takeSign('-');
    if (minus === null) return this.#readPercent();
    this.#depth += 1;
    if (this.#depth > FORMULA_LIMITS.depth) throw new FormulaError('deep', minus);
    const of = this.#readUnary();
    this.#depth -= 1;
    if (of.kind !== 'number') throw new FormulaError('kinds', minus);
    return { node: 'minus', kind: 'number', of };
  }

  #readPercent(): FormulaNode {
    let node = this.#readOne();
    for (let sign = this.#takeSign('%'); sign !== null; sign = this.#takeSign('%')) {
      if (node.kind !== 'number') throw new FormulaError('kinds', sign);
      node = { node: 'percent', kind: 'number', of: node };
    }
    return node;
  }

  #readOne(): FormulaNode {
    const token = this.#peek();
    if (this.#takeSign('(') !== null) {
      const inner = this.#readCompared();
      this.#expect(')');
      return inner;
    }
    this.#at += 1;
    switch (token.kind) {
      case 'number':
        return { node: 'number', kind: 'number', value: Number(token.text) };
      case 'text':
        return { node: 'text', kind: 'text', value: token.text };
      case 'braces':
        return this.#readNamed(token);
      case 'word':
        return this.#readWord(token);
      default:
        throw new FormulaError(token.kind === 'end' ? 'unfinished' : 'unexpected', token);
    }
  }

  #readNamed(token: Token): FormulaNode {
    if (Object.hasOwn(FORMULA_BUILT_IN, token.text)) {
      const name = token.text as BuiltIn;
      return { node: 'builtIn', kind: FORMULA_BUILT_IN[name], name };
    }
    const field = this.#fields.get(token.text);
    if (field === undefined) throw new FormulaError('unknownField', token);
    const kind = kindOfField(field);
    if (kind === null) throw new FormulaError('unusableField', { ...token, text: field.name });
    return { node: 'field', kind, id: field.id };
  }

  #readWord(token: Token): FormulaNode {
    const name = token.text.toLowerCase();
    if (name === 'yes' || name === 'no') return { node: 'box', kind: 'box', value: name === 'yes' };
    if (!(FORMULA_FUNCTIONS as readonly string[]).includes(name))
      throw new FormulaError('unknownFunction', token);
    this.#expect('(');
    const args: FormulaNode[] = [];
    if (this.#takeSign(')') === null) {
      do args.push(this.#readCompared());
      while (this.#takeSign(',') !== null);
      this.#expect(')');
    }
    const kind = kindOfCall(name as FormulaFunction, args);
    if (kind === null) throw new FormulaError('arguments', token);
    return { node: 'call', kind, name: name as FormulaFunction, args };
  }
}

function join(token: Token, left: FormulaNode, right: FormulaNode): FormulaNode {
  const sign = token.text as FormulaSign;
  const kind = kindOfSign(sign, left.kind, right.kind);
  if (kind === null) throw new FormulaError('kinds', token);
  return { node: 'sign', kind, sign, left, right };
}

function kindOfSign(sign: FormulaSign, left: FormulaKind, right: FormulaKind): FormulaKind | null {
  const kinds = `${left} ${right}`;
  switch (sign) {
    case '&':
      return 'text';
    case '=':
    case '!=':
      return left === right ? 'box' : null;
    case '<':
    case '<=':
    case '>':
    case '>=':
      return kinds === 'number number' || kinds === 'date date' ? 'box' : null;
    case '+':
      if (kinds === 'date number' || kinds === 'number date') return 'date';
      return kinds === 'number number' ? 'number' : null;
    case '-':
      if (kinds === 'date number') return 'date';
      return kinds === 'number number' || kinds === 'date date' ? 'number' : null;
    default:
      return kinds === 'number number' ? 'number' : null;
  }
}

/** Checks the types of a function call. @returns the result type, or null for invalid argument types */
function kindOfCall(name: FormulaFunction, args: readonly FormulaNode[]): FormulaKind | null {
  const kinds = args.map(({ kind }) => kind);
  const [first = null, second, third] = kinds;
  const isAll = (kind: FormulaKind | null): boolean => kinds.length > 0 && kinds.every((one) => one === kind);
  switch (name) {
    case 'if':
      return kinds.length === 3 && first === 'box' && second === third ? (second ?? null) : null;
    case 'min':
    case 'max':
      return isAll('number') || isAll('date') ? first : null;
    case 'round': {
      const digits = args[1];
      const isDigits =
        digits === undefined || (digits.node === 'number' && /^[0-6]$/.test(String(digits.value)));
      return first === 'number' && kinds.length <= 2 && isDigits ? 'number' : null;
    }
    case 'abs':
      return kinds.length === 1 && first === 'number' ? 'number' : null;
    case 'days':
      return kinds.length === 2 && isAll('date') ? 'number' : null;
    case 'empty':
      return kinds.length === 1 ? 'box' : null;
    case 'not':
      return kinds.length === 1 && first === 'box' ? 'box' : null;
    default:
      return isAll('box') ? 'box' : null;
  }
}

export type ReadFormula = { tree: FormulaNode } | { fault: FormulaFault };

/**
 * Parses a formula in stored form, with field ids, to a syntax tree.
 * @param fields all fields of the team
 */
export function parseFormula(stored: string, fields: readonly FormulaField[]): ReadFormula {
  if (stored.trim() === '') return { fault: { kind: 'empty', at: 0, what: '' } };
  if (stored.length > FORMULA_LIMITS.stored)
    return { fault: { kind: 'long', at: FORMULA_LIMITS.text, what: '' } };
  try {
    return { tree: new Reader(cut(stored), fields).readAll() };
  } catch (error) {
    if (error instanceof FormulaError) return { fault: error.fault };
    throw error;
  }
}
