import * as Y from 'yjs';
import { findLost } from './find-lost.ts';
import type { Insertion } from './insertions.ts';
import {
  copyElement,
  isDeletedNow,
  isLineName,
  isNamed,
  isNew,
  itemsOf,
  listNewRuns,
  parentOf,
  readAttributes,
  readLine,
  readNow,
  ruleOf,
  toText,
  typeOf,
  type ElementPiece,
  type LinePart,
  type Merge,
  type Piece,
} from './lines.ts';
import { findPosition, findPositionOfLate } from './text-position.ts';

/** A position in a line, as a character offset. */
export interface LinePosition {
  line: Y.XmlElement;
  at: number;
}

/** Minimum length, in characters, of text that identifies a copy. Shorter text must be the whole line, unless the ids are equal. */
const MIN_RECOGNIZED = 12;

/** Maximum number of lines compared with `findPositionOfLate`, which is costly. */
const MAX_COMPARED = 50;

/**
 * Plans how to restore content lost in a merge. Yjs cannot move or rename a block: an editor that turns a paragraph into a heading, indents
 * it or joins it with another block deletes it and inserts its text again. Concurrent insertions by other users are deleted with the block.
 * The plan inserts them into the copy at the same position, or, without a copy, into a paragraph at the position of the block.
 */
export function planRescue(merge: Merge): Insertion[] {
  const { lines, blocks } = findLost(merge);
  if (lines.size === 0 && blocks.size === 0) return [];
  const copies = listCopies(merge);
  return [
    ...[...lines].flatMap((line) => planLine(merge, line, copies)),
    ...[...blocks].flatMap((block) => planBlock(merge, block, copies) ?? []),
  ];
}

/** Lines that the transaction created or changed. */
export function listCopies(merge: Merge): Y.XmlElement[] {
  const found = new Set<Y.XmlElement>();
  const collect = (element: Y.XmlElement | Y.XmlFragment, isWhole: boolean): void => {
    if (element instanceof Y.XmlElement && isLineName(element.nodeName)) found.add(element);
    for (const item of itemsOf(element)) {
      const type = item.deleted ? null : typeOf(item);
      if (type instanceof Y.XmlElement && (isWhole || isNew(merge, item))) collect(type, true);
    }
  };
  for (const type of merge.transaction.changed.keys()) {
    const container = type instanceof Y.XmlText ? parentOf(type) : type;
    if (!(container instanceof Y.XmlFragment) || container._item?.deleted === true) continue;
    collect(container, false);
  }
  return [...found];
}

/** Maps a position in a deleted line to the corresponding position in a copy of the line. */
export function findInCopies(
  merge: Merge,
  line: Y.XmlElement,
  copies: readonly Y.XmlElement[],
  { text, at }: { text: string; at: number },
): LinePosition | null {
  if (merge.isUndo === true) {
    const restored = findRestored(merge, copies, { text, at });
    if (restored !== null) return restored;
  }
  const id = readAttributes(merge, line)['id'] ?? null;
  const others = copies.filter((copy) => copy !== line);
  const isSame = (copy: Y.XmlElement): boolean => id !== null && copy.getAttribute('id') === id;
  const same = others.filter(isSame);
  if (text === '') return same[0] === undefined ? null : { line: same[0], at: 0 };
  const search = (some: readonly Y.XmlElement[], find: typeof findPosition): LinePosition | null => {
    const candidates = some.flatMap((copy) => {
      const match = find(text, at, readNow(copy));
      return match === null ? [] : [{ line: copy, at: match.at, score: match.score }];
    });
    return candidates.toSorted((one, other) => other.score - one.score)[0] ?? null;
  };
  return (
    search(same, findPosition) ??
    search(same, findPositionOfLate) ??
    search(others, findPosition) ??
    search(others.slice(0, MAX_COMPARED), findPositionOfLate)
  );
}

/**
 * Maps a position in a line that an undo removes to the section of it that the undo restores elsewhere: the second half of a line that was
 * split, for example by a paste of several blocks.
 */
export function findRestored(
  merge: Merge,
  copies: readonly Y.XmlElement[],
  { text, at }: { text: string; at: number },
): LinePosition | null {
  const candidates = copies.flatMap((line) =>
    listNewRuns(merge, line).flatMap((run) => {
      const before = text.endsWith(run.text)
        ? text.length - run.text.length
        : text.startsWith(run.text)
          ? 0
          : -1;
      const offset = Math.min(Math.max(0, at - before), run.text.length);
      return before < 0 ? [] : [{ line, at: run.at + offset, length: run.text.length }];
    }),
  );
  return candidates.toSorted((one, other) => other.length - one.length)[0] ?? null;
}

function planLine(merge: Merge, line: Y.XmlElement, copies: readonly Y.XmlElement[]): Insertion[] {
  const parts = readLine(merge, line);
  const text = parts.map(({ piece, state }) => (state === 'gone' ? toText(piece) : '')).join('');
  const whole = parts.map(({ piece }) => toText(piece)).join('');
  // A redo restores the content that was deleted with the block.
  if (merge.isUndo === true && copies.some((copy) => readNow(copy).includes(whole))) return [];
  if (merge.isUnacknowledged !== undefined) {
    const isSeen = ({ item, state }: LinePart) =>
      state !== 'lost' || isNamed(merge, item.id.client, item.id.clock);
    const seen = parts.map((part) => (isSeen(part) ? toText(part.piece) : '')).join('');
    // If a copy contains the text, the text was deleted on purpose with the block or has already been restored by the server.
    if (hasCopy(merge, line, copies, seen))
      return planLine({ ...merge, isUnacknowledged: undefined }, line, copies);
  }
  const runs: { at: number; pieces: Piece[] }[] = [];
  let at = 0;
  for (const { piece, state } of parts) {
    if (state === 'gone') at += toText(piece).length;
    if (state !== 'lost') continue;
    const last = runs.at(-1);
    if (last?.at === at) last.pieces.push(piece);
    else runs.push({ at, pieces: [piece] });
  }
  const placed = runs.map((run) => ({ ...run, to: findInCopies(merge, line, copies, { text, at: run.at }) }));
  const inCopies = placed.flatMap(({ to, pieces }): Insertion[] =>
    to === null ? [] : [{ target: to.line, at: to.at, pieces }],
  );
  const children = placed.flatMap(({ to, pieces }) => (to === null ? pieces : []));
  if (children.length === 0) return inCopies;
  return [...inCopies, planAtRoot(merge, line, { name: 'paragraph', attributes: {}, children })];
}

function planBlock(merge: Merge, block: Y.XmlElement, copies: readonly Y.XmlElement[]): Insertion | null {
  const piece = copyElement(merge, block);
  const id = block._item?.id;
  // Only a block that the updates delete explicitly may have been seen. See `isUnacknowledged`.
  if (
    id !== undefined &&
    isNamed(merge, id.client, id.clock) &&
    hasCopy(merge, block, copies, readText(piece))
  )
    return null;
  const beside = findBeside(merge, block, copies);
  if (beside !== null) return { ...beside, pieces: [piece] };
  const parent = parentOf(block);
  const isAlone = ruleOf(block.nodeName)?.kind === 'block' || !(parent instanceof Y.XmlElement);
  if (isAlone) return planAtRoot(merge, block, piece);
  if (ruleOf(parent.nodeName)?.kind === 'block')
    return planAtRoot(merge, block, {
      name: parent.nodeName,
      attributes: readAttributes(merge, parent),
      children: [piece],
    });
  return planAtRoot(merge, block, ...listLines(piece));
}

/** Finds the position after the copy of the lost block's predecessor. */
function findBeside(
  merge: Merge,
  block: Y.XmlElement,
  copies: readonly Y.XmlElement[],
): Pick<Insertion, 'target' | 'at'> | null {
  for (let item = block._item?.left ?? null; item !== null; item = item.left) {
    const type = isDeletedNow(merge, item) ? typeOf(item) : null;
    const line = type instanceof Y.XmlElement ? findLastLine(type) : null;
    if (line === null) continue;
    const text = readLine(merge, line)
      .map(({ piece, state }) => (state === 'gone' ? toText(piece) : ''))
      .join('');
    let above: Y.XmlElement | null =
      findInCopies(merge, line, copies, { text, at: text.length })?.line ?? null;
    while (above !== null) {
      const target = parentOf(above);
      if (target !== null && isAllowed(target, block.nodeName))
        return { target, at: target.toArray().indexOf(above) + 1 };
      above = target instanceof Y.XmlElement ? target : null;
    }
  }
  return null;
}

function findLastLine(element: Y.XmlElement): Y.XmlElement | null {
  if (isLineName(element.nodeName)) return element;
  for (const item of [...itemsOf(element)].toReversed()) {
    const type = typeOf(item);
    const line = type instanceof Y.XmlElement ? findLastLine(type) : null;
    if (line !== null) return line;
  }
  return null;
}

function isAllowed(target: Y.XmlElement | Y.XmlFragment, name: string): boolean {
  const rule = ruleOf(target instanceof Y.XmlElement ? target.nodeName : 'doc');
  const kind = ruleOf(name)?.kind ?? '';
  return rule?.content.split(/[^a-zA-Z]+/).some((word) => word === name || word === kind) ?? false;
}

/** Whether a copy of the element contains the text. */
function hasCopy(
  merge: Merge,
  element: Y.XmlElement,
  copies: readonly Y.XmlElement[],
  text: string,
): boolean {
  const id = readAttributes(merge, element)['id'] ?? null;
  return copies.some((copy) => {
    if (copy === element) return false;
    const now = readNow(copy);
    const isSame = id !== null && copy.getAttribute('id') === id;
    return isSame || text.length >= MIN_RECOGNIZED ? now.includes(text) : now === text;
  });
}

function readText(piece: Piece): string {
  return 'text' in piece ? piece.text : piece.children.map(readText).join('');
}

function listLines(piece: Piece): ElementPiece[] {
  if ('text' in piece) return [];
  if (isLineName(piece.name)) return [{ ...piece, name: 'paragraph', attributes: {} }];
  return piece.children.flatMap(listLines);
}

/** Plans an insertion at the top level, at the position of the top-level ancestor. */
function planAtRoot(merge: Merge, within: Y.XmlElement, ...pieces: Piece[]): Insertion {
  let top = within;
  for (let above = parentOf(top); above instanceof Y.XmlElement; above = parentOf(above)) top = above;
  const target = merge.transaction.doc.getXmlFragment('default');
  let at = 0;
  for (const item of itemsOf(target)) {
    if (!item.deleted) at += item.length;
    if (item === top._item) break;
  }
  return { target, at, pieces };
}
