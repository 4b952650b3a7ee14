/** The fixed values of moving a team; free of the schema library, so that the browser loads only these. */

/** What a team's file says of itself. A reader takes the versions that it knows. */
export const TRANSFER_FORMAT = { name: 'hearth-team', version: 1 } as const;

export const TRANSFER = {
  type: 'application/zip',
  /** A file that is handed in. */
  maxBytes: 100 * 1024 * 1024,
  maxUnpackedBytes: 250 * 1024 * 1024,
  maxEntries: 5_000,
  /** Against zip bombs: the ratio of unpacked to packed, for entries that unpack to more than a megabyte. */
  maxRatio: 100,
  /** Retention of a made file. */
  keptHours: 24,
  exportsPerHour: 3,
} as const;

export const EXPORT_STATES = ['waiting', 'ready', 'failed'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

export const IMPORT_STATES = ['waiting', 'done', 'failed'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** What a file holds, in the order in which it is told. */
export const TRANSFER_COUNTS = ['projects', 'tasks', 'documents', 'comments', 'history', 'people'] as const;
