import { createContext } from 'react';
import { FileCopies } from './file-copies.ts';

/** Attachment operations of a document. */
export interface DocumentUploads {
  /**
   * Uploads a file.
   * @returns the attachment's id
   */
  send: (file: File, onShare: (share: number) => void, signal: AbortSignal) => Promise<string>;
  /**
   * Copies a file from another document.
   * @param from `<teamId>/<documentId>`
   */
  copy: (from: string, attachmentId: string) => Promise<void>;
  /** Returns the URL of the displayed image. */
  pictureOf: (attachmentId: string) => string;
  /** Returns the download URL. */
  fileOf: (attachmentId: string) => string;
}

export interface UploadJob {
  file: File;
  /** Progress, from 0 to 1. */
  share: number;
  hasFailed: boolean;
}

interface Running extends UploadJob {
  abort: AbortController;
  onSent: (attachmentId: string) => void;
}

/** Running and failed uploads by the id of their placeholder block. */
export class UploadJobs {
  #jobs = new Map<string, Running>();
  #listeners = new Set<() => void>();
  #uploads: DocumentUploads;
  readonly copies: FileCopies;

  constructor(uploads: DocumentUploads) {
    this.#uploads = uploads;
    this.copies = new FileCopies(uploads.copy);
  }

  get uploads(): DocumentUploads {
    return this.#uploads;
  }

  get = (blockId: string): UploadJob | undefined => this.#jobs.get(blockId);

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  start(blockId: string, file: File, onSent: (attachmentId: string) => void): void {
    this.#jobs.get(blockId)?.abort.abort();
    const job: Running = { file, share: 0, hasFailed: false, abort: new AbortController(), onSent };
    this.#put(blockId, job);
    void this.#send(blockId, job);
  }

  retry(blockId: string): void {
    const job = this.#jobs.get(blockId);
    if (job !== undefined) this.start(blockId, job.file, job.onSent);
  }

  cancel(blockId: string): void {
    this.#jobs.get(blockId)?.abort.abort();
    this.#put(blockId, null);
  }

  async #send(blockId: string, job: Running): Promise<void> {
    const { signal } = job.abort;
    try {
      const id = await this.#uploads.send(job.file, (share) => this.#change(blockId, job, { share }), signal);
      if (signal.aborted) return;
      this.#put(blockId, null);
      job.onSent(id);
    } catch {
      this.#change(blockId, job, { hasFailed: true });
    }
  }

  #change(blockId: string, { abort }: Running, change: Partial<UploadJob>): void {
    const now = this.#jobs.get(blockId);
    // The upload may have been superseded by that of another file.
    if (now?.abort === abort && !abort.signal.aborted) this.#put(blockId, { ...now, ...change });
  }

  #put(blockId: string, job: Running | null): void {
    if (job === null) this.#jobs.delete(blockId);
    else this.#jobs.set(blockId, job);
    for (const listener of this.#listeners) listener();
  }
}

/** Null if this document accepts no files. */
export const UploadsContext = createContext<UploadJobs | null>(null);
