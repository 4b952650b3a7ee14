import { startsWithMonth } from './month-names.ts';
import { readNodeText } from './parse-inline.ts';
import type { BlockContent, List, ListItem, Paragraph, PhrasingContent } from './tree.ts';

/*
 * CommonMark parses the item `- 1. May` as an empty item that contains a list, and renumbers the dates `12. May`, `3. June`. In text that
 * people type or paste, they are sentences.
 */

type ItemContent = ListItem['children'];

/** Returns the blocks of a list item. A block sign before a sentence, as in `- 2. Bundesliga` or `- > 10 kg`, is part of its text. */
export function readTypedItem(item: ListItem, source: string): ItemContent {
  const [first, ...others] = item.children;
  if (first?.position === undefined || first.position.start.line !== item.position?.start.line)
    return item.children;
  // Further numbered lists continue the first one.
  const isContinued = isNumbered(first) && others.some(isNumbered);
  const text = isContinued ? null : joinSign(first, source);
  return text === null ? item.children : [...text, ...others];
}

function isNumbered(block: ItemContent[number]): boolean {
  return block.type === 'list' && block.ordered === true;
}

/** Replaces a block of a single line by its text, including its sign. Returns null if it is a block. */
function joinSign(block: ItemContent[number], source: string): ItemContent | null {
  switch (block.type) {
    case 'list': {
      const [item, another] = block.children;
      if (item === undefined || another !== undefined || typeof item.checked === 'boolean') return null;
      const [line, ...others] = readTypedItem(item, source);
      if (line === undefined) return block.ordered === true ? [makeLine([], block, source)] : null;
      if (line.type !== 'paragraph' || (block.ordered !== true && !startsWithDigit(line))) return null;
      return [makeLine(line.children, block, source), ...others];
    }
    case 'blockquote': {
      const [line, another] = block.children;
      const isLine = block.position?.start.line === block.position?.end.line && another === undefined;
      if (line?.type !== 'paragraph' || !isLine || !startsWithDigit(line)) return null;
      return [makeLine(line.children, block, source)];
    }
    case 'heading':
      return source[block.position?.start.offset ?? 0] === '#' && startsWithDigit(block)
        ? [makeLine(block.children, block, source)]
        : null;
    default:
      return null;
  }
}

function startsWithDigit(node: Parameters<typeof readNodeText>[0]): boolean {
  return /^\p{Nd}/u.test(readNodeText(node));
}

/** Returns a line that begins with the sign of its block. */
function makeLine(line: PhrasingContent[], { position }: BlockContent | ListItem, source: string): Paragraph {
  const end = line[0]?.position?.start ?? position?.end;
  const sign = source.slice(position?.start.offset, end?.offset).replace(/\s+/g, ' ');
  return {
    type: 'paragraph',
    children: [{ type: 'text', value: sign, position }, ...line],
    position,
  };
}

/**
 * Returns the lines of a numbered list that consists of dates. Returns null for other lists, and for months that are numbered in order.
 */
export function readTypedDates({ ordered, children }: List, source: string): BlockContent[] | null {
  if (ordered !== true || !children.every((item) => startsWithMonth(readNodeText(item)))) return null;
  const numbers = children.map((item) => readNumber(item, source));
  const isRenumbered = numbers.some((number, at) => number !== (numbers[0] ?? 0) + at);
  if (children.length > 1 && !isRenumbered) return null;
  return children.flatMap((item): BlockContent[] => {
    const [first, ...others] = item.children;
    return first?.type === 'paragraph' ? [makeLine(first.children, item, source), ...others] : item.children;
  });
}

/** Whether a numbered list starts again at 1 with this item. CommonMark continues the list above. */
export function isTypedRestart(item: ListItem, before: ListItem | undefined, source: string): boolean {
  return before !== undefined && readNumber(item, source) === 1 && readNumber(before, source) > 1;
}

/** The number before an item, as written. NaN for bullets. */
function readNumber({ position }: ListItem, source: string): number {
  return Number.parseInt(source.slice(position?.start.offset), 10);
}
