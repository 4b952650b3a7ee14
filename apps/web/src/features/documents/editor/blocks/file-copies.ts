import type { Slice } from '@tiptap/pm/model';
import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

/** Clipboard attribute of images and files that names their document: `<teamId>/<documentId>`. */
export const SOURCE = 'data-source';
const SOURCES = /\sdata-source="([0-9a-f-]{36}\/[0-9a-f-]{36})"/;

export interface FileCopy {
  /** The source document: `<teamId>/<documentId>`. */
  from: string;
  /** Null while the copy is in progress. */
  error: Error | null;
}

/** The file belongs to a document of another team. */
export class OtherTeamError extends Error {
  override readonly name = 'OtherTeamError';
}

type CopyFile = (from: string, attachmentId: string) => Promise<void>;

/** Files of pasted attachments that are being copied into this document or could not be copied, by attachment id. */
export class FileCopies {
  #copies = new Map<string, FileCopy>();
  #listeners = new Set<() => void>();
  #copyFile: CopyFile;
  #queue = Promise.resolve();

  constructor(copyFile: CopyFile) {
    this.#copyFile = copyFile;
  }

  get = (attachmentId: string): FileCopy | undefined => this.#copies.get(attachmentId);

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  start(attachmentId: string, from: string): void {
    if (this.#copies.get(attachmentId)?.error === null) return;
    this.#put(attachmentId, { from, error: null });
    // Sequential so that a page with many images does not cause a burst of requests.
    this.#queue = this.#queue.then(() => this.#copy(attachmentId, from));
  }

  retry = (attachmentId: string): void => {
    const copy = this.#copies.get(attachmentId);
    if (copy !== undefined) this.start(attachmentId, copy.from);
  };

  async #copy(attachmentId: string, from: string): Promise<void> {
    try {
      await this.#copyFile(from, attachmentId);
      this.#put(attachmentId, null);
    } catch (error) {
      this.#put(attachmentId, { from, error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  #put(attachmentId: string, copy: FileCopy | null): void {
    if (copy === null) this.#copies.delete(attachmentId);
    else this.#copies.set(attachmentId, copy);
    for (const listener of this.#listeners) listener();
  }
}

/**
 * Copies the files of content pasted or dropped from another document.
 * @param name the target document, `<teamId>/<documentId>`
 */
export function createFileCopying(copies: FileCopies, name: string) {
  const copyFrom = (data: DataTransfer | null, slice: Slice): void => {
    const [, from] = SOURCES.exec(data?.getData('text/html') ?? '') ?? [];
    if (from === undefined || from === name) return;
    slice.content.descendants(({ attrs }) => {
      const id: unknown = attrs['attachmentId'];
      if (typeof id === 'string') copies.start(id, from);
    });
  };
  return Extension.create({
    name: 'fileCopying',
    // Runs before the table plugins. They handle pastes into cells.
    priority: 1_000,
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          handlePaste(_view, { clipboardData }, slice) {
            copyFrom(clipboardData, slice);
            return false;
          },
          handleDrop(_view, { dataTransfer }, slice) {
            copyFrom(dataTransfer, slice);
            return false;
          },
        },
      }),
    ],
  });
}
