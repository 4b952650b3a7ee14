import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeTeam, signIn, type ApiResponse, type Client, type SignedIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

/** Number of runs. Set `COUNTER_RUNS=100` for a long test. */
const RUNS = Number(process.env['COUNTER_RUNS'] ?? 4);
const TEST_MS = 60_000 + RUNS * 20_000;

const ACTS = [
  'make project',
  'make task',
  'make task',
  'trash project',
  'trash task',
  'restore',
  'grant edit',
  'grant view',
  'take grant',
  'to guest',
  'to member',
  'remove',
  'join',
  'free',
  'pro',
] as const;
interface Step {
  act: (typeof ACTS)[number];
  who: number;
  which: number;
}
const steps = fc.array(fc.record({ act: fc.constantFrom(...ACTS), who: fc.nat(2), which: fc.nat(20) }), {
  minLength: 30,
  maxLength: 60,
});

/** Number of concurrent requests. */
const AT_ONCE = 6;

describeOneEngine('plan counters', (engine) => {
  const api = useSharedApp(engine);
  const [owner] = usePeople(api, 'owner');
  let people: SignedIn[];

  beforeAll(async () => {
    people = [];
    for (const name of ['bob', 'cy', 'di']) people.push(await signIn(api, `${name}@example.com`));
  });

  it(
    'keeps counters equal to the row counts under random concurrent actions',
    async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (history) => {
          const team = await startTeam();
          for (let at = 0; at < history.length; at += AT_ONCE) {
            const responses = await Promise.all(
              history.slice(at, at + AT_ONCE).map(async (step) => await act(team, step)),
            );
            const broken = responses.filter((response) => response.status >= 500);
            expect(broken.map((response) => response.body)).toEqual([]);
            const { counted, there: actual } = await readCounters(team.id);
            expect(counted).toEqual(actual);
          }
        }),
        { numRuns: RUNS },
      );
    },
    TEST_MS,
  );

  interface TestTeam {
    id: string;
    link: string;
    projects: string[];
    tasks: string[];
  }

  async function startTeam(): Promise<TestTeam> {
    const { _id: id } = await makeTeam(owner);
    for (const person of people) await joinTeam(owner, id, person, 'guest');
    const created = await owner.post<{ invite: { link: string } }>(`/teams/${id}/invites`, {});
    return { id, link: created.body.invite.link, projects: [], tasks: [] };
  }

  async function act(team: TestTeam, { act, who, which }: Step): Promise<ApiResponse> {
    const at = `/teams/${team.id}`;
    const person = people[who] as SignedIn;
    const member = `${at}/members/${person.user.id}`;
    const project = team.projects[which % Math.max(1, team.projects.length)] ?? 'none';
    const task = team.tasks[which % Math.max(1, team.tasks.length)] ?? 'none';
    const grant = `${at}/projects/${project}/grants/${person.user.id}`;
    switch (act) {
      case 'make project':
        return await keep(team.projects, owner, `${at}/projects`, { name: 'Project' });
      case 'make task':
        return await keep(team.tasks, owner, `${at}/tasks`, {
          title: 'Task',
          ...(which % 2 === 0 || project === 'none' ? {} : { projectId: project }),
        });
      case 'trash project':
        return await owner.delete(`${at}/projects/${project}`);
      case 'trash task':
        return await owner.delete(`${at}/tasks/${task}`);
      case 'restore':
        return await owner.post(`${at}/trash/${which % 2 === 0 ? project : task}/restore`);
      case 'grant edit':
        return await owner.send('PUT', grant, { body: { level: 'edit' } });
      case 'grant view':
        return await owner.send('PUT', grant, { body: { level: 'view' } });
      case 'take grant':
        return await owner.delete(grant);
      case 'to guest':
        return await owner.patch(member, { teamRole: 'guest' });
      case 'to member':
        return await owner.patch(member, { teamRole: 'member' });
      case 'remove':
        return await owner.delete(member);
      case 'join':
        return await person.post(`/invites/${team.link}/join`);
      default:
        return await owner.post(`/dev/teams/${team.id}/plan`, { plan: act });
    }
  }

  async function keep(into: string[], by: Client, path: string, body: object): Promise<ApiResponse> {
    const response = await by.post<Record<string, { id: string }>>(path, body);
    const created = response.status === 201 ? Object.values(response.body)[0] : undefined;
    if (created !== undefined) into.push(created.id);
    return response;
  }

  /** Reads the counters, together with row counts computed independently of the server. */
  async function readCounters(teamId: string) {
    return await asOwner(api.app.db, async (tx) => {
      const usage = await tx
        .selectFrom('team_usage')
        .select(['resource', 'n'])
        .where('team_id', '=', teamId)
        .where('resource', '!=', 'documents')
        .execute();
      const { rows } = await sql<{ resource: string; n: number }>`
        select 'projects' as resource, count(*) as n from projects
          where team_id = ${teamId} and deleted_at is null
        union all select 'tasks', count(*) from tasks where team_id = ${teamId} and deleted_at is null
        union all select 'collaborators', count(distinct m.user_id) from memberships m
          left join (project_grants g join projects p on p.team_id = g.team_id and p.id = g.project_id
            and p.deleted_at is null) on g.team_id = m.team_id and g.user_id = m.user_id
          where m.team_id = ${teamId} and m.removed_at is null
            and (m.role in ('owner', 'admin', 'member') or g.level in ('edit', 'manage'))`.execute(tx);
      const toMap = (list: readonly { resource: string; n: number }[]) =>
        Object.fromEntries(list.map((one) => [one.resource, one.n]));
      return { counted: toMap(usage), there: toMap(rows) };
    });
  }
});
