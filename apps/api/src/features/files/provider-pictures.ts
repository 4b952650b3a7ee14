import type { PictureKeeper } from '#features/auth/index.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { OutboundError } from '#platform/outbound/index.ts';
import { dropPicture, isKept, newPictureAddress, putPicture } from './pictures.ts';

const underWayOf = new WeakMap<App, Map<string, Promise<void>>>();

/** Waits for a picture that is being fetched: clients request it right after the sign-in. */
export async function awaitPicture(app: App, address: string): Promise<void> {
  await underWayOf.get(app)?.get(address);
}

export function createPictureKeeper(app: App): PictureKeeper {
  const underWay = new Map<string, Promise<void>>();
  underWayOf.set(app, underWay);

  async function fetchPicture(source: string, address: string, isStillShown: () => Promise<boolean>) {
    try {
      if (await isKept(app, address)) return;
      const { bytes } = await app.outbound.get(source, { accept: 'image/webp,image/png,image/jpeg' });
      await putPicture(app, address, bytes, isStillShown);
    } catch (error) {
      const reason = error instanceof OutboundError ? error.reason : undefined;
      const code = error instanceof AppError ? error.code : undefined;
      // Do not log the address itself. The default picture is shown, and the next sign-in retries.
      app.log.info({ reason, code }, "a provider's picture was not taken over");
    } finally {
      underWay.delete(address);
    }
  }

  return {
    newAddress: () => newPictureAddress(app),
    take: (source, address, isStillShown) => {
      if (!underWay.has(address)) underWay.set(address, fetchPicture(source, address, isStillShown));
    },
    drop: (address) => dropPicture(app, address),
  };
}
