import { RICH_NODES } from './rich-nodes-values.ts';
import type { RichNode, RichNodeName, RichText } from './rich-text-values.ts';
import { writeLines } from './plain-text-values.ts';

interface BlockText {
  /** Null if not assigned yet. */
  blockId: string | null;
  kind: RichNodeName;
  text: string;
}

interface Heading {
  blockId: string | null;
  level: number;
  text: string;
}

/**
 * Lists the text of a document by block, for links to blocks: lines, and captions of images and files, including those in lists, cells and
 * callouts. Blocks without text are omitted.
 */
export function listBlocks({ content }: RichText): BlockText[] {
  const found: BlockText[] = [];
  collect(content, null, found);
  return found;
}

function collect(nodes: readonly RichNode[], around: string | null, found: BlockText[]): void {
  for (const node of nodes) {
    const { type, content = [] } = node;
    const blockId = RICH_NODES[type].kind === 'block' ? readId(node) : around;
    // Summaries have no id; use the id of the toggle.
    const isLine = content.every((one) => RICH_NODES[one.type].kind === 'inline');
    if (!isLine) {
      collect(content, blockId, found);
      continue;
    }
    const text = type === 'codeBlock' ? (content[0]?.text ?? '') : writeLines(node).trim();
    if (text !== '' && type !== 'horizontalRule') found.push({ blockId, kind: type, text });
  }
}

export function listHeadings({ content }: RichText): Heading[] {
  return content.flatMap((node) =>
    node.type === 'heading'
      ? [{ blockId: readId(node), level: Number(node.attrs?.['level']), text: writeLines(node).trim() }]
      : [],
  );
}

function readId({ attrs }: RichNode): string | null {
  const id = attrs?.['id'];
  return typeof id === 'string' ? id : null;
}
