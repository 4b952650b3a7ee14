/** What a program puts on the clipboard, and what a document is to say once it is pasted, as Markdown. */
export interface ClipboardFixture {
  name: string;
  html?: string;
  text: string;
  /** `vscode-editor-data` */
  editor?: string;
  markdown: string;
  /** In a description, where it differs. */
  description?: string;
}

/** Markup in lines that are joined without a break. */
export function join(...lines: readonly string[]): string {
  return lines.join('\n');
}
