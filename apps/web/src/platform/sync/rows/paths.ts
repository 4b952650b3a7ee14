import type { Fields, Row } from './types.ts';

// A field whose value is made of parts is changed part by part: `custom.f1` names what `custom` holds under `f1`. Two people
// who change different parts, here or while one of them is offline, then both keep what they did.

/** What a row holds under a name; null where a part is not there. */
export function readField(row: Fields, name: string): unknown {
  const [field, part] = splitName(name);
  return part === null ? row[field] : ((row[field] as Fields | undefined)?.[part] ?? null);
}

/** The row with fields applied; a part that is null goes. */
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

/** The same fields as the server takes them: parts within their field. */
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
