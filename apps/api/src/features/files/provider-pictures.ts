import type { PictureStore } from '#features/auth/index.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { OutboundError } from '#platform/outbound/index.ts';
import { deletePicture, isStored, newPictureAddress, putPicture } from './pictures.ts';

const inFlightOf = new WeakMap<App, Map<string, Promise<void>>>();

/** Waits for an image that is being fetched: clients request it right after the sign-in. */
export async function awaitPicture(app: App, address: string): Promise<void> {
  await inFlightOf.get(app)?.get(address);
}

export function createPictureStore(app: App): PictureStore {
  const inFlight = new Map<string, Promise<void>>();
  inFlightOf.set(app, inFlight);

  async function fetchPicture(source: string, address: string, isStillShown: () => Promise<boolean>) {
    try {
      if (await isStored(app, address)) return;
      const { bytes } = await app.outbound.get(source, { accept: 'image/webp,image/png,image/jpeg' });
      await putPicture(app, address, bytes, isStillShown);
    } catch (error) {
      const reason = error instanceof OutboundError ? error.reason : undefined;
      const code = error instanceof AppError ? error.code : undefined;
      // Do not log the address itself. The default image is shown until the next sign-in retries.
      app.log.info({ reason, code }, 'failed to copy a profile picture from the identity provider');
    } finally {
      inFlight.delete(address);
    }
  }

  return {
    newAddress: () => newPictureAddress(app),
    take: (source, address, isStillShown) => {
      if (!inFlight.has(address)) inFlight.set(address, fetchPicture(source, address, isStillShown));
    },
    drop: (address) => deletePicture(app, address),
  };
}
