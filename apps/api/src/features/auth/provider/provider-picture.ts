import type { App } from '#platform/feature.ts';

/**
 * Stores a copy of the identity provider's picture, so that no page loads a foreign address. Implemented and injected by the files feature,
 * which depends on this one.
 */
export interface PictureKeeper {
  /** Reserves an address for a picture that has not been fetched yet. */
  newAddress(): string;
  /** Fetches `source` in the background and stores it at `address`, unless it already exists or is no longer shown. Never throws. */
  take(source: string, address: string, isStillShown: () => Promise<boolean>): void;
  drop(address: string | null): Promise<void>;
}

const keeperOf = new WeakMap<App, PictureKeeper>();

export function setPictureKeeper(app: App, keeper: PictureKeeper): void {
  keeperOf.set(app, keeper);
}

export function pictureKeeper(app: App): PictureKeeper {
  const keeper = keeperOf.get(app);
  if (keeper === undefined) throw new Error('Nothing keeps pictures');
  return keeper;
}
