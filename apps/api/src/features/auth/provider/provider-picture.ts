import type { App } from '#platform/feature.ts';

/**
 * Keeps a copy of the picture that the identity provider names, so that no page ever loads a stranger's address. Files
 * are another feature's; it lies to the right and so hands this in.
 */
export interface PictureKeeper {
  /** Where a picture that is yet to be fetched will be found. */
  newAddress(): string;
  /**
   * Fetches `source` in the background and stores it at `address`, unless it is there or shown no more. Never
   * throws.
   */
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
