/** Requests from the main thread to the worker that runs the embedded database. */
export type WorkerRequest =
  | { kind: 'open'; id: number; folder: string | null; template: string | null }
  | { kind: 'exec'; id: number; bytes: Uint8Array }
  | { kind: 'close'; id: number };

export type WorkerReply =
  | { id: number; ok: true; bytes?: Uint8Array }
  | { id: number; ok: false; error: string };
