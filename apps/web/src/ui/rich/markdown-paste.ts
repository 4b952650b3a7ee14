import type { AnyExtension, JSONContent } from '@tiptap/core';
import { MarkdownManager } from '@tiptap/markdown';
import { Mark, type Schema } from '@tiptap/pm/model';
import { isSafeAddress } from '@hearth/contracts/rich-text/rich-text-values';

/** Parses Markdown to the nodes of our schema; HTML in it stays text. */
export function readMarkdown(text: string, extensions: AnyExtension[], schema: Schema): JSONContent[] {
  const manager = new MarkdownManager({ extensions });
  const none = () => undefined;
  manager.instance.use({ tokenizer: { html: none, tag: none } });
  const { content = [] } = manager.parse(text);
  return content.flatMap((node) => cleanNode(node, schema));
}

/** Without what is not known, and without links that lead where none may. */
function cleanNode(node: JSONContent, schema: Schema): JSONContent[] {
  const { type = '', marks, content } = node;
  if (schema.nodes[type] === undefined || (type === 'text' && (node.text ?? '') === '')) return [];
  const kept = (marks ?? [])
    .filter((mark) => schema.marks[mark.type] !== undefined)
    .filter((mark) => mark.type !== 'link' || isSafeAddress(String(mark.attrs?.['href'])))
    // In their order, and without those that exclude each other.
    .reduce((set, mark) => schema.mark(mark.type, mark.attrs).addToSet(set), Mark.none)
    .map((mark) => mark.toJSON() as NonNullable<JSONContent['marks']>[number]);
  return [
    {
      ...node,
      ...(marks === undefined ? {} : { marks: kept }),
      ...(content === undefined ? {} : { content: content.flatMap((one) => cleanNode(one, schema)) }),
    },
  ];
}
