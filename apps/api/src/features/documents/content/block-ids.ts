import { RICH_NODES } from '@hearth/contracts/rich-text/rich-nodes-values';
import type { RichNode, RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { systemRandom } from '#platform/ids.ts';
import { alignPairs } from '@hearth/contracts/rich-text/align-values';

const LENGTH = 12;

/** Gives an id to every block that has none or a duplicate of an earlier one. */
export function giveIds(doc: RichText): RichText {
  const seen = new Set<string>();
  const give = (node: RichNode): RichNode => {
    const content = node.content?.map(give);
    const inside = content === undefined ? {} : { content };
    if (!isBlock(node)) return { ...node, ...inside };
    const given = readId(node);
    const id = given === null || seen.has(given) ? makeBlockId() : given;
    seen.add(id);
    return { ...node, attrs: { ...node.attrs, id }, ...inside };
  };
  // In document order, so that of two duplicates the first keeps its id.
  return { ...doc, content: doc.content.map(give) };
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

/** The existing blocks, with their Markdown. */
interface Old {
  blocks: readonly RichNode[];
  /** The Markdown of each block, to compare with the new text. */
  told: readonly string[];
  /** A block after a round trip through Markdown. */
  readBack: (at: number) => RichNode;
}

/**
 * Gives new content without ids, such as Markdown, the ids of the content it replaces. A block with the same Markdown is the existing one,
 * with what Markdown cannot express: widths, merged cells. A changed block keeps its id if it has the same type and position between
 * unchanged ones.
 */
export function inherit(old: Old, next: readonly RichNode[], told: readonly string[]): RichNode[] {
  const inherited = [...next];
  let from = 0;
  let to = 0;
  const pairs = alignPairs(old.told, told);
  for (const [at, place] of [...pairs, [old.blocks.length, next.length] as const]) {
    for (; from < at && to < place; from += 1, to += 1) {
      const [one, made] = [old.blocks[from], next[to]];
      if (one?.type === made?.type && one !== undefined && made !== undefined)
        inherited[to] = inheritOne(one, old.readBack(from), made);
    }
    const same = old.blocks[at];
    if (same !== undefined) inherited[place] = same;
    from = at + 1;
    to = place + 1;
  }
  return inherited;
}

function inheritOne(old: RichNode, readBack: RichNode, made: RichNode): RichNode {
  const { content: blocks = [] } = old;
  const { content: said = [] } = readBack;
  const isSameShape = blocks.length === said.length && made.content !== undefined;
  const content = isSameShape
    ? inherit(
        { blocks, told: said.map(toKey), readBack: (at) => said[at] ?? old },
        made.content ?? [],
        (made.content ?? []).map(toKey),
      )
    : made.content;
  return {
    ...made,
    ...(made.attrs === undefined ? {} : { attrs: { ...made.attrs, ...pickUnsaid(old, made) } }),
    ...(content === undefined ? {} : { content }),
  };
}

/** Attributes that Markdown cannot express, taken from the old block. */
function pickUnsaid(old: RichNode, made: RichNode): Record<string, unknown> {
  const { attrs = {} } = old;
  const isSamePicture = made.type === 'image' && attrs['attachmentId'] === made.attrs?.['attachmentId'];
  return {
    ...(isBlock(made) ? { id: readId(old) } : {}),
    ...(isSamePicture ? { width: attrs['width'] } : {}),
    ...('colwidth' in attrs && attrs['colspan'] === 1 ? { colwidth: attrs['colwidth'] } : {}),
  };
}

function toKey(node: RichNode): string {
  return JSON.stringify(node);
}
