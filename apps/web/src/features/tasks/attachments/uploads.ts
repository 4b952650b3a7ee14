import { ATTACHMENT, cleanFileName } from '@hearth/contracts/attachments/attachment-values';
import { ApiError, isTransientError, NoResponseError } from '#platform/api/api-client.ts';
import { sendFile } from '#platform/api/send-file.ts';
import type { TeamStore, WaitingFile } from '#platform/sync/index.ts';
import { deleteUpload } from './attachments.data.ts';

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;

/** A file being uploaded to a task. */
export interface Upload {
  id: string;
  taskId: string;
  name: string;
  bytes: number;
  /** `waiting` means waiting for earlier uploads, for the connection, for the next attempt, or for the server to create the task. */
  state: 'waiting' | 'sending' | 'failed';
  /** Progress, from 0 to 1. */
  share: number;
  /** Whether the last attempt failed without a response. */
  isCut: boolean;
  /** The reason why the file was rejected. */
  error: unknown;
  /** False if the file could not be stored on this device. The upload is then lost when the tab closes. */
  isStored: boolean;
}

interface Entry {
  file: WaitingFile;
  upload: Upload;
  /** Aborts the upload and releases the file's lock. */
  end: AbortController;
  tries: number;
  /** Earliest time of the next attempt, in ms since the epoch. */
  notBefore: number;
}

const uploadsOfStore = new WeakMap<TeamStore, Uploads>();

/** Returns the uploads of a team in this tab. Resumes uploads that an earlier page left unfinished. */
export function uploadsOf(store: TeamStore): Uploads {
  const known = uploadsOfStore.get(store);
  if (known !== undefined) return known;
  const uploads = new Uploads(store);
  uploadsOfStore.set(store, uploads);
  return uploads;
}

const NONE: readonly Upload[] = [];

/** Manages uploads. They are stored on this device until they are complete. */
class Uploads {
  #store: TeamStore;
  #entries = new Map<string, Entry>();
  #lists = new Map<string, readonly Upload[]>();
  #listeners = new Set<() => void>();
  #end = new AbortController();

  constructor(store: TeamStore) {
    this.#store = store;
    const sendNext = (): void => this.#sendNext();
    const stops = [store.subscribeStatus(sendNext), store.subscribeSteps(sendNext)];
    store.onClosed(() => {
      for (const stop of stops) stop();
      this.#end.abort();
      for (const { end } of this.#entries.values()) end.abort();
      this.#entries.clear();
    });
    globalThis.addEventListener('online', () => this.#sendNextNow(), { signal: this.#end.signal });
    void this.#takeUp();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The uploads of a task, oldest first. Returns the same array until an upload of the task changes. */
  listOf(taskId: string): readonly Upload[] {
    const known = this.#lists.get(taskId);
    if (known !== undefined) return known;
    const list = [...this.#entries.values()]
      .map(({ upload }) => upload)
      .filter((one) => one.taskId === taskId);
    this.#lists.set(taskId, list.length === 0 ? NONE : list);
    return this.#lists.get(taskId) ?? NONE;
  }

  add(taskId: string, files: readonly File[]): void {
    for (const content of files) {
      const name = cleanFileName(content.name) || 'file';
      const file = { id: this.#store.newId(), taskId, name, content, madeAt: this.#store.now() };
      const entry = this.#enter(file, true);
      this.#store.files.put(file).catch(() => this.#change(entry, { isStored: false }));
      // Hold a lock so that other tabs that find the file in local storage do not upload it as well.
      void navigator.locks.request(lockOf(file.id), () => untilAborted(entry.end.signal));
    }
    this.#sendNext();
  }

  cancel(id: string): void {
    const entry = this.#entries.get(id);
    if (entry !== undefined) this.#leave(entry);
  }

  retry(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    entry.tries = 0;
    entry.notBefore = 0;
    this.#change(entry, { state: 'waiting', error: undefined });
    this.#sendNext();
  }

  /**
   * Takes over uploads that an earlier page did not finish. Waits for the lock of files that another tab is
   * uploading.
   */
  async #takeUp(): Promise<void> {
    const files = await this.#store.files.list().catch(() => []);
    const { signal } = this.#end;
    for (const file of files.filter(({ id }) => !this.#entries.has(id))) {
      const lead = async (): Promise<void> => {
        if (!(await this.#store.files.has(file.id))) return;
        const entry = this.#enter(file, true);
        this.#sendNext();
        await untilAborted(entry.end.signal);
      };
      navigator.locks.request(lockOf(file.id), { signal }, lead).catch(() => undefined);
    }
  }

  #enter(file: WaitingFile, isStored: boolean): Entry {
    const { id, taskId, name, content } = file;
    const upload: Upload = {
      id,
      taskId,
      name,
      bytes: content.size,
      state: 'waiting',
      share: 0,
      isCut: false,
      error: undefined,
      isStored,
    };
    const entry = { file, upload, end: new AbortController(), tries: 0, notBefore: 0 };
    this.#entries.set(id, entry);
    this.#notify(taskId);
    return entry;
  }

  #leave(entry: Entry): void {
    const { id, taskId } = entry.upload;
    this.#entries.delete(id);
    // Release the lock last: the next holder checks whether the file still exists.
    void this.#store.files
      .remove(id)
      .catch(() => undefined)
      .finally(() => entry.end.abort());
    this.#notify(taskId);
    this.#sendNext();
  }

  #sendNext(): void {
    if (this.#store.status !== 'live') return;
    const entries = [...this.#entries.values()];
    // Upload one file at a time so that attachments keep the order in which they were chosen.
    if (entries.some(({ upload }) => upload.state === 'sending')) return;
    const next = entries.find(
      ({ upload, notBefore }) =>
        upload.state === 'waiting' && notBefore <= this.#store.now() && this.#isTaskCreated(upload.taskId),
    );
    if (next !== undefined) void this.#send(next);
  }

  /** Skips the remaining backoff after reconnecting. */
  #sendNextNow(): void {
    for (const entry of this.#entries.values()) entry.notBefore = 0;
    this.#sendNext();
  }

  /** Whether the server has created the task. The server assigns the task number on creation. */
  #isTaskCreated(taskId: string): boolean {
    return this.#store.row('task', taskId)?.number !== 0;
  }

  async #send(entry: Entry): Promise<void> {
    const { id, taskId, name, content } = entry.file;
    const store = this.#store;
    const { signal } = entry.end;
    this.#change(entry, { state: 'sending', share: 0, isCut: false });
    try {
      const { seq } = await sendFile('POST /teams/{teamId}/tasks/{taskId}/attachments', {
        params: { teamId: store.teamId, taskId },
        query: { id, name },
        content,
        type: ATTACHMENT.upload,
        signal,
        onShare: (share) => this.#change(entry, { share }),
      });
      await store.whenAt(seq);
      if (store.row('attachment', id) !== undefined) store.noteMade('attachment', id, deleteUpload(id));
      this.#leave(entry);
    } catch (error) {
      if (!signal.aborted) this.#fail(entry, error);
    }
  }

  #fail(entry: Entry, error: unknown): void {
    const isSignedOut = error instanceof ApiError && error.status === 401;
    if (!isTransientError(error) && !isSignedOut) {
      this.#change(entry, { state: 'failed', error });
      return this.#sendNext();
    }
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** entry.tries);
    entry.tries += 1;
    entry.notBefore = this.#store.now() + wait;
    this.#change(entry, { state: 'waiting', share: 0, isCut: error instanceof NoResponseError });
    this.#sendNext();
    setTimeout(() => this.#sendNext(), wait + 1);
  }

  #change(entry: Entry, fields: Partial<Upload>): void {
    if (this.#entries.get(entry.upload.id) !== entry) return;
    entry.upload = { ...entry.upload, ...fields };
    this.#notify(entry.upload.taskId);
  }

  #notify(taskId: string): void {
    this.#lists.delete(taskId);
    for (const listener of this.#listeners) listener();
  }
}

function lockOf(id: string): string {
  return `upload:${id}`;
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
