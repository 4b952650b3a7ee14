import type { TextSerializer } from '@tiptap/core';
import type { Node, Slice } from '@tiptap/pm/model';
import { NodeSelection, TextSelection, type Selection } from '@tiptap/pm/state';
import { writeRichText } from '@hearth/contracts/rich-text/plain-text-values';
import type { RichNode, RichNodeName } from '@hearth/contracts/rich-text/rich-text-values';

/**
 * Returns the plain text of copied blocks, with the signs of lists and headings and with tabs between cells. Returns an empty string for a
 * selection within one text block: the editor then copies the bare text.
 */
export function writeCopied({ content, openStart, openEnd }: Slice, selection: Selection): string {
  const [first] = content.content;
  if (first === undefined) return '';
  let [depth, only] = [0, content.childCount === 1 ? first : null];
  for (; only !== null && !only.isTextblock; depth += 1)
    only = only.childCount === 1 ? only.firstChild : null;
  if (only !== null && (depth === 0 || (openStart > depth && openEnd > depth))) return '';
  return writeRichText({ type: 'doc', content: addParent(content.content.map(toPlain), selection) });
}

/** Adds the parent of list items and table rows that are selected without their list or table, and keeps the numbers of items. */
function addParent(content: readonly RichNode[], selection: Selection): readonly RichNode[] {
  const [first, ...others] = content;
  const type = first?.type;
  if (type === 'tableRow') return [{ type: 'table', content }];
  // The selection may begin at a later item.
  if (first?.type === 'orderedList' && selection instanceof TextSelection) {
    const start = Number(first.attrs?.['start'] ?? 1) + selection.$from.index(1);
    return [{ ...first, attrs: { start } }, ...others];
  }
  if ((type !== 'listItem' && type !== 'taskItem') || !(selection instanceof NodeSelection)) return content;
  const { parent } = selection.$from;
  const start = Number(parent.attrs['start'] ?? 1) + selection.$from.index();
  return [{ type: parent.type.name as RichNodeName, attrs: { start }, content }];
}

/** Replaces names by their text, omits addresses of links and fences of code. */
function toPlain(node: Node): RichNode {
  const { attrs, isText, isLeaf, isBlock, text = '' } = node;
  if (isText) return { type: 'text', text };
  const type = (node.type.spec.code === true ? 'paragraph' : node.type.name) as RichNodeName;
  const write = node.type.spec['toText'] as TextSerializer | undefined;
  if (!isLeaf || write === undefined || type === 'hardBreak')
    return { type, attrs, content: node.content.content.map(toPlain) };
  const line: RichNode = { type: 'text', text: write({ node } as Parameters<TextSerializer>[0]) };
  return isBlock ? { type: 'paragraph', content: [line] } : line;
}
