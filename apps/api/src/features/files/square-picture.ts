import { PICTURE } from '@hearth/contracts/account-values';
import type { Sharp } from 'sharp';
import { AppError } from '#platform/errors.ts';

type OpenPicture = (bytes: Buffer) => Sharp;

let opener: Promise<OpenPicture> | null = null;

/** Loaded with the first picture: it takes memory that most starts never need. */
async function loadOpener(): Promise<OpenPicture> {
  const { default: sharp } = await import('sharp');
  // Only what is taken here can be read at all; other decoders are never reached.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  return (bytes) =>
    sharp(bytes, { limitInputPixels: PICTURE.maxPixels, failOn: 'error', sequentialRead: true });
}

/** What the first bytes say; null = none of the kinds that are taken. */
export function readKind(bytes: Buffer): 'png' | 'jpeg' | 'webp' | null {
  const startsWith = (text: string, at = 0) =>
    bytes.subarray(at, at + text.length).toString('latin1') === text;
  if (startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith('\xff\xd8\xff')) return 'jpeg';
  return startsWith('RIFF') && startsWith('WEBP', 8) ? 'webp' : null;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Makes a square webp of a picture as it is meant to be looked at. It is drawn anew, so that nothing else of the file
 * stays: no place where it was taken, nothing hidden behind its end. One at a time, for the sake of memory.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, INVALID_REQUEST
 */
export async function makeSquarePicture(bytes: Buffer): Promise<Buffer> {
  if (readKind(bytes) === null) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send a picture as PNG, JPEG or WebP.');
  }
  const made = last.then(() => draw(bytes));
  last = made.catch(() => undefined);
  return await made;
}

async function draw(bytes: Buffer): Promise<Buffer> {
  const open = await (opener ??= loadOpener());
  try {
    // The size stands at the beginning of a file: too large a picture is refused before it is unpacked.
    const { width, height } = await open(bytes).metadata();
    if (width * height > PICTURE.maxPixels) {
      throw new AppError(
        'INVALID_REQUEST',
        `A picture may have ${PICTURE.maxPixels / 1_000_000} million pixels at most.`,
      );
    }
    return await open(bytes)
      .autoOrient()
      .resize(PICTURE.side, PICTURE.side, { fit: 'cover' })
      .webp({ quality: 86 })
      .toBuffer();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('INVALID_REQUEST', 'This picture cannot be read. Try another file.', { cause: error });
  }
}
