import { applyFields } from './paths.ts';
import type { Effect, Fields, Row } from './types.ts';

/** Deep equality of field values, which are plain JSON. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a);
  if (left.length !== Object.keys(b).length) return false;
  return left.every(([name, value]) => Object.hasOwn(b, name) && isSameValue(value, (b as Fields)[name]));
}

/** The row as a person sees it: the optimistic overlay of the effects, in order, field by field. */
export function applyOverlay(base: Row | undefined, effects: readonly Effect[]): Row | undefined {
  let row = base;
  for (const effect of effects) {
    if (effect.op === 'delete') row = undefined;
    else if (effect.op === 'put') row ??= effect.fields;
    else if (row !== undefined) row = applyFields(row, effect.fields);
  }
  return row;
}
