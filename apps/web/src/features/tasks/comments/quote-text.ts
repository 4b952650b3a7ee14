/** Formats text as a Markdown quote, followed by an empty line. */
export function quoteText(text: string): string {
  const lines = text.trim().split('\n');
  return `${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n`;
}

/** A block of lines and its offset. */
interface TextBlock {
  from: number;
  isQuote: boolean;
  text: string;
}

/** Splits a comment into blocks. Lines that start with “> ” or consist of “>” are quotes. */
export function splitQuotes(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let from = 0;
  for (const line of text.split('\n')) {
    const isQuote = /^>(?: |$)/.test(line);
    const content = isQuote ? line.slice(2) : line;
    const last = blocks.at(-1);
    if (last?.isQuote === isQuote) last.text += `\n${content}`;
    else blocks.push({ from, isQuote, text: content });
    from += line.length + 1;
  }
  if (blocks.length === 1) return blocks;
  // Trims empty lines around quotes. CSS provides their margin.
  return blocks
    .map((block) => ({ ...block, text: block.text.replaceAll(/^\n+|\n+$/g, '') }))
    .filter((block) => block.text !== '');
}
