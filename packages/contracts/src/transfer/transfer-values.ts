/** Constants for team export and import, kept out of the schema files to keep the schema library out of the browser. */

/** Format and version of a team's file. Importers accept the versions they support. */
export const TRANSFER_FORMAT = { name: 'hearth-team', version: 1 } as const;

export const TRANSFER = {
  type: 'application/zip',
  /** Maximum size of an uploaded file, in bytes. */
  maxBytes: 100 * 1024 * 1024,
  maxUnpackedBytes: 250 * 1024 * 1024,
  maxEntries: 5_000,
  /** Protects against zip bombs: maximum compression ratio of entries that unpack to more than a megabyte. */
  maxRatio: 100,
  /** Retention of an exported file, in hours. */
  keptHours: 24,
  exportsPerHour: 3,
} as const;

export const EXPORT_STATES = ['waiting', 'ready', 'failed'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

export const IMPORT_STATES = ['waiting', 'done', 'failed'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Contents of a file, in display order. */
export const TRANSFER_COUNTS = ['projects', 'tasks', 'documents', 'comments', 'history', 'people'] as const;
