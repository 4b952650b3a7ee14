import { COLORS } from '@hearth/contracts/core/colors';
import type { Project } from '@hearth/contracts/projects/projects';
import { makeKeyAfter } from '#api/platform/order-keys.ts';
import { bulkLoad } from './bulk.ts';
import type { InProcess } from './in-process.ts';
import { planEvents } from './plan.ts';
import { createRandom, type Random } from './random.ts';
import { finishPlan, makeSeedTeam, type SeededTeam } from './team.ts';
import { makeProjectNames, type Theme } from './words.ts';

const DAY_MS = 86_400_000;
const TASKS = 100_000;
const PROJECTS = 200;
/**
 * Number of projects created through the API: the limit of the Pro plan. The other projects bypass the API, so the team is over its limit,
 * as after a downgrade.
 */
const PROJECTS_BY_API = 10;
const DAYS = 700;

/**
 * Seeds a team with 100,000 tasks (or the given number), 40 people and 200 projects. People and the first projects are created through the
 * API. Everything else is loaded in bulk.
 */
export async function seedHuge(api: InProcess, now: Date, tasks: number = TASKS): Promise<SeededTeam> {
  const random = createRandom(tasks);
  const from = new Date(now.getTime() - DAYS * DAY_MS);
  api.clock.set(from);
  console.log('people, team and the first projects …');
  const seeded = await makeSeedTeam(api, {
    name: 'Harbour Works',
    people: 40,
    guests: 30,
    projects: PROJECTS_BY_API,
  });
  const [owner] = seeded.people;
  if (owner === undefined) throw new Error('The team has no owner');
  const teamId = seeded.team._id;
  const { projects: existing } = (await owner.send('GET', `/teams/${teamId}/projects`)) as {
    projects: Project[];
  };
  const more = makeMoreProjects(random, { existing, at: from, ownerId: owner.id });
  seeded.projects.push(...more.map(({ project, theme }) => ({ id: project.id, theme })));
  const events = planEvents({
    random,
    tasks,
    from,
    to: now,
    projects: seeded.projects,
    userIds: seeded.members.map((person) => person.id),
    statusIds: seeded.statusIds,
    hasComments: false,
  });
  await bulkLoad(
    api.app.db,
    { teamId, userId: owner.id },
    more.map(({ project }) => project),
    events,
    (line) => console.log(line),
  );
  await finishPlan(api, seeded, now);
  return seeded;
}

function makeMoreProjects(
  random: Random,
  from: { existing: readonly Project[]; at: Date; ownerId: string },
): { project: Project; theme: Theme }[] {
  const names = makeProjectNames(PROJECTS).slice(from.existing.length);
  const createdAt = from.at.toISOString();
  let last = from.existing.at(-1)?.position ?? null;
  return names.map(({ name, theme }, index) => {
    last = makeKeyAfter(last);
    const project: Project = {
      id: random.uuid(from.at),
      name,
      // QAA, QAB …: these keys cannot collide with keys derived from theme names.
      key: `Q${letter(Math.floor(index / 26))}${letter(index % 26)}`,
      description: theme.description,
      color: COLORS[1 + ((index + from.existing.length) % (COLORS.length - 1))] ?? 'gray',
      position: last,
      isPrivate: false,
      leadId: null,
      startDate: null,
      targetDate: null,
      health: null,
      cycles: null,
      limits: {},
      hasTriage: false,
      isSample: false,
      archivedAt: null,
      archivedBy: null,
      createdBy: from.ownerId,
      createdAt,
      updatedAt: createdAt,
    };
    return { project, theme };
  });
}

function letter(index: number): string {
  return String.fromCodePoint(65 + index);
}
