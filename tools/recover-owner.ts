// Makes a member the owner of a team that has lost its owners:
// npm run recover-owner -- --team <id> --member <address> [--force] [--reason "…"]
import { parseArgs } from 'node:util';
import { loadConfig } from '#api/config.ts';
import { recoverOwnership } from '#api/features/members/index.ts';
import { createProductClock, systemClock } from '#api/platform/clock.ts';
import { openDatabase } from '#api/platform/db/index.ts';
import { createEvents } from '#api/platform/events.ts';
import { createFanout } from '#api/platform/fanout/index.ts';
import { createIds } from '#api/platform/ids.ts';
import { createLogger } from '#api/platform/log.ts';
import { createOutbound } from '#api/platform/outbound/index.ts';
import { createSeal, loadSecret } from '#api/platform/seal.ts';
import { createStorage } from '#api/platform/storage/index.ts';

const { values } = parseArgs({
  options: {
    team: { type: 'string' },
    member: { type: 'string' },
    force: { type: 'boolean', default: false },
    reason: { type: 'string' },
  },
});

async function recover(teamId: string, email: string): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLogger({ level: 'error' });
  const ids = createIds(systemClock);
  const db = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataFolder: config.dataFolder,
    logger: log,
    shouldMigrate: false,
  });
  const fanout = createFanout(config, { ids, log });
  try {
    const app = {
      config,
      db,
      clock: createProductClock(systemClock),
      ids,
      log,
      events: createEvents(),
      fanout,
      mailer: null,
      outbound: createOutbound(),
      seal: createSeal(loadSecret(config.secret, config.dataFolder)),
      storage: createStorage(config, { ids, log }),
    };
    const request = { teamId, email, reason: values.reason ?? null, isForced: values.force };
    const { name } = await recoverOwnership(app, request);
    console.log(
      `${name} (${email}) is now an owner of the team. The other owners keep their role. The change is in the team's audit log.`,
    );
  } finally {
    await fanout.close();
    await db.close();
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
if (values.team === undefined || values.member === undefined || !UUID.test(values.team)) {
  console.error('Usage: npm run recover-owner -- --team <id> --member <address>');
  process.exitCode = 2;
} else {
  try {
    await recover(values.team.toLowerCase(), values.member);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
