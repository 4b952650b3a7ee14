// Copies all data from the embedded database to an empty PostgreSQL database: npm run move -- --to <url>
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { moveDatabase, openDatabase } from '@hearth/api/src/platform/db/index.ts';
import { createLogger } from '@hearth/api/src/platform/log.ts';

const { values } = parseArgs({ options: { to: { type: 'string' } } });
const dataFolder = resolve(process.env['HEARTH_DATA'] ?? 'data');
const logger = createLogger({ level: 'error' });

async function move(to: string): Promise<void> {
  const source = await openDatabase({ dataFolder, logger });
  try {
    const target = await openDatabase({ databaseUrl: to, dataFolder, logger, shouldMigrate: false });
    try {
      const tables = await moveDatabase(source, target, ({ name, rows }) =>
        console.log(`  ${name}: ${rows}`),
      );
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      console.log(`Moved ${rows} rows in ${tables.length} tables; counts and digests match on both sides.`);
      console.log('Start Hearth with DATABASE_URL set to the new database. The old one was not changed.');
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

if (!values.to) {
  console.error('Usage: npm run move -- --to postgres://user@host:5432/database');
  process.exitCode = 2;
} else if (!existsSync(join(dataFolder, 'db'))) {
  console.error(`No embedded database found in ${dataFolder}.`);
  process.exitCode = 2;
} else {
  try {
    await move(values.to);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
