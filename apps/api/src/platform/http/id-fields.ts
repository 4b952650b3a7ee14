import { z } from 'zod';
import type { RouteSpec } from '@hearth/contracts/core/route';

/** Returns the names of all id fields in the path, and at any depth of the query and body. */
export function idFieldsOf(route: RouteSpec): string[] {
  const fields = new Set([...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''));
  const seen = new Set<unknown>();
  for (const schema of [route.query, route.body]) addFields(schema, fields, seen);
  return [...fields].filter((field) => /(^id|Id|Ids)$/.test(field));
}

/** Adds the names of the fields of all objects within a schema: in arrays, unions, records, and behind defaults and transformations. */
function addFields(schema: unknown, fields: Set<string>, seen: Set<unknown>): void {
  if (!(schema instanceof z.core.$ZodType) || seen.has(schema)) return;
  // Schemas may be recursive.
  seen.add(schema);
  if (schema instanceof z.core.$ZodObject) {
    for (const [name, inner] of Object.entries(schema._zod.def.shape)) {
      fields.add(name);
      addFields(inner, fields, seen);
    }
    return;
  }
  if (schema instanceof z.core.$ZodLazy) return addFields(schema._zod.innerType, fields, seen);
  for (const part of Object.values(schema._zod.def))
    for (const one of Array.isArray(part) ? part : [part]) addFields(one, fields, seen);
}
