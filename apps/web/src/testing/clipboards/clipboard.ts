/** The clipboard content of a program, and the expected document after pasting it, as Markdown. */
export interface ClipboardFixture {
  name: string;
  html?: string;
  text: string;
  /** `vscode-editor-data` */
  editor?: string;
  markdown: string;
  /** The expected description, where it differs. */
  description?: string;
}

/** Joins lines of markup without line breaks. */
export function join(...lines: readonly string[]): string {
  return lines.join('\n');
}
