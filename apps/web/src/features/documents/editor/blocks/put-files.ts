import { Extension, type Editor } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { findBlockById, makeBlockId } from '#features/documents/editor/schema/block-ids.ts';
import { findGap } from '#features/documents/editor/tools/block-drops.ts';
import type { UploadJobs } from './uploads.ts';

/** Uploads the file for a placeholder block. */
export function putFile(editor: Editor, jobs: UploadJobs, blockId: string, file: File): void {
  jobs.start(blockId, file, (attachmentId) => {
    if (editor.isDestroyed) return;
    editor.commands.command(({ tr }) => {
      const at = findBlockById(tr.doc, blockId);
      if (at === null) return false;
      tr.setNodeAttribute(at, 'attachmentId', attachmentId);
      if (tr.doc.nodeAt(at)?.type.name === 'file') tr.setNodeAttribute(at, 'name', readName(file));
      // Keeps the upload out of the undo history: undo must not restore the placeholder.
      tr.setMeta('addToHistory', false);
      return true;
    });
  });
}

/** Returns the file name, shortened to the schema's limit. */
function readName({ name }: File): string {
  return name
    .replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, ' ')
    .slice(0, 500)
    .toWellFormed();
}

/** Inserts a block for each file and uploads the files. */
function putFiles(editor: Editor, jobs: UploadJobs, files: readonly File[], at: number): void {
  const blocks = files.map((file) => {
    const id = makeBlockId();
    const isPicture = file.type.startsWith('image/') && file.type !== 'image/svg+xml';
    const attrs = { id, ...(isPicture ? {} : { name: readName(file) }) };
    return { id, file, type: isPicture ? 'image' : 'file', attrs };
  });
  editor.commands.insertContentAt(
    at,
    blocks.map(({ type, attrs }) => ({ type, attrs })),
  );
  for (const { id, file } of blocks) putFile(editor, jobs, id, file);
}

/** Handles files that are dropped or pasted into the text. */
export function createFileTaking(jobs: UploadJobs) {
  return Extension.create({
    name: 'fileTaking',
    addProseMirrorPlugins() {
      const { editor } = this;
      return [
        new Plugin({
          props: {
            handlePaste(view, event) {
              const files = [...(event.clipboardData?.files ?? [])];
              // Office programs add an image of copied text to the clipboard, so prefer the text.
              if (files.length === 0 || event.clipboardData?.types.includes('text/plain') === true)
                return false;
              putFiles(editor, jobs, files, view.state.selection.to);
              return true;
            },
            handleDrop(view, event) {
              const files = [...(event.dataTransfer?.files ?? [])];
              if (files.length === 0 || view.dragging !== null) return false;
              event.preventDefault();
              putFiles(editor, jobs, files, findGap(view, event.clientX, event.clientY));
              return true;
            },
          },
        }),
      ];
    },
  });
}
