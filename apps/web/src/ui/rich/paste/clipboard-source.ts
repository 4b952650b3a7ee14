import type { Slice } from '@tiptap/pm/model';
import { findNodeRule } from '@hearth/contracts/rich-text/rich-nodes-values';

export interface EditorCode {
  /** The language name for the code block. Null if unknown. */
  language: string | null;
  /** `text` means prose or Markdown. */
  kind: 'code' | 'text' | 'unknown';
}

/** Language ids of Visual Studio Code that differ from those of highlighters. */
const LANGUAGES: Readonly<Record<string, string>> = {
  typescriptreact: 'tsx',
  javascriptreact: 'jsx',
  shellscript: 'bash',
  dockercompose: 'yaml',
  jsonc: 'json',
};
const TEXTS = new Set(['markdown', 'mdx', 'plaintext', 'git-commit', 'scminput', 'latex']);

/** Editors color each word in a monospaced font: Visual Studio Code in a `div`, JetBrains in a `pre`. */
const FIXED = /font-family:[^"]*(?:mono|consolas|menlo|courier|monaco)/i;
const ROOT =
  /^(?:\s|<html>|<head>|<\/head>|<body>|<meta[^>]*>|<!--[\s\S]*?-->)*<(div|pre)\s+style=(?:"([^"]*)"|'([^']*)')/i;

/** Reads the metadata that a code editor adds to the clipboard. Returns null for clipboard content from other sources. */
export function readEditorCode(data: DataTransfer): EditorCode | null {
  const mode = readMode(data.getData('vscode-editor-data'));
  if (mode !== null) {
    const name = (Object.hasOwn(LANGUAGES, mode) ? LANGUAGES[mode] : undefined) ?? mode;
    const isKnown = findNodeRule('codeBlock')?.attrs?.['language']?.(name) ?? false;
    return { language: isKnown ? name : null, kind: TEXTS.has(mode) ? 'text' : 'code' };
  }
  const [, tag, quoted, other = ''] = ROOT.exec(data.getData('text/html')) ?? [];
  const style = (quoted ?? other).replaceAll('&quot;', "'");
  if (tag === undefined || !FIXED.test(style)) return null;
  const isEditor = tag.toLowerCase() === 'pre' || /white-space:\s*pre\b/i.test(style);
  return isEditor ? { language: null, kind: 'unknown' } : null;
}

function readMode(json: string): string | null {
  try {
    const { mode } = JSON.parse(json) as { mode?: unknown };
    return typeof mode === 'string' ? mode : null;
  } catch {
    return null;
  }
}

const FORMATTED =
  /<(?:b|strong|i|em|u|s|del|strike|a|h[1-6]|ul|ol|li|table|code|blockquote|img|input|hr|details|sub|sup)(?=[\s/>])|font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic|text-decoration(?:-line)?:[^;"]*(?:underline|line-through)|mso-list|data-pm-slice|role=["']?(?:checkbox|listitem)/i;

/**
 * Whether the HTML adds no formatting to the plain text.
 * @param slice the parsed HTML
 */
export function isUnformatted(html: string, text: string, { content }: Slice): boolean {
  return !FORMATTED.test(html) && withoutSpaces(content.textBetween(0, content.size)) === withoutSpaces(text);
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '');
}
