import { filesRoutes } from '@hearth/contracts/account/account';
import type { Account } from '@hearth/contracts/account/account';
import { changeAccount } from '#features/auth/index.ts';
import { notFound } from '#platform/errors.ts';
import { bind, sessionOf, type App, type Binding } from '#platform/feature.ts';
import { deletePicture, storePicture, readPicture } from './pictures.ts';
import { awaitPicture } from './provider-pictures.ts';

export function bindFiles(app: App): Binding[] {
  /** Stores the new image's address, then removes the old image. If storing fails, the new image is removed. */
  async function changeOwnImage(userId: string, image: string | null): Promise<Account> {
    const { before, account } = await changeAccount(app, userId, { image }).catch(async (error: unknown) => {
      await deletePicture(app, image);
      throw error;
    });
    await deletePicture(app, before.image);
    return account;
  }

  return [
    bind('account.putImage', filesRoutes, async ({ caller, body }) => ({
      account: await changeOwnImage(sessionOf(caller).userId, await storePicture(app, body)),
    })),
    bind('account.deleteImage', filesRoutes, async ({ caller }) => ({
      account: await changeOwnImage(sessionOf(caller).userId, null),
    })),
    bind('images.get', filesRoutes, async ({ params, reply }) => {
      const address = `${app.config.apiOrigin}/images/${params.image}`;
      await awaitPicture(app, address);
      const picture = await readPicture(app, address);
      if (picture === null) throw notFound('This picture');
      await reply
        .headers({
          'content-type': 'image/webp',
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "sandbox; default-src 'none'",
          // The web app embeds the image and may be on a different site than the API.
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(picture);
    }),
  ];
}
