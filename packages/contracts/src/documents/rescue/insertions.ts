import * as Y from 'yjs';
import { isLineName, itemsOf, typeOf, type ElementPiece, type Piece, type TextPiece } from './lines.ts';

type Container = Y.XmlElement | Y.XmlFragment;

/** Content to insert into a line at a character offset, or among the children of another container. */
export interface Insertion {
  target: Container;
  at: number;
  pieces: readonly Piece[];
}

/** Applies the insertions, in one transaction, to this document or another document with the same structs. */
export function insertAll(doc: Y.Doc, insertions: readonly Insertion[], origin: unknown): void {
  doc.transact(() => {
    // Insert from the end, to keep the remaining positions valid.
    for (const { target, at, pieces } of insertions
      .toReversed()
      .toSorted((one, other) => other.at - one.at)) {
      const container = findIn(doc, target);
      if (container instanceof Y.XmlElement && isLineName(container.nodeName))
        insertText(container, at, pieces);
      else container?.insert(at, pieces.map(makeType));
    }
  }, origin);
}

function findIn(doc: Y.Doc, { _item }: Container): Container | null {
  if (_item === null) return doc.getXmlFragment('default');
  const item = Y.getItem(doc.store, _item.id) as unknown;
  const type = item instanceof Y.Item && !item.deleted ? typeOf(item) : null;
  return type instanceof Y.XmlElement ? type : null;
}

function insertText(line: Y.XmlElement, at: number, pieces: readonly Piece[]): void {
  const isCode = line.nodeName === 'codeBlock';
  let position = at;
  for (const piece of pieces) {
    const { text, offset } = openText(line, position);
    if ('text' in piece) {
      text.insert(offset, piece.text, isCode ? {} : piece.attributes);
      position += piece.text.length;
    } else if (!isCode) {
      splitText(line, text, offset, piece);
      position += 1;
    }
  }
}

/** Returns the text node of the line at a character offset. Creates a text node if there is none. */
export function openText(line: Y.XmlElement, at: number): { text: Y.XmlText; offset: number } {
  let start = 0;
  let index = 0;
  for (const item of itemsOf(line)) {
    const type = item.deleted ? null : typeOf(item);
    if (type === null) continue;
    const length = type instanceof Y.XmlText ? type.length : 1;
    if (type instanceof Y.XmlText && at <= start + length) return { text: type, offset: at - start };
    if (at < start + length) break;
    start += length;
    index += 1;
  }
  const text = new Y.XmlText();
  line.insert(index, [text]);
  return { text, offset: 0 };
}

function splitText(line: Y.XmlElement, text: Y.XmlText, offset: number, piece: ElementPiece): void {
  const index = line.toArray().indexOf(text) + 1;
  const tail = new Y.XmlText();
  const rest = text.toDelta() as { insert: unknown; attributes?: Record<string, unknown> }[];
  line.insert(index, [makeType(piece), tail]);
  let start = 0;
  for (const { insert, attributes = {} } of rest) {
    if (typeof insert !== 'string') continue;
    const end = insert.slice(Math.max(0, offset - start));
    if (end !== '') tail.insert(tail.length, end, attributes);
    start += insert.length;
  }
  text.delete(offset, text.length - offset);
}

function makeType(piece: Piece): Y.XmlElement | Y.XmlText {
  return 'text' in piece ? makeText([piece]) : makeElement(piece);
}

function makeText(pieces: readonly TextPiece[]): Y.XmlText {
  const text = new Y.XmlText();
  text.applyDelta(pieces.map(({ text: insert, attributes }) => ({ insert, attributes })));
  return text;
}

function makeElement({ name, attributes, children }: ElementPiece): Y.XmlElement {
  const element = new Y.XmlElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value as string);
  const nodes: (Y.XmlElement | Y.XmlText)[] = [];
  let texts: TextPiece[] = [];
  const endText = (): void => {
    if (texts.length > 0) nodes.push(makeText(texts));
    texts = [];
  };
  for (const child of children) {
    if ('text' in child) {
      texts.push(child);
      continue;
    }
    endText();
    nodes.push(makeElement(child));
  }
  endText();
  element.insert(0, nodes);
  return element;
}
