import type { Fields, Row } from './types.ts';

// Compound fields are updated per component: `custom.f1` is the component `f1` of the field `custom`. Concurrent or offline changes to
// different components are all kept.

/** Returns the value of a field or component. Returns null if the component is missing. */
export function readField(row: Fields, name: string): unknown {
  const [field, part] = splitName(name);
  return part === null ? row[field] : ((row[field] as Fields | undefined)?.[part] ?? null);
}

/** Returns the row with the fields applied. A component set to null is removed. */
export function applyFields(row: Row, fields: Fields): Row {
  const laid: Record<string, unknown> = { ...row };
  for (const [name, value] of Object.entries(fields)) {
    const [field, part] = splitName(name);
    if (part === null) laid[field] = value;
    else {
      const { [part]: _former, ...others } = (laid[field] ?? {}) as Fields;
      laid[field] = value === null ? others : { ...others, [part]: value };
    }
  }
  return laid;
}

/** Returns the same fields in the server's format, with components nested within their field. */
export function nestFields(fields: Fields): Fields {
  const nested: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const [field, part] = splitName(name);
    nested[field] = part === null ? value : { ...(nested[field] as Fields | undefined), [part]: value };
  }
  return nested;
}

function splitName(name: string): [field: string, part: string | null] {
  const dot = name.indexOf('.');
  return dot === -1 ? [name, null] : [name.slice(0, dot), name.slice(dot + 1)];
}
