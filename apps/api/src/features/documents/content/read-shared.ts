import { findNodeRule } from '@hearth/contracts/rich-text/rich-nodes-values';
import { parseMergedDocument } from '@hearth/contracts/rich-text/rich-text-check-values';
import { isSafeAddress } from '@hearth/contracts/rich-text/rich-text-values';
import * as Y from 'yjs';

/** A node as written by a browser. Its type may be unknown to this build. */
export interface RawNode {
  text?: string;
  type: string;
  attrs?: Record<string, unknown>;
  marks?: RawMark[];
  content?: RawNode[];
}

interface RawMark {
  type: string;
  attrs?: Record<string, unknown>;
}

/** Maximum nesting depth, far above that of valid documents. Deeper content is dropped as abusive. */
const DEEPEST = 80;

/** Returns the nodes of a shared fragment in the JSON format of y-tiptap. */
export function readShared(fragment: Y.XmlFragment): RawNode[] {
  return fragment.toArray().flatMap((child) => readChild(child, false, 0));
}

function readChild(child: unknown, isCode: boolean, depth: number): RawNode[] {
  if (child instanceof Y.XmlText) return readTexts(child, isCode);
  if (!(child instanceof Y.XmlElement)) return [];
  const type = child.nodeName;
  const attrs = readValues(child.getAttributes());
  const isCodeInside = findNodeRule(type)?.isCode === true;
  const content =
    depth < DEEPEST ? child.toArray().flatMap((one) => readChild(one, isCodeInside, depth + 1)) : [];
  const node: RawNode = {
    type,
    ...(Object.keys(attrs).length === 0 ? {} : { attrs }),
    ...(content.length === 0 ? {} : { content }),
  };
  return [type === 'unknownBlock' || type === 'unknownInline' ? (restore(node) ?? node) : node];
}

/** Restores a node that an older build preserved as unknown. Returns null if the node is unknown to this build as well. */
function restore({ type, attrs = {} }: RawNode): RawNode | null {
  try {
    const stored = JSON.parse(String(attrs['json'])) as RawNode;
    const isInline = type === 'unknownInline';
    const blocks: RawNode[] = isInline ? [{ type: 'paragraph', content: [stored] }] : [stored];
    const [block] = parseMergedDocument(blocks).content;
    const read = isInline ? block?.content?.[0] : block;
    return read === undefined || read.type === type || read.type === 'unknownBlock' ? null : stored;
  } catch {
    return null;
  }
}

interface Piece {
  insert?: unknown;
  attributes?: Record<string, unknown>;
}

/**
 * Reads text with valid marks only. Concurrent edits can produce combinations of marks that no editor creates, such as bold inline code. As
 * in the editor, code has no other marks, and a link takes precedence over code.
 */
function readTexts(shared: Y.XmlText, isCode: boolean): RawNode[] {
  return (shared.toDelta() as Piece[]).flatMap(({ insert, attributes = {} }): RawNode[] => {
    if (typeof insert !== 'string') return [];
    const text = cleanText(insert, isCode);
    if (text === '') return [];
    if (isCode) return [{ text, type: 'text' }];
    const all = Object.entries(attributes).flatMap(([name, value]) => readMark(name, value));
    const link = all.find(({ type }) => type === 'link');
    const marks = all.some(({ type }) => type === 'code') ? [link ?? { type: 'code' }] : all;
    return [marks.length === 0 ? { text, type: 'text' } : { text, type: 'text', marks }];
  });
}

/** Suffix of marks that may occur more than once on a text: y-tiptap appends a hash of their attributes to the name. */
const SUM = /--[a-zA-Z0-9+/=]{8}$/;

function readMark(name: string, value: unknown): RawMark[] {
  const type = name.replace(SUM, '');
  const attrs = readValues(typeof value === 'object' && value !== null ? value : {});
  if (type === 'link' && !isSafeAddress(String(attrs['href']))) return [];
  return [Object.keys(attrs).length === 0 ? { type } : { type, attrs }];
}

function cleanText(text: string, isCode: boolean): string {
  const whole = text.toWellFormed();
  if (isCode) return whole.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '');
  // oxlint-disable-next-line no-control-regex -- control characters are not allowed in text
  return whole.replaceAll(/\r\n?|\n/g, ' ').replaceAll(/[\u0000-\u0008\u000b-\u001f]/g, '');
}

/**
 * Converts attributes to JSON values without nulls. Byte arrays, shared types, and deeply nested or very long values are dropped. No
 * release writes them, and as JSON text they would take many times their size or overflow the stack.
 */
function readValues(values: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
      const plain = toPlain(value, 0);
      return plain === null || plain === undefined ? [] : [[name, plain]];
    }),
  );
}

/** Maximum nesting depth of an attribute value. */
const DEEPEST_VALUE = 8;
/** Maximum number of array items or object keys in an attribute value. */
const MAX_VALUES = 10_000;

/** Converts a value to plain data. Returns undefined for instances of classes and for values over the limits. */
function toPlain(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST_VALUE) return undefined;
  if (Array.isArray(value))
    return value.length > MAX_VALUES ? undefined : value.map((one) => toPlain(one, depth + 1) ?? null);
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const entries = Object.entries(value);
  if (entries.length > MAX_VALUES) return undefined;
  return Object.fromEntries(
    entries.flatMap(([name, one]) => {
      const plain = toPlain(one, depth + 1);
      return plain === undefined ? [] : [[name, plain]];
    }),
  );
}
