import { ATTACHMENT, type PreviewSize } from '@hearth/contracts/attachments/attachment-values';
import type { App } from '#platform/feature.ts';
import { withPictures } from './open-picture.ts';

export interface Measures {
  width: number;
  height: number;
}

/** Returns the dimensions after applying the orientation, or null if the image is unreadable or too large to render. */
export async function measurePicture(bytes: Buffer): Promise<Measures | null> {
  try {
    const { autoOrient } = await withPictures((open) => open(bytes).metadata());
    const { width, height } = autoOrient;
    return width * height > ATTACHMENT.maxPixels ? null : { width, height };
  } catch {
    return null;
  }
}

const inFlight = new WeakMap<App, Map<string, Promise<Buffer | null>>>();

/**
 * Returns the preview of an attached image. The preview is re-encoded, so that no other content of the file is exposed, and cached next to
 * the file. Returns null if the file is gone or cannot be rendered.
 */
export async function readPreview(app: App, key: string, size: PreviewSize): Promise<Buffer | null> {
  const storageKey = previewKey(key, size);
  const stored = await app.storage.read(storageKey);
  if (stored !== null) return stored;
  const drawing = inFlight.get(app) ?? new Map<string, Promise<Buffer | null>>();
  inFlight.set(app, drawing);
  const begun =
    drawing.get(storageKey) ?? makePreview(app, key, size).finally(() => drawing.delete(storageKey));
  drawing.set(storageKey, begun);
  return await begun;
}

async function makePreview(app: App, key: string, size: PreviewSize): Promise<Buffer | null> {
  const bytes = await app.storage.read(key);
  if (bytes === null) return null;
  const side = ATTACHMENT.previewSides[size];
  const drawn = await withPictures((open) =>
    open(bytes)
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer(),
  ).catch(() => null);
  if (drawn !== null) await app.storage.put(previewKey(key, size), drawn);
  return drawn;
}

function previewKey(key: string, size: PreviewSize): string {
  return `${key}-${size}`;
}

/** Returns all storage keys of a file, including its previews. */
export function keysOf(key: string): string[] {
  return [key, previewKey(key, 'small'), previewKey(key, 'large')];
}
