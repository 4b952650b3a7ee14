import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { TRANSFER, TRANSFER_FORMAT } from '@hearth/contracts/transfer/transfer-values';
import { AppError } from '#platform/errors.ts';
import { MANIFEST_FILE, manifest, type ListedFile, type Manifest } from './manifest.ts';

const MEGABYTE = 1024 * 1024;
const MAX_OF_MANIFEST = MEGABYTE;
/** Maximum length of a line: the whole content of a document with its formatting, plus a margin. */
const LONGEST_LINE = 16 * MEGABYTE;
/** Allowed entry names: only those that exports contain. Nested zips are never opened. */
const NAMES =
  /^(?:manifest\.json|data\/[a-zA-Z]+\.jsonl|projects\/[A-Za-z0-9-]+\.md|pictures\/[a-z0-9-]+\.webp|files\/[0-9a-f-]{36})$/;
const LOCAL_HEADER_BYTES = 30;
const SYMBOLIC_LINK = 0o120000;
const KIND = 0o170000;

/** Access to the entries of an export file. Entries listed in the manifest are verified against its hashes while they are read. */
export interface TeamFile {
  manifest: Manifest;
  has(name: string): boolean;
  lines(name: string): AsyncGenerator<string>;
  /** Reads an entry. Returns null if it does not exist. */
  bytes(name: string, most: number): Promise<Buffer | null>;
  /** Spools an entry to disk. Returns false if it does not exist. */
  save(name: string, path: string, most: number): Promise<boolean>;
  close(): void;
}

/** Opens an export file. @throws AppError INVALID_REQUEST if it is not an export or may be harmful, before its data is unpacked */
export async function openTeamFile(path: string): Promise<TeamFile> {
  let zip: ZipFile;
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true });
  } catch (error) {
    throw refuse('isn’t a zip file, or is damaged', error);
  }
  try {
    const entries = await readEntries(zip);
    const listed = await readManifest(zip, entries.get(MANIFEST_FILE));
    const files = new Map(listed.files.map((file) => [file.name, file]));
    return {
      manifest: listed,
      has: (name) => entries.has(name) || files.has(name),
      lines: (name) => readLines(zip, entries.get(name), files.get(name), name),
      bytes: async (name, most) => {
        const entry = entries.get(name);
        return entry === undefined ? null : await readAll(zip, entry, most, files.get(name));
      },
      save: async (name, path, most) => {
        const entry = entries.get(name);
        if (entry === undefined) return false;
        assertSize(entry, most);
        await pipeline(readChunks(zip, entry, files.get(name)), createWriteStream(path, { mode: 0o600 }));
        return true;
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error instanceof AppError ? error : refuse('is damaged', error);
  }
}

function refuse(what: string, cause?: unknown): AppError {
  const message = `${what}. Nothing was imported.`;
  return new AppError('INVALID_REQUEST', `The file ${message}`, { errors: [{ path: '', message }], cause });
}

/** Reads and validates the central directory without opening any entry. */
async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > TRANSFER.maxEntries) throw refuse(`has more than ${TRANSFER.maxEntries} entries`);
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    if (!NAMES.test(entry.fileName)) throw refuse(`contains something that isn’t part of an export`);
    if (entries.has(entry.fileName)) throw refuse(`has two entries with the name ${entry.fileName}`);
    assertPlain(entry);
    unpacked += entry.uncompressedSize;
    if (unpacked > TRANSFER.maxUnpackedBytes) {
      throw refuse(`unpacks to more than ${TRANSFER.maxUnpackedBytes / MEGABYTE} MB`);
    }
    const isPackedTooWell = entry.uncompressedSize > entry.compressedSize * TRANSFER.maxRatio;
    if (entry.uncompressedSize > MEGABYTE && isPackedTooWell)
      throw refuse('has a suspiciously high compression ratio');
    entries.set(entry.fileName, entry);
  }
  assertApart([...entries.values()], zip.fileSize);
  return entries;
}

function assertPlain(entry: Entry): void {
  const isLink = ((entry.externalFileAttributes >>> 16) & KIND) === SYMBOLIC_LINK;
  if (isLink) throw refuse('contains a link');
  if (entry.isEncrypted()) throw refuse('is encrypted');
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    throw refuse('uses a compression that isn’t supported');
  }
  if (entry.compressionMethod === 0 && entry.compressedSize !== entry.uncompressedSize)
    throw refuse('is damaged');
}

/** Rejects overlapping entries, which are used for zip bombs. */
function assertApart(entries: Entry[], fileSize: number): void {
  let end = 0;
  for (const entry of entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  )) {
    const start = entry.relativeOffsetOfLocalHeader;
    if (start < end) throw refuse('has overlapping entries');
    end = start + LOCAL_HEADER_BYTES + entry.fileNameRaw.length + entry.compressedSize;
  }
  if (end > fileSize) throw refuse('is cut short');
}

async function readManifest(zip: ZipFile, entry: Entry | undefined): Promise<Manifest> {
  if (entry === undefined) throw refuse('isn’t a team export');
  const bytes = await readAll(zip, entry, MAX_OF_MANIFEST, undefined);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw refuse('isn’t a team export', error);
  }
  const { version } = (value ?? {}) as { version?: unknown };
  if (typeof version === 'number' && version > TRANSFER_FORMAT.version) {
    throw refuse('was made by a newer version of Hearth');
  }
  const parsed = manifest.safeParse(value);
  if (!parsed.success) throw refuse('isn’t a team export', parsed.error);
  return parsed.data;
}

async function open(zip: ZipFile, entry: Entry): Promise<Readable> {
  try {
    return await zip.openReadStreamPromise(entry);
  } catch (error) {
    throw refuse('is damaged', error);
  }
}

function assertSize(entry: Entry, most: number): void {
  if (entry.uncompressedSize > most) throw refuse(`contains a file that’s too large: ${entry.fileName}`);
}

async function readAll(
  zip: ZipFile,
  entry: Entry,
  most: number,
  listed: ListedFile | undefined,
): Promise<Buffer> {
  assertSize(entry, most);
  const chunks: Buffer[] = [];
  for await (const chunk of readChunks(zip, entry, listed)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Streams the unpacked data of an entry, and then verifies its hash if the manifest lists it. */
async function* readChunks(
  zip: ZipFile,
  entry: Entry,
  listed: ListedFile | undefined,
): AsyncGenerator<Buffer> {
  const stream = await open(zip, entry);
  const hash = createHash('sha256');
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof AppError ? error : refuse('is damaged', error);
  } finally {
    stream.destroy();
  }
  if (listed !== undefined && hash.digest('hex') !== listed.sha256)
    throw refuse('was changed after it was made');
}

async function* readLines(
  zip: ZipFile,
  entry: Entry | undefined,
  listed: ListedFile | undefined,
  name: string,
): AsyncGenerator<string> {
  if (entry === undefined || listed === undefined) throw refuse(`is missing ${name}`);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let rows = 0;
  for await (const chunk of readChunks(zip, entry, listed)) {
    rest += decode(decoder, chunk);
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw refuse(`has a line that’s too long in ${name}`);
    for (const line of lines) {
      rows += 1;
      yield line;
    }
  }
  if (rest !== '' || rows !== listed.rows) throw refuse(`is cut short in ${name}`);
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch (error) {
    throw refuse('is damaged', error);
  }
}
