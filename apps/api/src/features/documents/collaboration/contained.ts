import * as Y from 'yjs';

type Struct = ReturnType<typeof Y.decodeUpdate>['structs'][number];

/** Yjs replaces both halves of a split surrogate pair with this character. */
const REPLACEMENT = '\uFFFD';

/**
 * Checks that structs with known clocks have the same content as in the document. Yjs compares only clocks, so an update that reuses the
 * clocks of other content would be acknowledged without being in the document. Structs deleted in the document match any content: the
 * incoming content is discarded and the client receives the deletion.
 */
export function isContained(doc: Y.Doc, structs: readonly Struct[]): boolean {
  return structs.every((struct) => !(struct instanceof Y.Item) || isItemContained(doc, struct));
}

function isItemContained({ store }: Y.Doc, item: Y.Item): boolean {
  const { client, clock } = item.id;
  const own = store.clients.get(client);
  const end = Math.min(clock + item.length, Y.getState(store, client));
  if (own === undefined || clock >= end) return true;
  for (let at = Y.findIndexSS(own, clock); at < own.length; at += 1) {
    const existing = own[at];
    if (existing === undefined || existing.id.clock >= end) break;
    if (!(existing instanceof Y.Item) || existing.deleted || item.content instanceof Y.ContentDeleted)
      continue;
    const from = Math.max(clock, existing.id.clock);
    const length = Math.min(end, existing.id.clock + existing.length) - from;
    if (!isSameContent(item, from - clock, existing, from - existing.id.clock, length)) return false;
  }
  return true;
}

function isSameContent(
  { content: given }: Y.Item,
  givenAt: number,
  { content: existing }: Y.Item,
  keptAt: number,
  length: number,
): boolean {
  if (given instanceof Y.ContentString && existing instanceof Y.ContentString)
    return isSameText(
      given.str.slice(givenAt, givenAt + length),
      existing.str.slice(keptAt, keptAt + length),
    );
  if (given instanceof Y.ContentType && existing instanceof Y.ContentType)
    return nameOf(given.type) === nameOf(existing.type);
  if (given instanceof Y.ContentFormat && existing instanceof Y.ContentFormat)
    return given.key === existing.key && isSameJson(given.value, existing.value);
  if (given instanceof Y.ContentAny && existing instanceof Y.ContentAny)
    return isSameJson(
      given.arr.slice(givenAt, givenAt + length),
      existing.arr.slice(keptAt, keptAt + length),
    );
  return given.constructor === existing.constructor;
}

function isSameText(given: string, existing: string): boolean {
  if (given === existing) return true;
  for (let at = 0; at < given.length; at += 1) {
    const [one, other] = [given[at], existing[at]];
    if (one !== other && one !== REPLACEMENT && other !== REPLACEMENT) return false;
  }
  return true;
}

function nameOf(type: unknown): string {
  return type instanceof Y.XmlElement ? type.nodeName : type instanceof Y.XmlText ? '#text' : '';
}

function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
