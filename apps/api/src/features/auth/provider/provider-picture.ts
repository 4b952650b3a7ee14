import type { App } from '#platform/feature.ts';

/**
 * Stores a copy of the identity provider's profile image, because pages must not load images from other sites. Implemented and injected by
 * the files feature, which depends on this one.
 */
export interface PictureStore {
  /** Reserves an address for an image that has not been fetched yet. */
  newAddress(): string;
  /**
   * Fetches `source` in the background and stores it at `address`, unless the address already has an image or the image is no longer shown.
   * Never throws.
   */
  take(source: string, address: string, isStillShown: () => Promise<boolean>): void;
  drop(address: string | null): Promise<void>;
}

const storeOf = new WeakMap<App, PictureStore>();

export function setPictureStore(app: App, keeper: PictureStore): void {
  storeOf.set(app, keeper);
}

export function pictureStore(app: App): PictureStore {
  const keeper = storeOf.get(app);
  if (keeper === undefined) throw new Error('No picture store is set');
  return keeper;
}
