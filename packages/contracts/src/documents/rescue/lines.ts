import * as Y from 'yjs';
import { RICH_NODES, type AttrRules } from '#rich-text/rich-nodes-values.ts';

export type Attributes = Readonly<Record<string, unknown>>;

/** A section of text with one set of marks. */
export interface TextPiece {
  text: string;
  attributes: Attributes;
}

export interface ElementPiece {
  name: string;
  attributes: Attributes;
  children: readonly Piece[];
}

/** Content to reinsert, as plain data because Yjs discards deleted content. */
export type Piece = TextPiece | ElementPiece;

export type DeleteSet = ReturnType<typeof Y.createDeleteSet>;

/** A transaction that may have deleted content unseen by its author. */
export interface Merge {
  transaction: Y.Transaction;
  /** Structs that its updates delete explicitly. All other structs were deleted with their block, unseen by the author of the deletion. */
  deletes: DeleteSet;
  /** Whether this client or server has to restore the struct. */
  isOwn: (client: number, clock: number) => boolean;
  /** True for an undo or a redo. */
  isUndo?: boolean;
  /** Whether a struct is unacknowledged. The delete set may contain it because it reached the server after its block was deleted. */
  isUnacknowledged?: ((client: number, clock: number) => boolean) | undefined;
}

/** A section of a line before the transaction. */
export interface LinePart {
  piece: Piece;
  item: Y.Item;
  /** `lost`: deleted by an author who had not seen it. `gone`: deleted on purpose. */
  state: 'lost' | 'gone' | 'kept';
}

interface NodeRule {
  kind: string;
  content: string;
  attrs?: AttrRules;
}

const INLINE = '\uFFFC';

export function ruleOf(name: string): NodeRule | null {
  return Object.hasOwn(RICH_NODES, name) ? RICH_NODES[name as keyof typeof RICH_NODES] : null;
}

/** Whether elements of this name directly contain text: paragraphs, headings, code. */
export function isLineName(name: string): boolean {
  return /^(?:inline|text)\*$/.test(ruleOf(name)?.content ?? '');
}

export function* itemsOf(type: { _start: Y.Item | null }): Generator<Y.Item> {
  for (let item = type._start; item !== null; item = item.right) yield item;
}

export function typeOf({ content }: Y.Item): Y.XmlElement | Y.XmlText | null {
  if (!(content instanceof Y.ContentType)) return null;
  const { type } = content;
  return type instanceof Y.XmlElement || type instanceof Y.XmlText ? type : null;
}

export function parentOf(type: Y.XmlElement | Y.XmlText): Y.XmlElement | Y.XmlFragment | null {
  const parent = type._item?.parent;
  return parent instanceof Y.XmlFragment ? parent : null;
}

export function isDeletedNow({ transaction }: Merge, item: Y.Item | null): boolean {
  return item !== null && item.deleted && Y.isDeleted(transaction.deleteSet, item.id);
}

export function isNew({ transaction }: Merge, { id }: Y.Item): boolean {
  return id.clock >= (transaction.beforeState.get(id.client) ?? 0);
}

function wasVisible(merge: Merge, item: Y.Item): boolean {
  return item.deleted ? isDeletedNow(merge, item) : !isNew(merge, item);
}

/** Whether the updates delete the struct explicitly. */
export function isNamed({ deletes }: Merge, client: number, clock: number): boolean {
  return Y.isDeleted(deletes, Y.createID(client, clock));
}

/** Whether a struct of the item was deleted along with a block and has to be restored here. */
export function isLost(merge: Merge, item: Y.Item, clock = item.id.clock): boolean {
  const { client } = item.id;
  return (
    isDeletedNow(merge, item) &&
    merge.isOwn(client, clock) &&
    (!isNamed(merge, client, clock) || merge.isUnacknowledged?.(client, clock) === true)
  );
}

/** Reads the line as it was before the transaction. */
export function readLine(merge: Merge, line: Y.XmlElement): LinePart[] {
  const parts: LinePart[] = [];
  for (const item of itemsOf(line)) {
    const type = typeOf(item);
    if (type instanceof Y.XmlText) parts.push(...readText(merge, type));
    else if (type !== null && wasVisible(merge, item))
      parts.push({ piece: copyElement(merge, type), item, state: stateOf(merge, item) });
  }
  return parts;
}

function readText(merge: Merge, text: Y.XmlText): LinePart[] {
  const parts: LinePart[] = [];
  let attributes: Attributes = {};
  for (const item of itemsOf(text)) {
    if (!wasVisible(merge, item)) continue;
    const { content } = item;
    if (content instanceof Y.ContentFormat) attributes = { ...attributes, [content.key]: content.value };
    if (!(content instanceof Y.ContentString)) continue;
    for (const [at, letter] of content.str.split('').entries()) {
      const state = stateOf(merge, item, item.id.clock + at);
      const last = parts.at(-1);
      if (last?.item === item && last.state === state && 'text' in last.piece)
        last.piece = { text: last.piece.text + letter, attributes };
      else parts.push({ piece: { text: letter, attributes }, item, state });
    }
  }
  return parts;
}

function stateOf(merge: Merge, item: Y.Item, clock?: number): LinePart['state'] {
  if (!item.deleted) return 'kept';
  return isLost(merge, item, clock) ? 'lost' : 'gone';
}

/** An element as it was before the transaction, reduced to the content to restore. */
export function copyElement(merge: Merge, element: Y.XmlElement): ElementPiece {
  const children: Piece[] = [];
  for (const item of itemsOf(element)) {
    const type = typeOf(item);
    if (type instanceof Y.XmlText)
      children.push(...readText(merge, type).flatMap(({ piece, state }) => (state === 'lost' ? piece : [])));
    else if (type !== null && isLost(merge, item)) children.push(copyElement(merge, type));
  }
  return { name: element.nodeName, attributes: readAttributes(merge, element), children };
}

/** The attributes of an element before the transaction. */
export function readAttributes(merge: Merge, element: Y.XmlElement): Attributes {
  return Object.fromEntries(
    [...element._map].flatMap(([key, item]) =>
      !item.deleted || isDeletedNow(merge, item) ? [[key, item.content.getContent().at(-1)]] : [],
    ),
  );
}

export function toText(piece: Piece): string {
  return 'text' in piece ? piece.text : INLINE;
}

/** The current text of a line. */
export function readNow(line: Y.XmlElement): string {
  let found = '';
  for (const item of itemsOf(line)) {
    const type = item.deleted ? null : typeOf(item);
    if (type instanceof Y.XmlElement) found += INLINE;
    else if (type !== null)
      for (const { content, deleted } of itemsOf(type))
        if (!deleted && content instanceof Y.ContentString) found += content.str;
  }
  return found;
}

/** The sections of a line that the transaction inserted, with their offsets in the current text. */
export function listNewRuns(merge: Merge, line: Y.XmlElement): { at: number; text: string }[] {
  const runs: { at: number; text: string }[] = [];
  let at = 0;
  for (const item of itemsOf(line)) {
    const type = item.deleted ? null : typeOf(item);
    if (type instanceof Y.XmlElement) at += 1;
    if (!(type instanceof Y.XmlText)) continue;
    for (const letters of itemsOf(type)) {
      if (letters.deleted || !(letters.content instanceof Y.ContentString)) continue;
      const { str } = letters.content;
      const last = runs.at(-1);
      if (isNew(merge, letters)) {
        if (last !== undefined && last.at + last.text.length === at) last.text += str;
        else runs.push({ at, text: str });
      }
      at += str.length;
    }
  }
  return runs;
}
