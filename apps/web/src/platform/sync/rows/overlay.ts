import { applyFields } from './paths.ts';
import type { Effect, Row } from './types.ts';

/** Returns the visible row: the server's row with the effects applied in order, field by field. */
export function applyOverlay(base: Row | undefined, effects: readonly Effect[]): Row | undefined {
  let row = base;
  for (const effect of effects) {
    if (effect.op === 'delete') row = undefined;
    else if (effect.op === 'put') row ??= effect.fields;
    else if (row !== undefined) row = applyFields(row, effect.fields);
  }
  return row;
}
