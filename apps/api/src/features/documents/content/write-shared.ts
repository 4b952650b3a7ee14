import { isSame } from '@hearth/contracts/core/same';
import type { RichNode, RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { updateYFragment } from '@tiptap/y-tiptap';
import { Node, type Schema } from 'prosemirror-model';
import * as Y from 'yjs';
import { alignPairs } from '@hearth/contracts/rich-text/align-values';
import { readId } from './block-ids.ts';
import { makeSchema, PROSE_SCHEMA } from './prose-schema.ts';
import type { RawNode } from './read-shared.ts';

interface Change {
  /** The current content as stored. `current` is the same content, validated against the schema. */
  shared: readonly RawNode[];
  current: RichText;
  next: RichText;
}

/** Updates a fragment to `next`, block by block. Blocks are matched by id. */
export function writeShared(doc: Y.Doc, fragment: Y.XmlFragment, { shared, current, next }: Change): void {
  const unknown = findUnknown(shared, current.content);
  const schema = unknown.size === 0 ? PROSE_SCHEMA : makeSchema([...unknown.values()]);
  const blocks = next.content.map((block) => Node.fromJSON(schema, release(block, unknown)));
  // Blocks cannot be matched by index if the fragment has children that are not blocks, which no valid client writes.
  const isCountable = fragment.length === current.content.length;
  if (!isCountable) {
    updateAll(doc, fragment, schema, blocks);
    return;
  }
  const pairs = alignPairs(current.content.map(nameBlock), next.content.map(nameBlock));
  let at = 0;
  let from = 0;
  let to = 0;
  for (const [old, nextIndex] of [...pairs, [current.content.length, blocks.length] as const]) {
    fragment.delete(at, old - from);
    for (; to < nextIndex; to += 1, at += 1) insertBlock(doc, fragment, at, blocks[to]);
    const isChanged = !isSame(current.content[old], next.content[nextIndex]);
    if (nextIndex < blocks.length && isChanged) updateBlock(doc, fragment.get(at), blocks[nextIndex]);
    at += 1;
    from = old + 1;
    to = nextIndex + 1;
  }
}

/** Returns the key by which blocks are matched. It includes the type: a block whose type changed counts as a different block. */
function nameBlock(block: RichNode): string {
  return `${block.type} ${readId(block) ?? JSON.stringify(block)}`;
}

function updateAll(doc: Y.Doc, fragment: Y.XmlFragment, schema: Schema, blocks: readonly Node[]): void {
  updateYFragment(doc, fragment, schema.node('doc', null, [...blocks]), {
    mapping: new Map(),
    isOMark: new Map(),
  });
}

function insertBlock(doc: Y.Doc, fragment: Y.XmlFragment, at: number, block: Node | undefined): void {
  if (block === undefined) return;
  const element = new Y.XmlElement(block.type.name);
  fragment.insert(at, [element]);
  updateBlock(doc, element, block);
}

function updateBlock(doc: Y.Doc, element: unknown, block: Node | undefined): void {
  if (!(element instanceof Y.XmlElement) || block === undefined) return;
  const { parent } = element;
  if (element.nodeName !== block.type.name && parent instanceof Y.XmlFragment) {
    // This build supports a node that an older build preserved as unknown: replace the placeholder element.
    const at = parent.toArray().indexOf(element);
    parent.delete(at, 1);
    insertBlock(doc, parent, at, block);
    return;
  }
  updateYFragment(doc, element, block, { mapping: new Map(), isOMark: new Map() });
}

/** Returns the nodes that the current content preserves as unknown, by their JSON. */
function findUnknown(shared: readonly RawNode[], current: readonly RichNode[]): Map<string, RawNode> {
  const stored = new Set<string>();
  const collect = (nodes: readonly RichNode[]): void => {
    for (const { attrs, content = [] } of nodes) {
      if (typeof attrs?.['json'] === 'string') stored.add(attrs['json']);
      collect(content);
    }
  };
  collect(current);
  const found = new Map<string, RawNode>();
  if (stored.size === 0) return found;
  const search = (nodes: readonly RawNode[]): void => {
    for (const node of nodes) {
      const json = JSON.stringify(node);
      if (stored.has(json)) found.set(json, node);
      else search(node.content ?? []);
    }
  };
  search(shared);
  return found;
}

/** Converts a node to its raw form. Preserved unknown nodes return to their original form. */
function release(node: RichNode, unknown: ReadonlyMap<string, RawNode>): RawNode {
  const json = node.attrs?.['json'];
  const released = typeof json === 'string' ? unknown.get(json) : undefined;
  if (released !== undefined) return released;
  const { content, ...own } = node;
  return {
    ...(own as RawNode),
    ...(content === undefined ? {} : { content: content.map((one) => release(one, unknown)) }),
  };
}
