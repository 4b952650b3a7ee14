import type { App } from '#platform/feature.ts';
import { makeSquarePicture } from './square-picture.ts';

/** 192 random bits because the URL grants access by itself (capability URL). */
const NAME = /^[\w-]{32}$/;
const FOLDER = 'images';

export function newPictureAddress(app: App): string {
  return `${app.config.apiOrigin}/${FOLDER}/${app.ids.newToken(24)}`;
}

/** Stores an uploaded image and returns its address. @throws AppError for unsupported images */
export async function storePicture(app: App, bytes: Buffer): Promise<string> {
  const address = newPictureAddress(app);
  await putPicture(app, address, bytes);
  return address;
}

/**
 * Stores an image at one of the product's own addresses, if it is still needed after rendering.
 * @throws AppError for unsupported images
 */
export async function putPicture(
  app: App,
  address: string,
  bytes: Buffer,
  isWanted: () => Promise<boolean> = async () => true,
): Promise<void> {
  const picture = await makeSquarePicture(bytes);
  const key = keyOf(app, address);
  if (key === null) throw new TypeError('Not a URL of a stored picture');
  if (await isWanted()) await app.storage.put(key, picture);
}

export async function isStored(app: App, address: string): Promise<boolean> {
  const key = keyOf(app, address);
  return key !== null && (await app.storage.read(key)) !== null;
}

export async function readPicture(app: App, address: string): Promise<Buffer | null> {
  const key = keyOf(app, address);
  return key === null ? null : await app.storage.read(key);
}

/** Returns the storage key of an image, or null for an external address. */
function keyOf(app: App, address: string | null): string | null {
  const start = `${app.config.apiOrigin}/${FOLDER}/`;
  if (address === null || !address.startsWith(start)) return null;
  const name = address.slice(start.length);
  return NAME.test(name) ? `${FOLDER}/${name}` : null;
}

/** Deletes an image that is no longer shown anywhere. Ignores external addresses; errors are logged and not thrown. */
export async function deletePicture(app: App, address: string | null): Promise<void> {
  const key = keyOf(app, address);
  if (key === null) return;
  try {
    await app.storage.remove(key);
  } catch (error) {
    app.log.error({ err: error }, 'failed to delete an unused image');
  }
}
