import { gfmToMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, toMarkdown, type Handle } from 'mdast-util-to-markdown';
import type { RichText } from '#rich-text/rich-text-values.ts';
import { writePlainLetters } from './plain-letters.ts';
import type { Blockquote } from './tree.ts';
import { writeRoot } from './write-blocks.ts';
import type { MarkdownNames } from './write-inline.ts';

/** In Markdown, a callout is a quote with its type in the first line. */
type CalloutData = Blockquote['data'] & { callout?: string };

const writeQuote: Handle = (
  node: { data?: CalloutData; children: { type: string }[] },
  parent,
  state,
  info,
) => {
  const kind = node.data?.callout;
  if (kind === undefined) return defaultHandlers.blockquote(node as never, parent, state, info);
  const exit = state.enter('blockquote');
  const inside = state.containerFlow(node as never, info);
  const text = `[!${kind}]${inside === '' ? '' : node.children[0]?.type === 'paragraph' ? '\n' : '\n\n'}${inside}`;
  const value = state.indentLines(text, (line, _at, isBlank) => `>${isBlank ? '' : ' '}${line}`);
  exit();
  return value;
};

/**
 * Writes GitHub Flavored Markdown that `parseMarkdown` parses to the same document. Markdown cannot represent the following, which is lost:
 * block ids, widths of columns and images, mixed alignment within a column, merged cells and header rows, trailing empty lines, and cell
 * content other than text and images.
 */
export function writeMarkdown(doc: RichText, names: MarkdownNames): string {
  const text = toMarkdown(
    { type: 'root', children: writeRoot(doc.content, names) },
    {
      bullet: '-',
      rule: '-',
      listItemIndent: 'one',
      // Autolinks have already been written.
      resourceLink: true,
      handlers: { blockquote: writeQuote },
      extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    },
  );
  return writePlainLetters(text.startsWith('\uFEFF') ? `&#xFEFF;${text.slice(1)}` : text);
}
