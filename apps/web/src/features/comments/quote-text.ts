/** A part of what somebody said, to be answered. */
export function quoteText(text: string): string {
  const lines = text.trim().split('\n');
  return `${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n`;
}

/** Some lines of a text, and where they begin. */
interface TextBlock {
  from: number;
  isQuote: boolean;
  text: string;
}

/** The text in pieces: lines behind a > are what somebody else said. */
export function splitQuotes(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let from = 0;
  for (const line of text.split('\n')) {
    const isQuote = /^>(?: |$)/.test(line);
    const words = isQuote ? line.slice(2) : line;
    const last = blocks.at(-1);
    if (last?.isQuote === isQuote) last.text += `\n${words}`;
    else blocks.push({ from, isQuote, text: words });
    from += line.length + 1;
  }
  if (blocks.length === 1) return blocks;
  // The empty lines around a quote are its own distance.
  return blocks
    .map((block) => ({ ...block, text: block.text.replaceAll(/^\n+|\n+$/g, '') }))
    .filter((block) => block.text !== '');
}
