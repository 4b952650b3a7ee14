import { addAccountPart, setPictureStore } from '#features/auth/index.ts';
import type { App, Feature } from '#platform/feature.ts';
import { bindFiles } from './files.routes.ts';
import { deletePicture } from './pictures.ts';
import { createPictureStore } from './provider-pictures.ts';

export { HEAD_BYTES, readMediaType } from './media-type.ts';
export { deletePicture, storePicture, readPicture } from './pictures.ts';
export { keysOf, measurePicture, readPreview, type Measures } from './previews.ts';

/** Uploaded images of users and teams, and previews of attachments. */
export async function files(app: App): Promise<Feature> {
  setPictureStore(app, createPictureStore(app));
  addAccountPart(app, { purge: (person) => deletePicture(app, person.image) });
  return { name: 'files', bindings: bindFiles(app) };
}
