import { Extension, type Editor } from '@tiptap/core';
import { Fragment, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { RichPlace } from '@hearth/contracts/rich-text/rich-nodes-values';
import { isUnformatted, readEditorCode, type EditorCode } from './clipboard-source.ts';
import { isLikeCode } from './code-signs.ts';
import { ClipboardParser, putAside } from './html-paste.ts';
import { isLikeMarkdown } from './markdown-signs.ts';
import { makeLines } from './plain-lines.ts';
import { cleanLine, makeTable, readTabRows } from './tab-rows.ts';

/**
 * Decides what a paste becomes: HTML what the schema has of it, Markdown the blocks that it stands for, a range of a
 * spreadsheet a table, code of an editor a block of code, and all else its lines. Ctrl+Shift+V is always lines.
 */
export function createPaste(place: RichPlace) {
  return Extension.create({
    // Not 'paste': the editor has one of its own.
    name: 'pastedText',
    // Before links, which would take a single address for the selection's, plain or not.
    priority: 1_001,
    addProseMirrorPlugins() {
      const { editor } = this;
      let isPlain = false;
      /** What the text of the present paste stands for, where it is known. */
      let meaning: Slice | null = null;

      /** Pastes what a text stands for: tables take it into their cells. */
      function insert(slice: Slice, text: string): void {
        meaning = slice;
        editor.view.pasteText(text);
        meaning = null;
      }

      async function insertMarkdown(text: string): Promise<void> {
        const read = await readMarkdown(editor, text, place);
        if (editor.isDestroyed || !editor.isEditable) return;
        insert(read ?? makeLines(text, editor.schema, []), text);
      }

      return [
        new Plugin({
          props: {
            transformPastedHTML: putAside,
            clipboardParser: ClipboardParser.of(editor.schema),
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
                // Without the mark of a paste, by which addresses become links.
                const transaction = view.state.tr.replaceSelection(slice).scrollIntoView();
                view.dispatch(transaction.setMeta('paste', true).setMeta('preventAutolink', true));
                return true;
              }
              const html = data.getData('text/html');
              const code = readEditorCode(data);
              if (html !== '' && code === null && !isUnformatted(html, text, slice)) return false;
              const isRange = editor.schema.nodes['table'] !== undefined && readTabRows(text) !== null;
              if (code?.kind !== 'code' && !isRange && isLikeMarkdown(text)) {
                void insertMarkdown(text);
                return true;
              }
              if (code === null) return false;
              const isBlock = isCodeBlock(code, text);
              const lines = makeLines(text, editor.schema, $from.marks());
              insert(isBlock ? makeCode(editor, text, code.language) : lines, text);
              return true;
            },
          },
        }),
      ];
    },
  });
}

/** A word or a line of code belongs into the line that it is pasted to. */
function isCodeBlock({ kind }: EditorCode, text: string): boolean {
  return (
    text.trim().includes('\n') && (kind === 'code' || (kind === 'unknown' && isLikeCode(text.split('\n'))))
  );
}

/** null where it can't be read: then it comes in as it stands. */
async function readMarkdown(editor: Editor, text: string, place: RichPlace): Promise<Slice | null> {
  try {
    const { parseMarkdown } = await import('@hearth/contracts/rich-text/markdown/parse-markdown');
    const { content } = parseMarkdown(text, place, 'breakUnlessWrapped');
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
