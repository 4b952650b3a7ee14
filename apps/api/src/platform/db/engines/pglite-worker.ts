import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { createGunzip } from 'node:zlib';

import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';

import type { WorkerReply, WorkerRequest } from './pglite-protocol.ts';

// PostgreSQL's default of 128 MB for shared_buffers costs 110 MB of resident memory without benefit, because the operating system caches
// the files. ANALYZE blocks all callers, so it uses a third of the default samples, which takes a sixth of the time (100,000 rows: 87
// instead of 504 ms).
const START_SETTINGS = ['shared_buffers=32MB', 'timezone=UTC', 'default_statistics_target=30'];
const START_PARAMETERS = START_SETTINGS.flatMap((setting) => ['-c', setting]);

let database: PGlite | undefined;

async function readTemplate(file: string): Promise<Blob> {
  if (!file.endsWith('.gz')) return new Blob([await readFile(file)]);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const unzipped = createReadStream(file).pipe(createGunzip());
  for await (const chunk of unzipped) chunks.push(chunk as Uint8Array<ArrayBuffer>);
  return new Blob(chunks);
}

async function openDatabase(folder: string | null, template: string | null): Promise<void> {
  database = await PGlite.create({
    ...(folder === null ? {} : { dataDir: folder }),
    ...(template === null ? {} : { loadDataDir: await readTemplate(template) }),
    extensions: { btree_gin, pg_trgm, unaccent },
    startParams: [...PGlite.defaultStartParams, ...START_PARAMETERS],
  });
}

function requireDatabase(): PGlite {
  if (!database) throw new Error('The embedded database is not open.');
  return database;
}

function reply(message: WorkerReply): void {
  // Transfer only buffers that the view fills completely. A view on a larger buffer is copied instead.
  const bytes = message.ok ? message.bytes : undefined;
  const isTransferable = bytes !== undefined && bytes.byteLength === bytes.buffer.byteLength;
  parentPort?.postMessage(message, isTransferable ? [bytes.buffer as ArrayBuffer] : []);
}

async function handle(request: WorkerRequest): Promise<void> {
  const { id } = request;
  switch (request.kind) {
    case 'open':
      await openDatabase(request.folder, request.template);
      break;
    case 'exec': {
      const bytes = await requireDatabase().execProtocolRaw(request.bytes);
      reply({ id, ok: true, bytes });
      return;
    }
    case 'close':
      await requireDatabase().close();
      break;
  }
  reply({ id, ok: true });
}

parentPort?.on('message', (request: WorkerRequest) => {
  handle(request).catch((error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    reply({ id: request.id, ok: false, error: text });
  });
});
