import { DatabaseFolderError } from '#api/platform/db/index.ts';
import { seedHuge } from './seed/huge.ts';
import { openInProcess, type InProcess } from './seed/in-process.ts';
import { seedTeam, type SeededTeam } from './seed/team.ts';

// Fills a database with a demo team: npm run seed -- small|team|huge
const SIZES: Record<string, (api: InProcess, now: Date) => Promise<SeededTeam>> = {
  small: (api, now) =>
    seedTeam(api, { name: 'Bergwerk', people: 3, guests: 0, projects: 2, tasks: 20, days: 14 }, now),
  team: (api, now) =>
    seedTeam(api, { name: 'Lighthouse', people: 12, guests: 2, projects: 6, tasks: 400, days: 55 }, now),
  huge: seedHuge,
};

async function seed(): Promise<void> {
  const [size = ''] = process.argv.slice(2);
  const make = SIZES[size];
  if (make === undefined) {
    console.error('Usage: npm run seed -- small|team|huge');
    process.exitCode = 2;
    return;
  }
  const now = new Date();
  const startedAt = performance.now();
  const api = await openInProcess(process.env, now);
  try {
    const { team, people } = await make(api, now);
    const [owner, ...others] = people;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`Created the team ${team.name} (${seconds} s). Sign in at ${api.app.config.webOrigin} as`);
    console.log(`  ${owner?.email}  (owner), or as`);
    for (const person of others.slice(0, 4)) console.log(`  ${person.email}`);
    if (others.length > 4)
      console.log(`  … and ${others.length - 4} more, all of the form first.last@example.com`);
  } finally {
    await api.close();
  }
}

try {
  await seed();
} catch (error) {
  if (!(error instanceof DatabaseFolderError)) throw error;
  console.error(`${error.message}\nStop the server first, or seed PostgreSQL by DATABASE_URL.`);
  process.exitCode = 1;
}
