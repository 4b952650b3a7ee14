import { clampSpans } from './table-spans-values.ts';
import { isSame } from '#core/same.ts';
import { splitMentions, writeMention } from './comment-values.ts';
import type { RichNode, RichText } from './rich-text-values.ts';

/** Converts formatted text to plain text, for plain-text clients, search and the history. */
export function writeRichText(doc: RichText): string {
  return doc.content.map((block) => writeBlock(block).join('\n')).join('\n\n');
}

/** Converts plain text to formatted text. Empty lines separate paragraphs. Round-trips exactly. */
export function readPlainText(text: string): RichText {
  return { type: 'doc', content: text.split('\n\n').map(readParagraph) };
}

/** Whether plain text represents the document without loss. In that case, only the plain text is stored. */
export function isPlain(doc: RichText): boolean {
  return (
    doc.content.every(({ type, content = [] }) => type === 'paragraph' && content.every(isPlainInline)) &&
    isSameDoc(readPlainText(writeRichText(doc)), doc)
  );
}

/** Whether the text is empty. */
export function isNothing({ content }: RichText): boolean {
  const [first, ...rest] = content;
  return rest.length === 0 && first?.type === 'paragraph' && (first.content ?? []).length === 0;
}

export function isSameDoc(one: RichText | null, other: RichText | null): boolean {
  return isSame(one, other);
}

function isPlainInline({ type, marks = [] }: RichNode): boolean {
  return marks.length === 0 && (type === 'text' || type === 'hardBreak' || type === 'mention');
}

function readParagraph(text: string): RichNode {
  const content = text
    .split('\n')
    .flatMap((line, at): RichNode[] => [
      ...(at === 0 ? [] : [{ type: 'hardBreak' } as const]),
      ...splitMentions(line).map((piece): RichNode =>
        'text' in piece
          ? { text: piece.text, type: 'text' }
          : { type: 'mention', attrs: { id: piece.userId } },
      ),
    ]);
  return content.length === 0 ? { type: 'paragraph' } : { type: 'paragraph', content };
}

/** The lines of a node, without the markers of its block. */
export function writeLines(node: RichNode): string {
  const { type } = node;
  return type === 'heading' ? writeInline(node.content ?? []) : writeBlock(node).join('\n');
}

/** Extracts the text from a node of a newer build. */
export function readUnknownText(json: string): string {
  const texts: string[] = [];
  try {
    JSON.parse(json, (name, value: unknown) => {
      if (name === 'text' && typeof value === 'string') texts.push(value);
      return value;
    });
  } catch {
    return '';
  }
  return texts.join(' ');
}

/** The lines of a block. */
function writeBlock(node: RichNode): string[] {
  const { type, attrs = {}, content = [] } = node;
  if (type === 'bulletList') return content.flatMap((item) => writeItem(item, '- '));
  if (type === 'orderedList') {
    const start = Number(node.attrs?.['start'] ?? 1);
    return content.flatMap((item, at) => writeItem(item, `${start + at}. `));
  }
  if (type === 'taskList') {
    return content.flatMap((item) => writeItem(item, item.attrs?.['checked'] === true ? '- [x] ' : '- [ ] '));
  }
  if (type === 'heading')
    return [`${'#'.repeat(Number(node.attrs?.['level'] ?? 1))} ${writeInline(content)}`];
  if (type === 'codeBlock') {
    const language = node.attrs?.['language'];
    return [
      `\`\`\`${typeof language === 'string' ? language : ''}`,
      ...writeInline(content).split('\n'),
      '```',
    ];
  }
  if (type === 'blockquote') {
    const lines = content.flatMap((block, at) => [...(at === 0 ? [] : ['']), ...writeBlock(block)]);
    return lines.map((line) => (line === '' ? '>' : `> ${line}`));
  }
  if (type === 'horizontalRule') return ['---'];
  if (type === 'table') return writeTable(clampSpans(content));
  if (type === 'image') return [String(attrs['alt'])];
  if (type === 'file') return [String(attrs['name'])];
  if (type === 'unknownBlock') return [readUnknownText(String(attrs['json']))];
  if (type === 'details') return content.flatMap((part) => writeBlock(part));
  if (type === 'callout' || type === 'detailsContent') {
    return content.flatMap((block, at) => [...(at === 0 ? [] : ['']), ...writeBlock(block)]);
  }
  return writeInline(content).split('\n');
}

/** Writes rows of tab-separated cells. The columns that a merged cell covers are empty, as in spreadsheets. */
function writeTable(rows: readonly RichNode[]): string[] {
  /** The number of further rows that a merged cell covers, by column. */
  const covered: number[] = [];
  return rows.map(({ content: cells = [] }) => {
    const texts: string[] = [];
    const skipCovered = (): void => {
      for (let rest = covered[texts.length] ?? 0; rest > 0; rest = covered[texts.length] ?? 0) {
        covered[texts.length] = rest - 1;
        texts.push('');
      }
    };
    for (const { content = [], attrs = {} } of cells) {
      skipCovered();
      const [columns, below] = [Number(attrs['colspan'] ?? 1), Number(attrs['rowspan'] ?? 1) - 1];
      for (let at = 0; at < columns; at += 1) {
        covered[texts.length] = below;
        texts.push(at === 0 ? content.flatMap(writeBlock).join(' ') : '');
      }
    }
    skipCovered();
    return texts.join('\t');
  });
}

function writeItem({ content = [] }: RichNode, sign: string): string[] {
  const indent = ' '.repeat(sign.startsWith('- ') ? 2 : sign.length);
  return content.flatMap(writeBlock).map((line, at) => (at === 0 ? sign : indent) + line);
}

function writeInline(nodes: readonly RichNode[]): string {
  return nodes
    .map(({ type, text = '', attrs, marks = [] }, at) => {
      if (type === 'hardBreak') return '\n';
      if (type === 'mention') return writeMention(String(attrs?.['id']));
      if (type === 'taskLink') return String(attrs?.['key']);
      // A document link is displayed with the title of its document, which is not part of the text.
      if (type === 'documentLink') return '';
      if (type === 'unknownInline') return readUnknownText(String(attrs?.['json']));
      const href = marks.find((mark) => mark.type === 'link')?.attrs?.['href'];
      if (typeof href !== 'string') return text;
      // The address follows the last piece of a link.
      const next = nodes[at + 1]?.marks?.find((mark) => mark.type === 'link')?.attrs?.['href'];
      return next === href || text === href || href === `mailto:${text}` ? text : `${text} (${href})`;
    })
    .join('');
}
