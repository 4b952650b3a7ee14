// Lists support requests, and closes answered ones:
// npm run support      npm run support -- close <id>
import { loadConfig } from '#api/config.ts';
import { closeSupportRequest, listSupportQueue } from '#api/features/billing/index.ts';
import { createProductClock, systemClock, type ProductClock } from '#api/platform/clock.ts';
import { openDatabase, type Db } from '#api/platform/db/index.ts';
import { createLogger } from '#api/platform/log.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const [act, id, ...rest] = process.argv.slice(2);

async function withDatabase(run: (app: { db: Db; clock: ProductClock }) => Promise<void>): Promise<void> {
  const config = loadConfig(process.env);
  const { databaseUrl, dataFolder } = config;
  const logger = createLogger({ level: 'error' });
  const db = await openDatabase({ databaseUrl, dataFolder, logger, shouldMigrate: false });
  try {
    await run({ db, clock: createProductClock(systemClock) });
  } finally {
    await db.close();
  }
}

/** Replaces control characters, including line breaks, with spaces because a terminal would execute some of them. */
function toPlain(text: string): string {
  return text.replaceAll(/\p{C}+/gu, ' ');
}

async function list(): Promise<void> {
  await withDatabase(async (app) => {
    const open = await listSupportQueue(app);
    for (const one of open) {
      const marks = [one.isPriority ? 'Pro' : 'Trial', ...(one.isLate ? ['LATE'] : [])].join(', ');
      console.log(`${one.id}  ${marks}, answer by ${one.answerBy.toISOString()}`);
      console.log(`  ${toPlain(one.subject)}`);
      console.log(`  ${toPlain(one.asker)} <${toPlain(one.email)}>, ${toPlain(one.team)}`);
      for (const line of one.message.split('\n')) console.log(`  | ${toPlain(line)}`);
      console.log('');
    }
    const late = open.filter(({ isLate }) => isLate).length;
    console.log(open.length === 0 ? 'Nothing is open.' : `${open.length} open, ${late} late.`);
  });
}

async function close(request: string): Promise<void> {
  await withDatabase(async (app) => {
    const isClosed = await closeSupportRequest(app, request);
    if (!isClosed) process.exitCode = 1;
    console.log(isClosed ? 'Closed.' : 'No open request has this id.');
  });
}

try {
  if (act === undefined) await list();
  else if (act === 'close' && id !== undefined && UUID.test(id) && rest.length === 0)
    await close(id.toLowerCase());
  else {
    console.error('npm run support lists what is open; npm run support -- close <id> closes one.');
    process.exitCode = 2;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
