import type { RichNode } from '@hearth/contracts/rich-text/rich-text-values';

/** A mark that stands for a source is never shown half. */
const HALF_MARK = /\[(?:\^\d{0,3})?$/;

/** The text as far as it has come, without the beginning of a mark at its end. */
export function cutHalfMark(text: string): string {
  return text.replace(HALF_MARK, '');
}

/**
 * What an answer may show of formatted text: words and tables. Pictures and files are left out, a link is the words that it stands
 * under, and what can be folded stands open: an answer leads nowhere but to what it names as its sources.
 */
export function tameAnswer(nodes: readonly RichNode[]): RichNode[] {
  return nodes.flatMap((node): RichNode[] => {
    const { type, content } = node;
    if (type === 'image' || type === 'file' || type === 'unknownBlock' || type === 'unknownInline') return [];
    const inner = content === undefined ? undefined : tameAnswer(content);
    if (type === 'callout') return [{ type: 'blockquote', content: inner ?? [] }];
    if (type === 'details' || type === 'detailsContent') return inner ?? [];
    if (type === 'detailsSummary') return [{ type: 'paragraph', content: inner ?? [] }];
    const marks = node.marks?.filter((mark) => mark.type !== 'link');
    return [
      {
        ...node,
        ...(inner === undefined ? {} : { content: inner }),
        ...(marks === undefined ? {} : { marks }),
      },
    ];
  });
}

/** Where the sources stand in a piece of text. */
export function splitMarks(text: string): ({ text: string } | { source: number })[] {
  return text
    .split(/(\[\^\d{1,3}\])/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const mark = /^\[\^(\d+)\]$/.exec(piece);
      return mark === null ? { text: piece } : { source: Number(mark[1]) };
    });
}
