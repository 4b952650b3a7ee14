import { z } from 'zod';
import { TRANSFER, TRANSFER_FORMAT } from '@hearth/contracts/transfer/transfer-values';

/** The table of contents of an export file. It is written last, after all entries have been counted. */
export const manifest = z.strictObject({
  format: z.literal(TRANSFER_FORMAT.name),
  version: z.literal(TRANSFER_FORMAT.version),
  exportedAt: z.iso.datetime(),
  team: z.strictObject({ id: z.string(), name: z.string(), key: z.string() }),
  /** Number of private projects omitted because the requesting user may not see them. */
  privateProjectsLeftOut: z.number().int().min(0).default(0),
  files: z
    .array(
      z.strictObject({
        name: z.string().max(200),
        /** Number of lines. Only for the parts in `data/`. */
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
