/** What the main thread asks of the worker that runs the embedded database. */
export type WorkerRequest =
  | { kind: 'open'; id: number; folder: string | null; template: string | null }
  | { kind: 'exec'; id: number; bytes: Uint8Array }
  | { kind: 'dump'; id: number; file: string; compress: boolean }
  | { kind: 'close'; id: number };

/** `stage: 'read'` comes once, when a dump has read the data and the database may be used again. */
export type WorkerReply =
  | { id: number; ok: true; bytes?: Uint8Array; stage?: 'read' }
  | { id: number; ok: false; error: string };
