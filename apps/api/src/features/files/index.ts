import { addAccountPart, setPictureKeeper } from '#features/auth/index.ts';
import type { App, Feature } from '#platform/feature.ts';
import { bindFiles } from './files.routes.ts';
import { dropPicture } from './pictures.ts';
import { createPictureKeeper } from './provider-pictures.ts';

export { HEAD_BYTES, readMediaType } from './media-type.ts';
export { dropPicture, keepPicture, readPicture } from './pictures.ts';
export { keysOf, measurePicture, readPreview, type Measures } from './previews.ts';

/** Uploads: pictures of people and teams, and previews of files on tasks. */
export async function files(app: App): Promise<Feature> {
  setPictureKeeper(app, createPictureKeeper(app));
  addAccountPart(app, { purge: (person) => dropPicture(app, person.image) });
  return { name: 'files', bindings: bindFiles(app) };
}
