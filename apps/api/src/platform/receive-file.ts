import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from './errors.ts';

const MEGABYTE = 1024 * 1024;
/** Error codes of connections that closed before the complete body was received. */
const BROKEN_OFF = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']);

export interface ReceivedFile {
  path: string;
  bytes: number;
  sha256: string;
}

/** Creates the error for a body larger than `maxBytes`. */
export function refuseSize(maxBytes: number, where = ''): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `A file can be up to ${maxBytes / MEGABYTE} MB${where}.`);
}

/**
 * Streams a body to a temporary file.
 * @param where appended to the error message for an oversized body
 * @throws AppError PAYLOAD_TOO_LARGE; INVALID_REQUEST if the body is truncated
 */
export async function receiveFile(
  body: Readable,
  folder: string,
  maxBytes: number,
  where = '',
): Promise<ReceivedFile> {
  const path = join(folder, 'received');
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        done(refuseSize(maxBytes, where));
        return;
      }
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(body, measure, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    if (!BROKEN_OFF.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new AppError('INVALID_REQUEST', 'The upload was interrupted. Send the file again.', {
      cause: error,
    });
  }
  return { path, bytes, sha256: hash.digest('hex') };
}
