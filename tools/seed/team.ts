import type { Project } from '@hearth/contracts/projects/projects';
import type { Status } from '@hearth/contracts/tasks/tasks';
import type { Team } from '@hearth/contracts/teams/teams';
import { SeedPerson, type InProcess } from './in-process.ts';
import { planEvents, type SeedEvent, type SeedStatus } from './plan.ts';
import { createRandom } from './random.ts';
import { NAMES, addressOf, makeProjectNames, type Theme } from './words.ts';

const DAY_MS = 86_400_000;

export interface SeededTeam {
  team: Team;
  people: SeedPerson[];
  /** Members who may be assigned to any task. Excludes guests. */
  members: SeedPerson[];
  projects: { id: string; theme: Theme }[];
  statusIds: Record<SeedStatus, string>;
}

interface TeamSize {
  name: string;
  people: number;
  /** Number of guests among the people. The guests come last. */
  guests: number;
  projects: number;
}

/** Creates a team on the Pro plan with its people and projects through the API, at the clock's time. */
export async function makeSeedTeam(api: InProcess, size: TeamSize): Promise<SeededTeam> {
  const people = NAMES.slice(0, size.people).map((name) => new SeedPerson(api, name, addressOf(name)));
  for (const person of people) await person.signIn();
  const [owner, ...others] = people as [SeedPerson, ...SeedPerson[]];
  const { team } = (await owner.send('POST', '/teams', { name: size.name })) as { team: Team };
  const path = `/teams/${team._id}`;
  await owner.send('POST', `/dev${path}/plan`, { plan: 'pro' });

  const projects: SeededTeam['projects'] = [];
  for (const { name, theme } of makeProjectNames(size.projects)) {
    const { description } = theme;
    const { project } = (await owner.send('POST', `${path}/projects`, {
      name,
      description,
    })) as { project: Project };
    projects.push({ id: project.id, theme });
  }
  for (const [index, person] of others.entries()) {
    const isGuest = index >= others.length - size.guests;
    const teamRole = isGuest ? 'guest' : index === 0 ? 'admin' : 'member';
    const { invite } = (await owner.send('POST', `${path}/invites`, {
      teamRole,
    })) as { invite: { link: string } };
    await person.send('POST', `/invites/${invite.link}/join`);
    const project = projects[index % projects.length];
    if (isGuest && project !== undefined) {
      await owner.send('PUT', `${path}/projects/${project.id}/grants/${person.id}`, { level: 'comment' });
    }
  }
  const { statuses } = (await owner.send('GET', `${path}/statuses`)) as { statuses: Status[] };
  const statusIds = Object.fromEntries(statuses.map((one) => [one.name, one.id])) as Record<
    SeedStatus,
    string
  >;
  return { team, people, members: people.slice(0, size.people - size.guests), projects, statusIds };
}

/** Replays the events through the API. */
export async function replayEvents(
  api: InProcess,
  seeded: SeededTeam,
  events: readonly SeedEvent[],
): Promise<void> {
  const path = `/teams/${seeded.team._id}/tasks`;
  const personOf = new Map(seeded.people.map((person) => [person.id, person]));
  for (const event of events) {
    api.clock.set(event.at);
    const person = personOf.get(event.userId);
    if (person === undefined) throw new Error(`${event.userId} is not a user of the seed`);
    if (event.kind === 'create') {
      await person.send('POST', path, fieldsOf(event));
    } else if (event.kind === 'move') {
      const { statusId, position } = event;
      await person.send('PATCH', `${path}/${event.taskId}`, { statusId, position });
    } else {
      await person.send('POST', `${path}/${event.taskId}/comments`, { id: event.id, body: event.body });
    }
  }
}

function fieldsOf({ kind: _kind, at: _at, userId: _userId, ...fields }: SeedEvent): object {
  return fields;
}

/** Seeds a team with a history of `days` days. */
export async function seedTeam(
  api: InProcess,
  size: TeamSize & { tasks: number; days: number },
  now: Date,
): Promise<SeededTeam> {
  const from = new Date(now.getTime() - size.days * DAY_MS);
  api.clock.set(from);
  const seeded = await makeSeedTeam(api, size);
  const events = planEvents({
    random: createRandom(size.tasks),
    tasks: size.tasks,
    from,
    to: now,
    projects: seeded.projects,
    userIds: seeded.members.map((person) => person.id),
    statusIds: seeded.statusIds,
    hasComments: true,
  });
  await replayEvents(api, seeded, events);
  await finishPlan(api, seeded, now);
  return seeded;
}

/** Restarts the plan at `now` instead of the team's creation time, which is in the past. */
export async function finishPlan(api: InProcess, seeded: SeededTeam, now: Date): Promise<void> {
  api.clock.set(now);
  await seeded.people[0]?.send('POST', `/dev/teams/${seeded.team._id}/plan`, { plan: 'pro' });
}
