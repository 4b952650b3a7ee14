import { Extension, type Editor } from '@tiptap/core';
import { Fragment, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { RichTextHost } from '@hearth/contracts/rich-text/rich-nodes-values';
import { isUnformatted, readEditorCode, type EditorCode } from './clipboard-source.ts';
import { isLikeCode } from './code-signs.ts';
import { writeCopied } from './copied-text.ts';
import { fitCode, fitToCaret, keepContainers } from './fit-to-caret.ts';
import { ClipboardParser, putAside } from './html-paste.ts';
import { keepRange } from './keep-range.ts';
import { isLikeMarkdown } from './markdown-signs.ts';
import { makeLines, makeParagraphs } from './plain-lines.ts';
import type { PastedPictures } from './tidy-pictures.ts';
import { cleanLine, makeTable, readTabRows } from './tab-rows.ts';

/**
 * Determines the result of a paste. HTML is mapped to the schema, Markdown to blocks, a spreadsheet range to a table, code from an editor
 * to a code block, and all other text to lines. Ctrl+Shift+V always pastes lines. Also writes the plain text of copied blocks.
 */
export function createPaste(host: RichTextHost, pictures: PastedPictures) {
  return Extension.create({
    // Not 'paste': the editor has a built-in extension of that name.
    name: 'pastedText',
    // Runs before the link extension. That extension would apply a single pasted URL to the selection, even when pasted as plain text.
    priority: 1_001,
    addProseMirrorPlugins() {
      const { editor } = this;
      let isPlain = false;
      /** Whether the HTML is from an editor like this one, which marks how far its slice is open. */
      let isOwn = false;
      /** The slice that `insert` is pasting. Null otherwise. */
      let meaning: Slice | null = null;

      /** Inserts a slice. Inside a table, its content goes into the table's cells. */
      function insert(slice: Slice, text: string, event?: ClipboardEvent): void {
        meaning = slice;
        editor.view.pasteText(text, event);
        meaning = null;
      }

      async function insertMarkdown(text: string): Promise<void> {
        const range = keepRange(editor);
        const read = await readMarkdown(editor, text, host);
        range.release();
        if (editor.isDestroyed || !editor.isEditable) return;
        const restore = range.select();
        const fitted = read === null ? null : fitToCaret(read, text, editor.state.selection);
        const lines =
          read === null ? makeParagraphs(text, editor.schema) : makeLines(text, editor.schema, []);
        insert(fitted ?? lines, text);
        restore();
      }

      return [
        new Plugin({
          props: {
            clipboardTextSerializer: (slice, { state }) => writeCopied(slice, state.selection),
            transformPastedHTML(html) {
              isOwn = html.includes('data-pm-slice');
              return putAside(html);
            },
            transformPasted(slice, { state, dragging }) {
              const kept = isOwn || dragging !== null ? null : keepContainers(slice, state.selection);
              isOwn = false;
              return kept ?? slice;
            },
            clipboardParser: new ClipboardParser(editor.schema, pictures),
            clipboardTextParser(text, $context, asPlain) {
              if (meaning !== null) return meaning;
              isPlain = asPlain;
              const rows = asPlain ? null : readTabRows(text);
              const table = rows === null ? null : makeTable(rows, editor.schema);
              return table ?? makeLines(text, editor.schema, $context.marks());
            },
            handlePaste(view, event, slice) {
              const asPlain = isPlain;
              isPlain = false;
              const { $from } = view.state.selection;
              const data = event.clipboardData;
              if (meaning !== null || data === null || $from.parent.type.spec.code === true) return false;
              const text = data.getData('text/plain');
              if (text === '') return false;
              if (asPlain) {
                // Dispatched without the paste metadata that makes the link extension turn URLs into links.
                const transaction = view.state.tr.replaceSelection(slice).scrollIntoView();
                view.dispatch(transaction.setMeta('paste', true).setMeta('preventAutolink', true));
                return true;
              }
              const html = data.getData('text/html');
              const code = readEditorCode(data);
              if (html !== '' && code === null && !isUnformatted(html, text, slice)) {
                const fitted = fitCode(slice, view.state.selection);
                if (fitted !== null) insert(fitted, text, event);
                return fitted !== null;
              }
              const isRange = editor.schema.nodes['table'] !== undefined && readTabRows(text) !== null;
              if (code?.kind !== 'code' && !isRange && isLikeMarkdown(text)) {
                void insertMarkdown(text);
                return true;
              }
              if (code === null) return false;
              const isBlock = isCodeBlock(code, text);
              const lines = makeLines(text, editor.schema, $from.marks());
              const block = isBlock ? makeCode(editor, text, code.language) : lines;
              insert(fitCode(block, view.state.selection) ?? block, text);
              return true;
            },
          },
        }),
      ];
    },
  });
}

/** A single word or line of code is pasted inline. */
function isCodeBlock({ kind }: EditorCode, text: string): boolean {
  return (
    text.trim().includes('\n') && (kind === 'code' || (kind === 'unknown' && isLikeCode(text.split('\n'))))
  );
}

/** Returns null if the parser cannot be loaded, for example offline. */
async function readMarkdown(editor: Editor, text: string, host: RichTextHost): Promise<Slice | null> {
  try {
    const { parseMarkdown } = await import('@hearth/contracts/rich-text/markdown/parse-markdown');
    const { content } = parseMarkdown(text, host, 'breakUnlessWrapped');
    return new Slice(Fragment.fromJSON(editor.schema, content), 0, 0);
  } catch {
    return null;
  }
}

function makeCode({ schema }: Editor, text: string, language: string | null): Slice {
  const { codeBlock } = schema.nodes;
  if (codeBlock === undefined) return makeLines(text, schema, []);
  const lines = text.replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n').map(cleanLine);
  return new Slice(Fragment.from(codeBlock.create({ language }, schema.text(lines.join('\n')))), 0, 0);
}
