const SIGNS = /^(?: {0,3}>)*/;
const FENCE = /^\s*(`{3,}|~{3,})/;

/**
 * Ends a nested quote at a line with fewer signs, as in mail: `> > question`, `> answer`. CommonMark reads the second line as a
 * continuation of the first.
 */
export function endTypedQuotes(source: string): string {
  let depth = 0;
  let fence = '';
  const lines = source.split('\n').map((line) => {
    const [signs = ''] = SIGNS.exec(line) ?? [];
    const rest = line.slice(signs.length);
    const [, mark = ''] = FENCE.exec(rest) ?? [];
    const before = depth;
    const isCode = fence !== '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    depth = signs.split('>').length - 1;
    return !isCode && depth > 0 && depth < before && rest.trim() !== '' ? `${signs}\n${line}` : line;
  });
  return lines.join('\n');
}
