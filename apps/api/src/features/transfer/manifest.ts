import { z } from 'zod';
import { TRANSFER, TRANSFER_FORMAT } from '@hearth/contracts/transfer/transfer-values';

/** The file's own table of contents. It is written last, once everything has been counted. */
export const manifest = z.strictObject({
  format: z.literal(TRANSFER_FORMAT.name),
  version: z.literal(TRANSFER_FORMAT.version),
  exportedAt: z.iso.datetime(),
  team: z.strictObject({ id: z.string(), name: z.string(), key: z.string() }),
  /** Private projects that whoever asked for the file may not see. */
  privateProjectsLeftOut: z.number().int().min(0).default(0),
  files: z
    .array(
      z.strictObject({
        name: z.string().max(200),
        /** Of the parts in `data/`, one a line. */
        rows: z.number().int().min(0).optional(),
        bytes: z.number().int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(TRANSFER.maxEntries),
});
export type Manifest = z.infer<typeof manifest>;
export type ListedFile = Manifest['files'][number];

export const MANIFEST_FILE = 'manifest.json';
