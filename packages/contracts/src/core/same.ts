/** Deep equality of plain JSON values. Ignores the order of fields, and fields that are undefined. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((value, at) => isSame(value, b[at]))
    );
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return (
    Object.keys(one).every((name) => isSame(one[name], readOwn(other, name))) &&
    Object.keys(other).every((name) => other[name] === undefined || Object.hasOwn(one, name))
  );
}

function readOwn(row: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined;
}

/** Removes duplicates and sorts. Sets are stored as sorted lists because equal sets must be equal lists. */
export function toSet(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}
