import type { Tables } from './tables.ts';
import type { ColumnType, Generated } from 'kysely';

interface SchemaMigrationsTable {
  name: string;
  sha256: string;
  applied_at: Generated<ColumnType<Date, never, never>>;
}

/** Every table with its columns as the driver returns them. Keep in sync with the migrations. */
export interface DbSchema extends Tables {
  schema_migrations: SchemaMigrationsTable;
}
