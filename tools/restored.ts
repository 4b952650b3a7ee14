// Run once after restoring a database from a backup, before the start: `npm run restored`. All devices then discard their local copies
// because the log positions stored there are reused for other changes.
import { loadConfig } from '#api/config.ts';
import { openDatabase, renewEpoch } from '#api/platform/db/index.ts';
import { createLogger } from '#api/platform/log.ts';

const config = loadConfig(process.env);
const db = await openDatabase({
  databaseUrl: config.databaseUrl,
  dataFolder: config.dataFolder,
  logger: createLogger({ level: 'error' }),
});
try {
  await renewEpoch(db);
  console.log('Done: every device reloads its copy when it next connects. Unsent changes are kept and sent.');
} finally {
  await db.close();
}
