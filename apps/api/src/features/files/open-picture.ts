import { PICTURE } from '@hearth/contracts/auth/account-values';
import type { Sharp } from 'sharp';

type OpenPicture = (bytes: Buffer) => Sharp;

let opener: Promise<OpenPicture> | null = null;

/** Lazy-loads sharp with the first image because it takes memory that most processes do not need. */
async function loadOpener(): Promise<OpenPicture> {
  const { default: sharp } = await import('sharp');
  // Allow-list of decoders: all others are disabled.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
    ],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  return (bytes) =>
    sharp(bytes, { limitInputPixels: PICTURE.maxPixels, failOn: 'error', sequentialRead: true });
}

let last: Promise<unknown> = Promise.resolve();

/** Processes one image at a time, to limit memory. */
export async function withPictures<T>(work: (open: OpenPicture) => Promise<T>): Promise<T> {
  const done = last.then(async () => await work(await (opener ??= loadOpener())));
  last = done.catch(() => undefined);
  return await done;
}
