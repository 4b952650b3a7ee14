import { join } from 'node:path';
import type { Config } from '#config.ts';
import type { Ids } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import { createDiskStorage } from './disk-storage.ts';
import { createS3Storage, type S3Settings } from './s3-storage.ts';
import type { Storage } from './storage.ts';

export { createDiskStorage };
export { createS3Storage, type S3Settings };
export type { Storage } from './storage.ts';

/** Creates the file storage of this installation: in a bucket if one is configured, otherwise in the data folder. */
export function createStorage(
  config: Pick<Config, 'dataFolder' | 's3'>,
  { ids, log }: { ids: Ids; log: Logger },
): Storage {
  return config.s3 === undefined
    ? createDiskStorage(join(config.dataFolder, 'files'), ids)
    : createS3Storage(config.s3, log);
}
