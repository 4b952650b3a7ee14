const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns a UUID in lower case, as the database expects it. Returns null for any other string. */
export function toUuid(text: string): string | null {
  const id = text.toLowerCase();
  return UUID.test(id) ? id : null;
}
