import { Extension, type Editor } from '@tiptap/core';
import { Fragment, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { PastedPictures } from '#ui/rich/paste/tidy-pictures.ts';
import { reportOmittedImages } from '#platform/actions/report-omitted-images.ts';
import { findBlockById, makeBlockId } from '#features/documents/editor/schema/block-ids.ts';
import { findGap } from '#features/documents/editor/tools/block-drops.ts';
import { writeAttrs } from './clipboard-attrs.ts';
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
function readName({ name }: Pick<File, 'name'>): string {
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

/** Images that are embedded in pasted HTML, by the temporary attachment id of their block. */
export class EmbeddedPictures implements PastedPictures {
  #files = new Map<string, File>();
  readonly #isAccepting: boolean;

  constructor(isAccepting: boolean) {
    this.#isAccepting = isAccepting;
  }

  take = (image: File, alt: string): Readonly<Record<string, string>> | null => {
    if (!this.#isAccepting) return null;
    const attachmentId = crypto.randomUUID();
    this.#files.set(attachmentId, image);
    const attrs = { alt: readName({ name: alt }), width: null, attachmentId };
    return { 'data-picture': '', ...writeAttrs({ type: { name: 'image' }, attrs }) };
  };

  onOmitted = reportOmittedImages;

  /** Returns pasted content whose blocks have an id instead of the temporary attachment id, and uploads their images. */
  upload({ content, openStart, openEnd }: Slice, start: (blockId: string, file: File) => void): Slice {
    const uploading = this.#uploadIn(content, start);
    // Images that the schema has dropped.
    this.#files.clear();
    return new Slice(uploading, openStart, openEnd);
  }

  #uploadIn(fragment: Fragment, start: (blockId: string, file: File) => void): Fragment {
    if (this.#files.size === 0) return fragment;
    return Fragment.from(
      fragment.content.map((node) => {
        const file = this.#files.get(String(node.attrs['attachmentId']));
        if (file === undefined) return node.copy(this.#uploadIn(node.content, start));
        const id = makeBlockId();
        start(id, file);
        return node.type.create({ ...node.attrs, id, attachmentId: null });
      }),
    );
  }
}

/** Handles files that are dropped or pasted into the text. */
export function createFileTaking(jobs: UploadJobs, pictures: EmbeddedPictures) {
  return Extension.create({
    name: 'fileTaking',
    addProseMirrorPlugins() {
      const { editor } = this;
      return [
        new Plugin({
          props: {
            transformPasted: (slice) => pictures.upload(slice, (id, file) => putFile(editor, jobs, id, file)),
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
