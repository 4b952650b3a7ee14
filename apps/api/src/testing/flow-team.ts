import type { Status } from '@hearth/contracts/tasks/tasks';
import { makeTeam, signIn, type SignedIn } from './make.ts';
import type { TestApp, TestClock } from './start-app.ts';

/** A team with analytics, on a clock that the test advances. */
export interface FlowTeam {
  /** A new session replaces the expired one after each wait. */
  ada: SignedIn;
  teamId: string;
  path: string;
  statusOf: (category: string) => string;
  move: (taskId: string, category: string) => Promise<void>;
  wait: (hours: number) => Promise<void>;
  /** Returns a UTC date, relative to the clock's current day. */
  day: (offset?: number) => string;
}

export async function openFlowTeam(api: TestApp, clock: TestClock): Promise<FlowTeam> {
  const ada = await signIn(api, 'ada@example.com');
  const teamId = (await makeTeam(ada, 'Makers'))._id;
  const path = `/teams/${teamId}`;
  await ada.post(`/dev${path}/plan`, { plan: 'pro' });
  const { statuses } = (await ada.get<{ statuses: Status[] }>(`${path}/statuses`)).body;
  const team: FlowTeam = {
    ada,
    teamId,
    path,
    statusOf: (category) => statuses.find((one) => one.category === category)?.id ?? '',
    move: async (taskId, category) => {
      const fields = { statusId: team.statusOf(category) };
      const { status } = await team.ada.patch(`${path}/tasks/${taskId}`, fields);
      if (status !== 200) throw new Error(`Not moved to ${category}: ${status}`);
    },
    wait: async (hours) => {
      clock.advance(hours * 3600);
      team.ada = await signIn(api, 'ada@example.com');
    },
    day: (offset = 0) => new Date(clock.now().getTime() + offset * 86_400_000).toISOString().slice(0, 10),
  };
  return team;
}
