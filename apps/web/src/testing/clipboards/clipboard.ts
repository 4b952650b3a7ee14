/** A program's clipboard content and the expected document, as Markdown, after pasting it. */
export interface ClipboardFixture {
  name: string;
  html?: string;
  text: string;
  /** For example `vscode-editor-data`. */
  editor?: string;
  markdown: string;
  /** The expected description if it differs from the expected document. */
  description?: string;
}

export function join(...lines: readonly string[]): string {
  return lines.join('\n');
}
