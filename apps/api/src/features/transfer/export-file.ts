import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createDeflateRaw } from 'node:zlib';
import { sql } from 'kysely';
import yazl from 'yazl';
import type { TransferCounts } from '@hearth/contracts/transfer/transfer';
import { TRANSFER, TRANSFER_FORMAT } from '@hearth/contracts/transfer/transfer-values';
import { readPicture } from '#features/files/index.ts';
import { withTeam, type TeamTx } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { listReadableProjects, writeProject } from './export-markdown.ts';
import { readDocumentLines } from './export-documents.ts';
import {
  listFiles,
  listHiddenDocuments,
  listHiddenProjects,
  PART_SELECTS,
  type ExportRequest,
} from './export-parts.ts';
import { MANIFEST_FILE, type ListedFile, type Manifest } from './manifest.ts';
import { attachedFile, PART_ORDER, partFile, type PartName } from './part-rows.ts';

const CHUNK_ROWS = 500;
const DEADLINE_MS = 60_000;
const MEGABYTE = 1024 * 1024;
/** Maximum numbers of Markdown projects and user images, to keep the zip within the number of entries that imports accept. */
const MAX_PROJECTS = 500;
const MAX_PICTURES = 1_000;

interface Spooled extends ListedFile {
  path: string;
}

interface ExportedFile {
  path: string;
  bytes: number;
  counts: TransferCounts;
  /** Ids of the private projects and restricted documents that the file does not contain. */
  leftOut: readonly string[];
}

/**
 * Writes the data of a team that the user may see into one zip file. The rows are read from a single database snapshot and spooled to
 * files, to keep memory usage independent of the team's size and to avoid an open transaction during compression.
 */
export async function makeExportFile(
  app: App,
  on: { teamId: string; userId: string },
  folder: string,
): Promise<ExportedFile> {
  const exportedAt = app.clock.now();
  const readAll = async (tx: TeamTx) => {
    const [projects, documents] = [
      await listHiddenProjects(tx, on.userId),
      await listHiddenDocuments(tx, on.userId),
    ];
    const hiddenProjectIds = projects.map(({ id }) => id);
    const leftOut = [...projects, ...documents].map(({ id }) => id);
    const request = { ...on, apiOrigin: app.config.apiOrigin, hiddenProjectIds };
    return { ...(await spoolAll(tx, request, folder)), leftOut };
  };
  const options = { isReadOnly: true, isSnapshot: true, deadlineMs: DEADLINE_MS };
  const read = await withTeam(app.db, on, readAll, options);
  const pictures = await spoolPictures(app, read.pictures, folder);
  const attached = await spoolAttached(app, read.attached, folder);
  const files = [...read.files, ...pictures, ...attached];
  const listed: Manifest = {
    format: TRANSFER_FORMAT.name,
    version: TRANSFER_FORMAT.version,
    exportedAt: exportedAt.toISOString(),
    team: read.team,
    privateProjectsLeftOut: read.projectsLeftOut,
    files: files.map(({ path: _path, ...file }) => file),
  };
  const path = join(folder, 'export.zip');
  await writeZip(path, files, listed, exportedAt);
  const rowsOf = (part: PartName) => read.files.find(({ name }) => name === partFile(part))?.rows ?? 0;
  const { size } = await stat(path);
  return {
    path,
    bytes: size,
    leftOut: read.leftOut,
    counts: {
      projects: rowsOf('projects'),
      tasks: rowsOf('tasks'),
      documents: rowsOf('documents'),
      comments: rowsOf('comments'),
      history: rowsOf('history'),
      people: rowsOf('people'),
    },
  };
}

interface Picture {
  name: string;
  image: string;
}

async function spoolAll(tx: TeamTx, request: ExportRequest, folder: string) {
  const files: Spooled[] = [];
  const spool = async (name: string, texts: AsyncIterable<string>, isRows: boolean): Promise<void> => {
    files.push(await spoolFile(join(folder, `${files.length}`), name, texts, isRows));
  };
  for (const part of PART_ORDER) await spool(partFile(part), readLines(tx, request, part), true);
  for (const project of await listReadableProjects(tx, request, MAX_PROJECTS)) {
    await spool(`projects/${project.key}.md`, writeProject(tx, request, project), false);
  }
  const { rows: pictures } = await sql<Picture>`
    (select 'pictures/team.webp' as name, t.image from teams t where t.id = ${request.teamId} and t.image is not null)
    union all (
      select 'pictures/' || u.id || '.webp', u.image from memberships m join users u on u.id = m.user_id
      where m.team_id = ${request.teamId} and m.removed_at is null and u.image is not null order by u.id limit ${MAX_PICTURES})`.execute(
    tx,
  );
  const { rows: teams } = await sql<Manifest['team']>`
    select id, name, key from teams where id = ${request.teamId}`.execute(tx);
  const [team] = teams;
  if (team === undefined) throw new Error('Team not found');
  const attached = await listFiles(tx, request);
  return { files, pictures, attached, team, projectsLeftOut: request.hiddenProjectIds.length };
}

async function* readLines(tx: TeamTx, request: ExportRequest, part: PartName): AsyncGenerator<string> {
  if (part === 'documentContents') return yield* readDocumentLines(tx, request);
  const query = PART_SELECTS[part](request).compile(tx);
  for await (const { rows } of tx.getExecutor().stream<{ line: string }>(query, CHUNK_ROWS)) {
    if (rows.length > 0) yield `${rows.map(({ line }) => line).join('\n')}\n`;
  }
}

async function spoolFile(
  path: string,
  name: string,
  texts: AsyncIterable<string> | Iterable<Buffer> | Readable,
  isRows: boolean,
): Promise<Spooled> {
  const hash = createHash('sha256');
  let bytes = 0;
  let rows = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      if (isRows) for (const byte of chunk) if (byte === 10) rows += 1;
      done(null, chunk);
    },
  });
  await pipeline(Readable.from(texts), measure, createWriteStream(path, { mode: 0o600 }));
  return { path, name, ...(isRows ? { rows } : {}), bytes, sha256: hash.digest('hex') };
}

/** Spools the images of the team and its members. Omits images missing in the storage. */
async function spoolPictures(app: App, pictures: readonly Picture[], folder: string): Promise<Spooled[]> {
  const files: Spooled[] = [];
  for (const { name, image } of pictures) {
    const picture = await readPicture(app, image);
    if (picture === null) continue;
    files.push(await spoolFile(join(folder, `picture-${files.length}`), name, [picture], false));
  }
  return files;
}

/** Spools files on tasks and documents, named by the ids used in their parts. Omits files missing in the storage. */
async function spoolAttached(
  app: App,
  attached: readonly { id: string; storageKey: string }[],
  folder: string,
): Promise<Spooled[]> {
  const files: Spooled[] = [];
  for (const { id, storageKey } of attached) {
    const stored = await app.storage.open(storageKey);
    if (stored === null) continue;
    files.push(await spoolFile(join(folder, `file-${files.length}`), attachedFile(id), stored.stream, false));
  }
  return files;
}

async function writeZip(
  path: string,
  files: readonly Spooled[],
  listed: Manifest,
  mtime: Date,
): Promise<void> {
  const zip = new yazl.ZipFile();
  const failed = new Promise<never>((_resolve, reject) => zip.on('error', reject));
  failed.catch(() => undefined);
  const usual = { mtime, mode: 0o100600 };
  for (const file of files) {
    const isPacked = /^(?:pictures|files)\//.test(file.name);
    const compress = !isPacked && (await isFitToPack(file));
    zip.addFile(file.path, file.name, { ...usual, compress });
  }
  zip.addBuffer(Buffer.from(`${JSON.stringify(listed, null, 1)}\n`), MANIFEST_FILE, usual);
  zip.end();
  const written = pipeline(zip.outputStream as Readable, createWriteStream(path, { mode: 0o600 }));
  await Promise.race([written, failed]);
}

/** Whether an entry may be compressed: imports reject high compression ratios as zip bombs, so such entries are stored uncompressed. */
async function isFitToPack({ path, bytes }: Spooled): Promise<boolean> {
  if (bytes <= MEGABYTE) return true;
  let packed = 0;
  const count = new Writable({
    write(chunk: Buffer, _encoding, done) {
      packed += chunk.length;
      done();
    },
  });
  await pipeline(createReadStream(path), createDeflateRaw({ level: 1 }), count);
  // Level 1 compresses least. The level used for the zip compresses at most a few times better, hence the factor of 5.
  return bytes / packed < TRANSFER.maxRatio / 5;
}
