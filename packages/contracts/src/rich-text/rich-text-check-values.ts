import { isSame } from '#core/same.ts';
import {
  findNodeRule,
  isMarkName,
  RICH_LIMITS,
  RICH_MARKS,
  RICH_MARK_NAMES,
  RICH_NODES,
  type RichMark,
  type RichMarkName,
  type RichNode,
  type RichNodeName,
  type RichText,
} from './rich-text-values.ts';
import { writeRichText } from './rich-text-words-values.ts';

/** What is wrong with a formatted text, and where in it. */
interface RichFault {
  path: string;
  message: string;
}

class Refused extends Error {
  readonly fault: RichFault;
  constructor(path: string, message: string) {
    super(message);
    this.fault = { path, message };
  }
}

/**
 * Parses a rich text from outside: strictly, so that what is kept is of the schema and nothing else, and in
 * canonical form, so that the same text is always the same JSON (its names in the order in which PostgreSQL
 * keeps them).
 */
export function readRichText(value: unknown): { doc: RichText } | { fault: RichFault } {
  const count = { nodes: 0 };
  try {
    const doc = readNode(value, '', ['doc'], 0, count) as RichText;
    const { length } = writeRichText(doc);
    if (length > RICH_LIMITS.text) throw new Refused('', `must be ${RICH_LIMITS.text} characters or fewer`);
    return { doc };
  } catch (error) {
    if (error instanceof Refused) return { fault: error.fault };
    throw error;
  }
}

function readNode(
  value: unknown,
  path: string,
  allowed: readonly RichNodeName[],
  depth: number,
  count: { nodes: number },
): RichNode {
  if (depth > RICH_LIMITS.depth)
    throw new Refused(path, `can be nested up to ${RICH_LIMITS.depth} levels deep`);
  count.nodes += 1;
  if (count.nodes > RICH_LIMITS.nodes) throw new Refused('', `can have up to ${RICH_LIMITS.nodes} parts`);
  const given = readObject(value, path, ['text', 'type', 'attrs', 'marks', 'content']);
  const rule = findNodeRule(given['type']);
  if (rule === undefined) throw new Refused(at(path, 'type'), 'isn’t a known type');
  const type = given['type'] as RichNodeName;
  if (!allowed.includes(type)) throw new Refused(at(path, 'type'), `must be one of: ${allowed.join(', ')}`);
  if (type === 'text') return readText(given, path, false);
  if (given['text'] !== undefined) throw new Refused(at(path, 'text'), 'is only allowed on text');
  if (given['marks'] !== undefined && isSome(given['marks']))
    throw new Refused(at(path, 'marks'), 'are only allowed on text');
  const attrs = readAttrs(given['attrs'], at(path, 'attrs'), rule.attrs ?? {});
  const content = readContent(given['content'], at(path, 'content'), type, depth, count);
  return { type, ...(attrs === null ? {} : { attrs }), ...(content.length === 0 ? {} : { content }) };
}

/** What may stand first in a node, and after that. */
const CHILDREN = new Map<RichNodeName, { first: RichNodeName[]; rest: RichNodeName[]; isNeeded: boolean }>(
  (Object.keys(RICH_NODES) as RichNodeName[]).map((name) => {
    const parts = RICH_NODES[name].content.split(' ').filter(Boolean);
    const [first = [], rest = first] = parts.map((part) => namesOf(part.replace(/[+*]$/, '')));
    return [name, { first, rest, isNeeded: parts.length > 0 && !parts[0]?.endsWith('*') }];
  }),
);

function namesOf(group: string): RichNodeName[] {
  const names = Object.keys(RICH_NODES) as RichNodeName[];
  return names.filter((name) => name === group || RICH_NODES[name].kind === group);
}

function readContent(
  value: unknown,
  path: string,
  type: RichNodeName,
  depth: number,
  count: { nodes: number },
): RichNode[] {
  if (value !== undefined && !Array.isArray(value)) throw new Refused(path, 'must be a list');
  const given: readonly unknown[] = value ?? [];
  const { first, rest, isNeeded } = CHILDREN.get(type) ?? { first: [], rest: [], isNeeded: false };
  if (isNeeded && given.length === 0) throw new Refused(path, 'can’t be empty');
  if (first.length === 0 && given.length > 0) throw new Refused(path, 'must be empty');
  if (given.length > RICH_LIMITS.nodes) throw new Refused(path, `can have up to ${RICH_LIMITS.nodes} parts`);
  const nodes: RichNode[] = [];
  for (const [index, one] of given.entries()) {
    const where = at(path, String(index));
    const isCode = findNodeRule(type)?.isCode === true;
    const node = isCode
      ? readCodeText(one, where, count)
      : readNode(one, where, index === 0 ? first : rest, depth + 1, count);
    const last = nodes.at(-1);
    if (last?.type === 'text' && node.type === 'text' && isSame(last.marks, node.marks)) {
      nodes[nodes.length - 1] = { ...last, text: `${last.text ?? ''}${node.text ?? ''}` };
    } else nodes.push(node);
  }
  return nodes;
}

function readCodeText(value: unknown, path: string, count: { nodes: number }): RichNode {
  count.nodes += 1;
  const given = readObject(value, path, ['text', 'type', 'attrs', 'marks', 'content']);
  if (given['type'] !== 'text') throw new Refused(at(path, 'type'), 'must be one of: text');
  const node = readText(given, path, true);
  if (node.marks !== undefined) throw new Refused(at(path, 'marks'), 'aren’t allowed in code');
  return node;
}

function readText(given: Readonly<Record<string, unknown>>, path: string, isCode: boolean): RichNode {
  const { text } = given;
  if (typeof text !== 'string' || text === '')
    throw new Refused(at(path, 'text'), 'must be text, and can’t be empty');
  // oxlint-disable-next-line no-control-regex -- refusing control characters is the point
  const broken = isCode ? /[\u0000\r\ud800-\udfff]/u : /[\u0000-\u0008\u000a-\u001f\ud800-\udfff]/u;
  if (broken.test(text)) {
    throw new Refused(at(path, 'text'), 'can’t contain control characters: use a hardBreak for a line break');
  }
  for (const name of ['attrs', 'content']) {
    if (isSome(given[name])) throw new Refused(at(path, name), 'must be empty');
  }
  const marks = readMarks(given['marks'], at(path, 'marks'));
  return marks.length === 0 ? { text, type: 'text' } : { text, type: 'text', marks };
}

function readMarks(value: unknown, path: string): RichMark[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new Refused(path, 'must be a list');
  if (value.length > RICH_MARK_NAMES.length) throw new Refused(path, 'can’t contain duplicates');
  const read = new Map<RichMarkName, RichMark>();
  for (const [index, one] of (value as unknown[]).entries()) {
    const where = at(path, String(index));
    const given = readObject(one, where, ['type', 'attrs']);
    const { type } = given;
    if (!isMarkName(type))
      throw new Refused(at(where, 'type'), `must be one of: ${RICH_MARK_NAMES.join(', ')}`);
    if (read.has(type)) throw new Refused(path, 'can’t contain duplicates');
    const attrs = readAttrs(given['attrs'], at(where, 'attrs'), RICH_MARKS[type]);
    read.set(type, attrs === null ? { type } : { type, attrs });
  }
  if (read.has('code') && read.size > 1) throw new Refused(path, 'can’t combine code with others');
  return RICH_MARK_NAMES.flatMap((name) => read.get(name) ?? []);
}

function readAttrs(
  value: unknown,
  path: string,
  rules: Readonly<Record<string, (value: unknown) => boolean>>,
): Record<string, unknown> | null {
  const names = Object.keys(rules);
  if (names.length === 0) {
    if (isSome(value)) throw new Refused(path, 'must be empty');
    return null;
  }
  const given = readObject(value, path, names);
  for (const name of names) {
    if (!(rules[name]?.(given[name]) ?? false)) {
      const isAddress = name === 'href';
      throw new Refused(
        at(path, name),
        isAddress ? 'must be an http, https or mailto link' : 'has a value that isn’t allowed here',
      );
    }
  }
  return Object.fromEntries(names.map((name) => [name, given[name]]));
}

function readObject(value: unknown, path: string, names: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refused(path, 'must be an object');
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Refused(at(path, unknown.slice(0, 40)), 'isn’t a known attribute');
  return value as Record<string, unknown>;
}

function isSome(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

function at(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
