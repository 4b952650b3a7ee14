import sharp from 'sharp';
import { expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { makeSquarePicture, readKind } from './square-picture.ts';

async function codeOf(bytes: Buffer): Promise<string> {
  try {
    await makeSquarePicture(bytes);
    return 'taken';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

function draw(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#c05020' } });
}

const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
);

/** Creates a PNG whose header declares this size. Its body is missing. */
async function claimSize(width: number, height: number): Promise<Buffer> {
  const { crc32 } = await import('node:zlib');
  const png = Buffer.from(await draw(2, 2).png().toBuffer());
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

it('converts each supported format to a square WebP', async () => {
  for (const kind of ['png', 'jpeg', 'webp'] as const) {
    const bytes = await draw(400, 100).toFormat(kind).toBuffer();
    expect(readKind(bytes)).toBe(kind);
    const { format, width, height } = await sharp(await makeSquarePicture(bytes)).metadata();
    expect([format, width, height]).toEqual(['webp', 256, 256]);
  }
});

it('applies the orientation and strips the metadata', async () => {
  const exif = { IFD0: { Artist: 'canary of a camera' }, IFD3: { GPSLatitudeRef: 'N' } };
  // The left half is black. With the orientation applied, it becomes the upper half.
  const black = { create: { width: 128, height: 256, channels: 3, background: '#000000' } } as const;
  const bytes = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#ffffff' } })
    .composite([{ input: black, left: 0, top: 0 }])
    .withMetadata({ orientation: 6, exif })
    .jpeg()
    .toBuffer();
  expect(bytes.includes('canary of a camera')).toBe(true);
  const picture = await makeSquarePicture(bytes);
  const { channels } = await sharp(picture).stats();
  const cut = await sharp(picture).extract({ left: 0, top: 0, width: 256, height: 100 }).png().toBuffer();
  const upper = await sharp(cut).stats();
  expect(upper.channels[0]?.mean).toBeLessThan(10);
  expect(channels[0]?.mean).toBeGreaterThan(100);
  const after = await sharp(picture).metadata();
  expect(after.exif).toBeUndefined();
  expect(after.orientation).toBeUndefined();
  expect(picture.includes('canary of a camera')).toBe(false);
});

it('strips data appended after the end of a picture', async () => {
  const hidden = '<html><script>alert("canary")</script></html>';
  const polyglot = Buffer.concat([await draw(20, 20).jpeg().toBuffer(), Buffer.from(hidden)]);
  const picture = await makeSquarePicture(polyglot);
  expect(picture.includes('canary')).toBe(false);
  expect(readKind(picture)).toBe('webp');
});

it('rejects unsupported formats and corrupt pictures based on their content', async () => {
  for (const bytes of [
    SVG,
    Buffer.from('GIF89a'),
    Buffer.from('%PDF-1.7'),
    Buffer.from('<html></html>'),
    Buffer.alloc(0),
    await draw(4, 4).gif().toBuffer(),
    await draw(4, 4).tiff().toBuffer(),
  ]) {
    expect(await codeOf(bytes)).toBe('UNSUPPORTED_MEDIA_TYPE');
  }
  // The first bytes of one format, followed by another format.
  expect(await codeOf(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), SVG]))).toBe(
    'INVALID_REQUEST',
  );
  expect(await codeOf((await draw(30, 30).png().toBuffer()).subarray(0, 60))).toBe('INVALID_REQUEST');
});

it('rejects an oversized picture before decoding it', async () => {
  const bomb = await claimSize(50_000, 50_000);
  const startedAt = performance.now();
  expect(await codeOf(bomb)).toBe('INVALID_REQUEST');
  expect(performance.now() - startedAt).toBeLessThan(2000);
  expect(await codeOf(await claimSize(40_000, 1001))).toBe('INVALID_REQUEST');
});

it('converts a valid picture while a corrupt one fails', async () => {
  const [bad, good] = await Promise.all([
    codeOf(Buffer.from('\xff\xd8\xff\xe0 nothing', 'latin1')),
    codeOf(await draw(9, 9).png().toBuffer()),
  ]);
  expect([bad, good]).toEqual(['INVALID_REQUEST', 'taken']);
});
