import { isSame } from '#core/same.ts';
import {
  findNodeRule,
  listAttrs,
  listNodeNames,
  RICH_NODES,
  type AttrRules,
  type RichTextHost,
} from './rich-nodes-values.ts';
import {
  at,
  isSome,
  readAttrs,
  readMarks,
  readObject,
  Refused,
  type RichFault,
} from './rich-parts-check-values.ts';
import {
  DOCUMENT_LIMITS,
  RICH_LIMITS,
  type RichNode,
  type RichNodeName,
  type RichText,
} from './rich-text-values.ts';
import { writeRichText } from './plain-text-values.ts';
import { clampSpans } from './table-spans-values.ts';

interface Reading {
  host: RichTextHost;
  limits: { text: number; nodes: number; depth: number };
  /** Lenient mode: keep unknown nodes as such and fill in missing content instead of rejecting it. */
  isKeeping: boolean;
  nodes: number;
}

/**
 * Parses untrusted rich text of a description. Parsing is strict: only schema-conforming content is stored. The result is canonical: equal
 * text has equal JSON. Names are in PostgreSQL's order.
 */
export function readRichText(value: unknown): { doc: RichText } | { fault: RichFault } {
  return readStrictly(value, { host: 'description', limits: RICH_LIMITS, isKeeping: false, nodes: 0 });
}

/** Like `readRichText`, but for a document. Block ids are optional. */
export function readDocument(value: unknown): { doc: RichText } | { fault: RichFault } {
  return readStrictly(value, { host: 'document', limits: DOCUMENT_LIMITS, isKeeping: false, nodes: 0 });
}

function readStrictly(value: unknown, reading: Reading): { doc: RichText } | { fault: RichFault } {
  try {
    const doc = readNode(value, '', ['doc'], 0, reading) as RichText;
    const { length } = writeRichText(doc);
    if (length > reading.limits.text)
      throw new Refused('', `must be ${reading.limits.text} characters or fewer`);
    return { doc };
  } catch (error) {
    if (error instanceof Refused) return { fault: error.fault };
    throw error;
  }
}

/**
 * Parses the result of collaborative editing, possibly by a newer build: unknown nodes become `unknownBlock` and
 * `unknownInline`, and required content is restored after concurrent deletes. Any length is accepted.
 */
export function parseMergedDocument(blocks: readonly unknown[]): RichText {
  const limits = { ...DOCUMENT_LIMITS, nodes: Infinity };
  const reading: Reading = { host: 'document', limits, isKeeping: true, nodes: 0 };
  return { type: 'doc', content: readContent(blocks, 'content', 'doc', 0, reading) };
}

function readNode(
  value: unknown,
  path: string,
  allowed: readonly RichNodeName[],
  depth: number,
  reading: Reading,
): RichNode {
  const { host, limits } = reading;
  if (depth > limits.depth) throw new Refused(path, `can be nested up to ${limits.depth} levels deep`);
  reading.nodes += 1;
  if (reading.nodes > limits.nodes) throw new Refused('', `can have up to ${limits.nodes} parts`);
  const given = readObject(value, path, ['text', 'type', 'attrs', 'marks', 'content']);
  const rule = findNodeRule(given['type'], host);
  if (rule === undefined) throw new Refused(at(path, 'type'), 'isn’t a known type');
  const type = given['type'] as RichNodeName;
  if (!allowed.includes(type)) throw new Refused(at(path, 'type'), `must be one of: ${allowed.join(', ')}`);
  if (type === 'text') return readText(given, path, false);
  if (given['text'] !== undefined) throw new Refused(at(path, 'text'), 'is only allowed on text');
  if (given['marks'] !== undefined && isSome(given['marks']))
    throw new Refused(at(path, 'marks'), 'are only allowed on text');
  const attrs = readNodeAttrs(given['attrs'], at(path, 'attrs'), ATTRS[host].get(type) ?? {}, host);
  const read = readContent(given['content'], at(path, 'content'), type, depth, reading);
  const content = type === 'table' ? clampSpans(read) : read;
  return { type, ...(attrs === null ? {} : { attrs }), ...(content.length === 0 ? {} : { content }) };
}

const ATTRS = { description: mapAttrs('description'), document: mapAttrs('document') };

function mapAttrs(host: RichTextHost): ReadonlyMap<RichNodeName, AttrRules> {
  return new Map(listNodeNames(host).map((name) => [name, listAttrs(name, host)]));
}

/** In a document, nullable attributes may be absent because Yjs omits null. */
function readNodeAttrs(value: unknown, path: string, rules: AttrRules, host: RichTextHost) {
  if (host === 'description') return readAttrs(value, path, rules);
  const names = Object.keys(rules);
  if (names.length === 0) return readAttrs(value, path, rules);
  const given = readObject(value ?? {}, path, names);
  return readAttrs(Object.fromEntries(names.map((name) => [name, given[name] ?? null])), path, rules);
}

/** One step of a content expression: allowed nodes and cardinality. */
interface Step {
  names: RichNodeName[];
  isNeeded: boolean;
  isOnce: boolean;
}

const STEPS = { description: mapSteps('description'), document: mapSteps('document') };

function mapSteps(host: RichTextHost): ReadonlyMap<RichNodeName, readonly Step[]> {
  const names = listNodeNames(host);
  const namesOf = (group: string) =>
    names.filter((name) => name === group || RICH_NODES[name].kind === group);
  return new Map(
    names.map((name) => [
      name,
      RICH_NODES[name].content
        .split(' ')
        .filter(Boolean)
        .map((part) => ({
          names: namesOf(part.replace(/[+*]$/, '')),
          isNeeded: !part.endsWith('*'),
          isOnce: !/[+*]$/.test(part),
        })),
    ]),
  );
}

function readContent(
  value: unknown,
  path: string,
  type: RichNodeName,
  depth: number,
  reading: Reading,
): RichNode[] {
  if (value !== undefined && !Array.isArray(value)) throw new Refused(path, 'must be a list');
  const given: readonly unknown[] = value ?? [];
  const { limits, isKeeping, host } = reading;
  const steps = STEPS[host].get(type) ?? [];
  const isCode = findNodeRule(type)?.isCode === true;
  if (!isKeeping && steps[0]?.isNeeded === true && given.length === 0)
    throw new Refused(path, 'can’t be empty');
  if (steps.length === 0 && given.length > 0) throw new Refused(path, 'must be empty');
  // Nodes that are nested too deep are preserved as unknown nodes by their container.
  if (isKeeping && given.length > 0 && depth >= limits.depth) throw new Refused(path, 'is nested too deep');
  if (given.length > limits.nodes) throw new Refused(path, `can have up to ${limits.nodes} parts`);
  const nodes: RichNode[] = [];
  let step = 0;
  for (const [index, one] of given.entries()) {
    const where = at(path, String(index));
    const { names = [], isOnce = false } = steps[step] ?? {};
    const node = isCode
      ? readCodeText(one, where, reading)
      : readChild(one, where, names, depth + 1, reading);
    if (isOnce) step += 1;
    const last = nodes.at(-1);
    if (last?.type === 'text' && node.type === 'text' && isSame(last.marks, node.marks)) {
      nodes[nodes.length - 1] = { ...last, text: `${last.text ?? ''}${node.text ?? ''}` };
    } else nodes.push(node);
  }
  if (nodes.length > 0 && steps[step]?.isOnce !== true) step += 1;
  for (const { names, isNeeded } of steps.slice(step)) {
    if (!isNeeded) continue;
    const [missing = 'paragraph'] = names;
    if (!isKeeping) throw new Refused(path, `must have a ${missing}`);
    nodes.push(readNode({ type: missing, ...FILLED_ATTRS[missing] }, path, [missing], depth + 1, reading));
  }
  return nodes;
}

const FILLED_ATTRS: Partial<Record<RichNodeName, object>> = { taskItem: { attrs: { checked: false } } };

function readChild(
  value: unknown,
  path: string,
  allowed: readonly RichNodeName[],
  depth: number,
  reading: Reading,
): RichNode {
  try {
    return readNode(value, path, allowed, depth, reading);
  } catch (error) {
    if (!reading.isKeeping || !(error instanceof Refused)) throw error;
    const json = JSON.stringify(value);
    if (allowed.includes('unknownBlock')) return { type: 'unknownBlock', attrs: { id: null, json } };
    if (allowed.includes('unknownInline')) return { type: 'unknownInline', attrs: { json } };
    throw error;
  }
}

function readCodeText(value: unknown, path: string, reading: Reading): RichNode {
  reading.nodes += 1;
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
  // oxlint-disable-next-line no-control-regex -- control characters are rejected intentionally
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
