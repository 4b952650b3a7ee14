import type { Paragraph, PhrasingContent, RootContent } from './tree.ts';

/** The content between `<details>` and `</details>`. */
export interface Toggle {
  type: 'toggle';
  summary: PhrasingContent[];
  children: Flow[];
}
export type Flow = RootContent | Toggle;

type Token = 'open' | 'close' | { summary: PhrasingContent[] } | { block: RootContent };

const OPEN = /^<details(?:\s+open(?:=(?:""|"open"|''))?)?\s*>$/i;
/** Maximum nesting depth, to limit abuse. */
const DEEPEST = 20;
const CLOSE = /^<\/details\s*>$/i;

/** Finds the toggles among the blocks of one container. Unmatched tags are kept as text. */
export function foldToggles(blocks: readonly RootContent[]): Flow[] {
  if (!blocks.some((block) => block.type === 'paragraph' && block.children.some((one) => isTag(one, OPEN))))
    return [...blocks];
  const root: Flow[] = [];
  const open: Toggle[] = [];
  const put = (flow: Flow) => (open.at(-1)?.children ?? root).push(flow);
  for (const token of blocks.flatMap(readTokens)) {
    if (token === 'open' && open.length < DEEPEST) open.push({ type: 'toggle', summary: [], children: [] });
    else if (token === 'open') put(makeLine([{ type: 'html', value: '<details>' }]));
    else if (token === 'close') {
      const done = open.pop();
      put(done ?? makeLine([{ type: 'html', value: '</details>' }]));
    } else if ('block' in token) put(token.block);
    else {
      const around = open.at(-1);
      if (around !== undefined && around.children.length === 0 && around.summary.length === 0)
        around.summary = token.summary;
      else put(makeLine(wrapSummary(token.summary)));
    }
  }
  for (let unclosed = open.pop(); unclosed !== undefined; unclosed = open.pop()) {
    const { summary, children } = unclosed;
    put(
      makeLine([{ type: 'html', value: '<details>' }, ...(summary.length > 0 ? wrapSummary(summary) : [])]),
    );
    children.forEach(put);
  }
  return root;
}

function readTokens(block: RootContent): Token[] {
  if (block.type !== 'paragraph') return [{ block }];
  const tokens: Token[] = [];
  let line: PhrasingContent[] = [];
  const close = () => {
    const rest = trim(line);
    if (rest.length > 0) tokens.push({ block: { ...block, children: rest } });
    line = [];
  };
  const { children } = block;
  for (let at = 0; at < children.length; at += 1) {
    const one = children[at];
    if (one === undefined) break;
    const end = isTag(one, /^<summary>$/i)
      ? children.findIndex((other, index) => index > at && isTag(other, /^<\/summary\s*>$/i))
      : -1;
    if (end > 0) {
      close();
      tokens.push({ summary: children.slice(at + 1, end) });
      at = end;
    } else if (isTag(one, OPEN) || isTag(one, CLOSE)) {
      close();
      tokens.push(isTag(one, OPEN) ? 'open' : 'close');
    } else line.push(one);
  }
  if (tokens.length === 0) return [{ block }];
  close();
  return tokens;
}

function isTag(node: PhrasingContent, tag: RegExp): boolean {
  return node.type === 'html' && tag.test(node.value);
}

function makeLine(children: PhrasingContent[]): Paragraph {
  return { type: 'paragraph', children };
}

function wrapSummary(summary: readonly PhrasingContent[]): PhrasingContent[] {
  return [{ type: 'html', value: '<summary>' }, ...summary, { type: 'html', value: '</summary>' }];
}

/** Strips the line breaks next to the tags. */
function trim(line: readonly PhrasingContent[]): PhrasingContent[] {
  return line.flatMap((one, at): PhrasingContent[] => {
    if (one.type !== 'text') return [one];
    let { value } = one;
    if (at === 0) value = value.replace(/^\s+/, '');
    if (at === line.length - 1) value = value.replace(/\s+$/, '');
    return value === '' ? [] : [{ ...one, value }];
  });
}
