import { PICTURE } from '@hearth/contracts/auth/account-values';
import type { Sharp } from 'sharp';
import { AppError } from '#platform/errors.ts';
import { withPictures } from './open-picture.ts';

/** Detects the format by the first bytes. Returns null if it is unsupported. */
export function readKind(bytes: Buffer): 'png' | 'jpeg' | 'webp' | null {
  const startsWith = (text: string, at = 0) =>
    bytes.subarray(at, at + text.length).toString('latin1') === text;
  if (startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith('\xff\xd8\xff')) return 'jpeg';
  return startsWith('RIFF') && startsWith('WEBP', 8) ? 'webp' : null;
}

/**
 * Converts an image to a square WebP with its orientation applied. Re-encoding removes metadata, such as the location, and data appended to
 * the image.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, INVALID_REQUEST
 */
export async function makeSquarePicture(bytes: Buffer): Promise<Buffer> {
  if (readKind(bytes) === null) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send a PNG, JPEG or WebP picture.');
  }
  return await withPictures((open) => draw(open, bytes));
}

async function draw(open: (bytes: Buffer) => Sharp, bytes: Buffer): Promise<Buffer> {
  try {
    // The dimensions are in the header, so a decompression bomb is rejected before it is decoded.
    const { width, height } = await open(bytes).metadata();
    if (width * height > PICTURE.maxPixels) {
      throw new AppError(
        'INVALID_REQUEST',
        `A picture can have up to ${PICTURE.maxPixels / 1_000_000} million pixels.`,
      );
    }
    return await open(bytes)
      .autoOrient()
      .resize(PICTURE.side, PICTURE.side, { fit: 'cover' })
      .webp({ quality: 86 })
      .toBuffer();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('INVALID_REQUEST', 'This picture can’t be read. Try another file.', { cause: error });
  }
}
