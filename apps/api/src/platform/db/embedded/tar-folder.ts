import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

const BLOCK = 512;

function writeOctal(header: Buffer, value: number, offset: number, length: number): void {
  header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset, 'latin1');
}

// POSIX.1-1988 ustar. The format allows names of up to 100 bytes, and the names in a data directory are shorter.
function encodeHeader(name: string, size: number, isFolder: boolean): Buffer {
  if (Buffer.byteLength(name) > 100) throw new RangeError(`The name ${name} is too long for a dump.`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  writeOctal(header, isFolder ? 0o700 : 0o600, 100, 8);
  writeOctal(header, 0, 108, 8);
  writeOctal(header, 0, 116, 8);
  writeOctal(header, size, 124, 12);
  writeOctal(header, 0, 136, 12);
  header.write(isFolder ? '5' : '0', 156);
  header.write('ustar\u000000', 257, 'latin1');
  // The checksum is computed with its own field filled with spaces.
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}

async function* readAsTar(folder: string): AsyncGenerator<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1).replaceAll('\\', '/');
    if (entry.isDirectory()) yield encodeHeader(`${name}/`, 0, true);
    if (!entry.isFile()) continue;
    const { size } = await stat(path);
    yield encodeHeader(name, size, false);
    if (size === 0) continue;
    for await (const chunk of createReadStream(path, { end: size - 1, highWaterMark: 256 * 1024 }))
      yield chunk as Buffer;
    yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Streams a folder into a tar file. Compresses it if the file name contains .gz. The folder must not be modified while it is read. */
export async function writeTar(folder: string, file: string, signal?: AbortSignal): Promise<void> {
  const source = Readable.from(readAsTar(folder), { objectMode: false });
  // `flush`: the file must be durable on disk before it is considered complete.
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  const options = signal ? { signal } : {};
  await (file.includes('.gz')
    ? pipeline(source, createGzip({ level: 1 }), target, options)
    : pipeline(source, target, options));
}
