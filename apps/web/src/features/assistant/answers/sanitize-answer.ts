import type { RichNode } from '@hearth/contracts/rich-text/rich-text-values';

/** A citation mark at the end of partial text, which may be incomplete. */
const HALF_MARK = /\[(?:\^\d{0,3})?$/;

/** Returns the partial answer without an incomplete citation mark at its end. */
export function dropPartialCitation(text: string): string {
  return text.replace(HALF_MARK, '');
}

/**
 * Restricts an answer to text and tables. Removes images and files, replaces links with their text and callouts with quotes, and expands
 * collapsed blocks. Only citations may link to other pages.
 */
export function sanitizeAnswer(nodes: readonly RichNode[]): RichNode[] {
  return nodes.flatMap((node): RichNode[] => {
    const { type, content } = node;
    if (type === 'image' || type === 'file' || type === 'unknownBlock' || type === 'unknownInline') return [];
    const inner = content === undefined ? undefined : sanitizeAnswer(content);
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

/** Splits text at its citation marks. */
export function splitMarks(text: string): ({ text: string } | { source: number })[] {
  return text
    .split(/(\[\^\d{1,3}\])/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const mark = /^\[\^(\d+)\]$/.exec(piece);
      return mark === null ? { text: piece } : { source: Number(mark[1]) };
    });
}
