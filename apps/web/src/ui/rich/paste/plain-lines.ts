import { Fragment, type Mark, type Schema, Slice } from '@tiptap/pm/model';
import { cleanLine } from './tab-rows.ts';

/**
 * Converts plain text verbatim. An empty line separates paragraphs, as in text from other programs. Other line breaks and the indentation
 * are kept.
 */
export function makeLines(given: string, schema: Schema, marks: readonly Mark[]): Slice {
  const text = given.replaceAll(/\r\n?|\u2028/g, '\n').replaceAll('\u2029', '\n\n');
  const { paragraph, hardBreak } = schema.nodes;
  const blocks = text.replaceAll(/^\n+|\n+$/g, '').split(/\n(?:[ \t]*\n)+/);
  const nodes = blocks.flatMap((block) => {
    const content = block.split('\n').flatMap((rawLine, at) => {
      const line = cleanLine(rawLine);
      return [
        ...(at === 0 || hardBreak === undefined ? [] : [hardBreak.create()]),
        ...(line === '' ? [] : [schema.text(line, marks)]),
      ];
    });
    return paragraph === undefined ? [] : [paragraph.create(null, content)];
  });
  return new Slice(Fragment.from(nodes), 0, 0);
}

/** Converts each line of plain text to a paragraph: the fallback for Markdown that cannot be parsed. */
export function makeParagraphs(text: string, schema: Schema): Slice {
  return makeLines(text.replaceAll(/\r\n?|\n/g, '\n\n'), schema, []);
}
