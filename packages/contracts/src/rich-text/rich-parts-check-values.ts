import { isMarkName, RICH_MARK_NAMES, RICH_MARKS, type AttrRules } from './rich-nodes-values.ts';
import type { RichMark, RichMarkName } from './rich-text-values.ts';

/** A validation error in formatted text, with its path. */
export interface RichFault {
  path: string;
  message: string;
}

export class Refused extends Error {
  readonly fault: RichFault;
  constructor(path: string, message: string) {
    super(message);
    this.fault = { path, message };
  }
}

export function readMarks(value: unknown, path: string): RichMark[] {
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

export function readAttrs(value: unknown, path: string, rules: AttrRules): Record<string, unknown> | null {
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

export function readObject(value: unknown, path: string, names: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refused(path, 'must be an object');
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Refused(at(path, unknown.slice(0, 40)), 'isn’t a known attribute');
  return value as Record<string, unknown>;
}

export function isSome(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

export function at(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
