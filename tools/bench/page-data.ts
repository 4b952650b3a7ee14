import { createRandom } from '#seed/random.ts';
import { bulkLoad } from '#seed/bulk.ts';
import { seedHuge } from '#seed/huge.ts';
import { openInProcess } from '#seed/in-process.ts';
import { planEvents, type SeedEvent } from '#seed/plan.ts';
import { finishPlan, makeSeedTeam, type SeededTeam } from '#seed/team.ts';

const DAY_MS = 86_400_000;

export interface PageData {
  ownerEmail: string;
  projectId: string;
}

/** Seeds one project whose tasks are all recent enough to be in the working set. */
export async function seedBoard(dataFolder: string, tasks: number): Promise<PageData> {
  return await seedTasks({ HEARTH_DATA: dataFolder }, tasks, async () => {});
}

type MadeTask = Extract<SeedEvent, { kind: 'create' }>;

/**
 * Seeds a team of eight people with one project and this many tasks. `finish` may add data through the API that bulk loading does not
 * support.
 */
export async function seedTasks(
  env: Record<string, string>,
  tasks: number,
  finish: (seeded: SeededTeam, seededTasks: readonly MadeTask[]) => Promise<void>,
): Promise<PageData> {
  const now = new Date();
  const from = new Date(now.getTime() - 50 * DAY_MS);
  const api = await openInProcess(env, now);
  try {
    api.clock.set(from);
    const seeded = await makeSeedTeam(api, { name: 'Bench', people: 8, guests: 0, projects: 1 });
    const events = planEvents({
      random: createRandom(tasks),
      tasks,
      from,
      to: now,
      projects: seeded.projects,
      userIds: seeded.members.map((person) => person.id),
      statusIds: seeded.statusIds,
      hasComments: false,
    });
    await bulkLoad(api.app.db, { teamId: seeded.team._id, userId: seeded.people[0]?.id ?? '' }, [], events);
    await finishPlan(api, seeded, now);
    await finish(
      seeded,
      events.filter((event) => event.kind === 'create'),
    );
    return describe(seeded);
  } finally {
    await api.close();
  }
}

/** Seeds the `huge` team of `npm run seed`, with 100,000 tasks. */
export async function seedHundredThousand(dataFolder: string): Promise<PageData> {
  const now = new Date();
  const api = await openInProcess({ HEARTH_DATA: dataFolder }, now);
  try {
    return describe(await seedHuge(api, now));
  } finally {
    await api.close();
  }
}

function describe(seeded: SeededTeam): PageData {
  return { ownerEmail: seeded.people[0]?.email ?? '', projectId: seeded.projects[0]?.id ?? '' };
}
