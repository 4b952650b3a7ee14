import { RICH_NODES } from '@hearth/contracts/rich-text/rich-nodes-values';
import type { RichNode, RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { systemRandom } from '#platform/ids.ts';
import { alignPairs } from '@hearth/contracts/rich-text/align-values';

const LENGTH = 12;

/** Gives a new id to every block that has no id or the id of an earlier block. */
export function assignBlockIds(doc: RichText): RichText {
  const seen = new Set<string>();
  const assign = (node: RichNode): RichNode => {
    const content = node.content?.map(assign);
    const inside = content === undefined ? {} : { content };
    if (!isBlock(node)) return { ...node, ...inside };
    const given = readId(node);
    const id = given === null || seen.has(given) ? makeBlockId() : given;
    seen.add(id);
    return { ...node, attrs: { ...node.attrs, id }, ...inside };
  };
  // Visit blocks in document order, so that the first of several blocks with the same id keeps it.
  return { ...doc, content: doc.content.map(assign) };
}

export function readId({ attrs }: RichNode): string | null {
  const id = attrs?.['id'];
  return typeof id === 'string' ? id : null;
}

function isBlock({ type }: RichNode): boolean {
  return RICH_NODES[type].kind === 'block';
}

function makeBlockId(): string {
  return Array.from(systemRandom(LENGTH), (byte) => (byte % 36).toString(36)).join('');
}

/** The existing blocks and their Markdown. */
interface Old {
  blocks: readonly RichNode[];
  /** The Markdown of each block, to compare with the new Markdown. */
  keys: readonly string[];
  /** Returns a block after a round trip through Markdown. */
  readBack: (at: number) => RichNode;
}

/**
 * Gives new content without ids, such as parsed Markdown, the ids of the content it replaces. Blocks with unchanged Markdown are kept as
 * they are, including properties that Markdown cannot express, such as widths and merged cells. A changed block keeps its id if it has the
 * same type and the same position between unchanged blocks.
 */
export function inherit(old: Old, next: readonly RichNode[], keys: readonly string[]): RichNode[] {
  const inherited = [...next];
  let from = 0;
  let to = 0;
  const pairs = alignPairs(old.keys, keys);
  for (const [at, index] of [...pairs, [old.blocks.length, next.length] as const]) {
    for (; from < at && to < index; from += 1, to += 1) {
      const [one, added] = [old.blocks[from], next[to]];
      if (one?.type === added?.type && one !== undefined && added !== undefined)
        inherited[to] = inheritOne(one, old.readBack(from), added);
    }
    const same = old.blocks[at];
    if (same !== undefined) inherited[index] = same;
    from = at + 1;
    to = index + 1;
  }
  return inherited;
}

function inheritOne(old: RichNode, readBack: RichNode, next: RichNode): RichNode {
  const { content: blocks = [] } = old;
  const { content: parsed = [] } = readBack;
  const isSameShape = blocks.length === parsed.length && next.content !== undefined;
  const content = isSameShape
    ? inherit(
        { blocks, keys: parsed.map(toKey), readBack: (at) => parsed[at] ?? old },
        next.content ?? [],
        (next.content ?? []).map(toKey),
      )
    : next.content;
  return {
    ...next,
    ...(next.attrs === undefined ? {} : { attrs: { ...next.attrs, ...pickOmitted(old, next) } }),
    ...(content === undefined ? {} : { content }),
  };
}

/** Returns the attributes of the old block that Markdown cannot express. */
function pickOmitted(old: RichNode, next: RichNode): Record<string, unknown> {
  const { attrs = {} } = old;
  const isSamePicture = next.type === 'image' && attrs['attachmentId'] === next.attrs?.['attachmentId'];
  return {
    ...(isBlock(next) ? { id: readId(old) } : {}),
    ...(isSamePicture ? { width: attrs['width'] } : {}),
    ...('colwidth' in attrs && attrs['colspan'] === 1 ? { colwidth: attrs['colwidth'] } : {}),
  };
}

function toKey(node: RichNode): string {
  return JSON.stringify(node);
}
