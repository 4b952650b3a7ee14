import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#platform/errors.ts';

/** Lays a body aside as it comes in. @throws AppError PAYLOAD_TOO_LARGE */
export async function receiveFile(
  body: Readable,
  folder: string,
  maxBytes: number,
): Promise<{ path: string; sha256: string }> {
  const path = join(folder, 'received.zip');
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        done(new AppError('PAYLOAD_TOO_LARGE', `A file may have ${maxBytes / 1024 / 1024} MB at most.`));
        return;
      }
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(body, measure, createWriteStream(path, { mode: 0o600 }));
  return { path, sha256: hash.digest('hex') };
}
