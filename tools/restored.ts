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
  console.log(
    'Noted: every device fetches its copy anew when it next connects. What was not sent yet stays and is sent.',
  );
} finally {
  await db.close();
}
