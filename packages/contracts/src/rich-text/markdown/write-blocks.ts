import { CELL_ALIGNS } from '#rich-text/rich-nodes-values.ts';
import { writeRichText } from '#rich-text/plain-text-values.ts';
import type { RichNode } from '#rich-text/rich-text-values.ts';
import { clampSpans } from '#rich-text/table-spans-values.ts';
import { MAX_CELLS } from './floods.ts';
import { UNKNOWN_LANGUAGE } from './own-addresses.ts';
import type { BlockContent, List, ListItem, PhrasingContent, RootContent, Table } from './tree.ts';
import { guardEdges, makeHtml, writeInline, type LineWriting, type MarkdownNames } from './write-inline.ts';

function writeBlocks(blocks: readonly RichNode[], names: MarkdownNames): BlockContent[] {
  // Omit a single empty line because empty containers are parsed with one.
  const [first] = blocks;
  if (blocks.length === 1 && first !== undefined && isEmptyLine(first)) return [];
  return blocks.flatMap((block) => writeBlock(block, names));
}

function isEmptyLine({ type, content = [] }: RichNode): boolean {
  return type === 'paragraph' && content.length === 0;
}

function writeBlock(block: RichNode, names: MarkdownNames): BlockContent[] {
  const { type, attrs = {}, content = [] } = block;
  const lines: LineWriting = { names, isOneLine: false };
  switch (type) {
    case 'heading': {
      const depth = Number(attrs['level']) as 1 | 2 | 3 | 4 | 5 | 6;
      return [{ type: 'heading', depth, children: writeInline(content, { names, isOneLine: true }) }];
    }
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return [writeList(block, names)];
    case 'blockquote':
      return [{ type: 'blockquote', children: writeBlocks(content, names) }];
    case 'callout':
      return [
        {
          type: 'blockquote',
          children: writeBlocks(content, names),
          data: { callout: String(attrs['kind']).toUpperCase() },
        },
      ];
    case 'codeBlock': {
      const value = content.map(({ text = '' }) => text).join('');
      return [{ type: 'code', lang: (attrs['language'] as string | null) ?? null, value }];
    }
    case 'horizontalRule':
      return [{ type: 'thematicBreak' }];
    case 'table':
      return [writeTable(content, names)];
    case 'details':
      return writeToggle(content, names);
    case 'image':
    case 'file':
      return [{ type: 'paragraph', children: writeInline([block], lines) }];
    case 'unknownBlock':
      return [{ type: 'code', lang: UNKNOWN_LANGUAGE, value: String(attrs['json']) }];
    default:
      return [
        {
          type: 'paragraph',
          children: content.length === 0 ? [makeHtml('<br>')] : writeInline(content, lines),
        },
      ];
  }
}

function writeList({ type, attrs = {}, content = [] }: RichNode, names: MarkdownNames): List {
  const children = content.map((item) => writeItem(item, names));
  return {
    type: 'list',
    ordered: type === 'orderedList',
    ...(type === 'orderedList' ? { start: Number(attrs['start']) } : {}),
    spread: children.some(({ spread }) => spread === true),
    children,
  };
}

function writeItem({ type, attrs = {}, content = [] }: RichNode, names: MarkdownNames): ListItem {
  const [first, ...others] = content;
  const isEmpty = first !== undefined && isEmptyLine(first);
  let children: BlockContent[];
  let checked = type === 'taskItem' ? attrs['checked'] === true : null;
  if (checked !== null && isEmpty) {
    // GitHub's parser ignores checkboxes without text, so write the checkbox verbatim.
    const box: BlockContent = { type: 'paragraph', children: [makeHtml(checked ? '[x]' : '[ ]')] };
    children = [box, ...others.flatMap((block) => writeBlock(block, names))];
    checked = null;
  } else if (isEmpty && others[0]?.type !== 'paragraph' && others[0]?.type !== 'horizontalRule')
    children = others.flatMap((block) => writeBlock(block, names));
  else children = content.flatMap((block) => writeBlock(block, names));
  // A list that does not begin with a paragraph can't directly follow a line, so write the item as loose.
  const isTight = children.every((child, at) =>
    child.type === 'list'
      ? child.children[0]?.children[0]?.type === 'paragraph'
      : child.type === 'paragraph' && at === 0,
  );
  return { type: 'listItem', checked, spread: !isTight, children };
}

function writeToggle([summary, hidden]: readonly RichNode[], names: MarkdownNames): BlockContent[] {
  const line = writeInline(summary?.content ?? [], { names, isOneLine: true });
  const open = [makeHtml('<details>\n<summary>'), ...line, makeHtml('</summary>')];
  return [
    { type: 'paragraph', children: open },
    ...writeBlocks(hidden?.content ?? [], names),
    { type: 'paragraph', children: [makeHtml('</details>')] },
  ];
}

function writeTable(given: readonly RichNode[], names: MarkdownNames): Table {
  const rows = clampSpans(given);
  const grid = layOut(rows);
  const columns = grid.reduce((most, row) => Math.max(most, row.length), 1);
  const isFilled = columns * grid.length <= MAX_CELLS;
  const hasHead = rows[0]?.content?.every(({ type }) => type === 'tableHeader') ?? false;
  const written = grid.map((row) =>
    Array.from({ length: isFilled ? columns : row.length }, (_, at) =>
      writeCell(row[at]?.content ?? [], names),
    ),
  );
  const [head] = written;
  if (!hasHead || head === undefined) written.unshift(Array.from({ length: columns }, () => []));
  // A header row without text needs some content, because the parser drops an empty header row.
  else if (head.every((cell) => cell.length === 0)) head[0] = [makeHtml('<br>')];
  // Markdown aligns whole columns, so use the alignment of the first cell.
  const aligns = Array.from({ length: columns }, (_, at) => readAlign(grid[0]?.[at]?.attrs));
  return {
    type: 'table',
    ...(aligns.every((align) => align === null) ? {} : { align: aligns }),
    children: written.map((row) => ({
      type: 'tableRow',
      children: row.map((children) => ({ type: 'tableCell', children })),
    })),
  };
}

function readAlign(attrs: RichNode['attrs'] = {}): (typeof CELL_ALIGNS)[number] | null {
  return CELL_ALIGNS.find((align) => align === attrs['align']) ?? null;
}

/** Lays out cells in a grid. Markdown has no merged cells: the content goes into the first position, and all other positions stay empty. */
function layOut(rows: readonly RichNode[]): (RichNode | null)[][] {
  const grid: (RichNode | null)[][] = rows.map(() => []);
  for (const [at, row] of rows.entries()) {
    let column = 0;
    for (const cell of row.content ?? []) {
      while (grid[at]?.[column] !== undefined) column += 1;
      const width = Number(cell.attrs?.['colspan'] ?? 1);
      const height = Number(cell.attrs?.['rowspan'] ?? 1);
      for (const below of grid.slice(at, at + height)) {
        for (let across = 0; across < width; across += 1) below[column + across] = null;
      }
      const own = grid[at];
      if (own !== undefined) own[column] = cell;
    }
  }
  return grid;
}

/** Writes a cell on one line: its blocks are separated by breaks. */
function writeCell(blocks: readonly RichNode[], names: MarkdownNames): PhrasingContent[] {
  const writing: LineWriting = { names, isOneLine: true };
  const written: PhrasingContent[] = [];
  let wasLine = false;
  for (const block of blocks) {
    const isMedia = block.type === 'image' || block.type === 'file';
    const line = isMedia
      ? writeInline([block], writing)
      : block.type === 'paragraph'
        ? writeInline((block.content ?? []).map(keepBackslash), writing)
        : writeText(block);
    if (wasLine && !isMedia) written.push(makeHtml('<br>'));
    written.push(...line);
    wasLine = !isMedia;
  }
  return guardEdges(written);
}

/** Drops the code mark if the code has a backslash before a pipe, which Markdown cannot represent in a cell. */
function keepBackslash(piece: RichNode): RichNode {
  const { text = '', marks } = piece;
  const isCode = marks?.some(({ type }) => type === 'code') ?? false;
  return isCode && /(?<!\\)\\(?:\\\\)*\|/.test(text) ? { text, type: 'text' } : piece;
}

function writeText(block: RichNode): PhrasingContent[] {
  const lines = writeRichText({ type: 'doc', content: [block] }).split('\n');
  return lines.flatMap((value, at): PhrasingContent[] => [
    ...(at === 0 ? [] : [makeHtml('<br>')]),
    ...(value === '' ? [] : [{ type: 'text', value } as const]),
  ]);
}

/** Writes a whole document, without trailing empty lines. */
export function writeRoot(content: readonly RichNode[], names: MarkdownNames): RootContent[] {
  const end = content.findLastIndex((block) => !isEmptyLine(block)) + 1;
  return writeBlocks(content.slice(0, end), names);
}
