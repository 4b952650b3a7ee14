import type { AssistantMessage } from '@hearth/contracts/assistant/assistant';
import { addDays } from '@hearth/contracts/core/days';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { sendMessage } from '#api/testing/assistant-client.ts';
import { joinTeam, makeProject, makeTask, makeTeam, type SignedIn } from '#api/testing/make.ts';

/** Keys of the seeded tasks, by the name used in the cases. */
type Keys = Record<'landing' | 'login' | 'font' | 'newsletter' | 'banner' | 'welcome' | 'feedback', string>;

/** The team of a case and its conversation with the assistant. */
export interface World {
  teamId: string;
  today: string;
  keys: Keys;
  people: { ada: SignedIn; bob: SignedIn };
  projects: { website: string; onboarding: string };
  /** The assistant's answers so far, in order. */
  answers: AssistantMessage[];
  tasks: () => Promise<Task[]>;
  find: (title: string) => Promise<Task | undefined>;
  read: <T>(path: string) => Promise<T>;
  /** Returns the name of a status or label by id. */
  named: (kind: 'statuses' | 'labels', id: string | undefined) => Promise<string | undefined>;
}

const REFUNDS = `# Refunds

Refunds are paid within 14 days to the card that was charged. Gift cards are not refunded.

## Who decides

The support lead decides about amounts over 500.`;
const LAUNCH = `# Goals

We open the shop in June. Three cities come first.

- [ ] Sign the lease
- [x] Hire a manager`;

/** Creates a small team with two projects, seven tasks and two documents. */
export async function makeWorld(ada: SignedIn, bob: SignedIn, today: string): Promise<World> {
  const teamId = (await makeTeam(ada, 'Harbour'))._id;
  const path = `/teams/${teamId}`;
  await ada.post(`/dev${path}/plan`, { plan: 'pro' });
  await joinTeam(ada, teamId, bob);
  const website = await makeProject(ada, teamId, { name: 'Website', key: 'WEB' });
  const onboarding = await makeProject(ada, teamId, { name: 'Onboarding', key: 'ONB' });
  const read = async <T>(rest: string): Promise<T> => (await ada.get<T>(`${path}${rest}`)).body;
  const { statuses } = await read<{ statuses: { id: string; name: string; category: string }[] }>(
    '/statuses',
  );
  const inCategory = (category: string) => statuses.find((one) => one.category === category)?.id;
  const response = await ada.post<{ label: { id: string } }>(`${path}/labels`, { name: 'bug' });
  if (response.status !== 201)
    throw new Error(`No label: ${response.status} ${JSON.stringify(response.body)}`);
  const bug = response.body.label.id;
  const give = async (
    title: string,
    projectId: string,
    fields: Record<string, unknown> = {},
  ): Promise<Task> => await makeTask(ada, teamId, { title, projectId, ...fields });
  const [me, him] = [[ada.user.id], [bob.user.id]];
  const landing = await give('Draft the landing page', website.id, {
    assigneeIds: him,
    dueDate: addDays(today, 2),
    priority: 'high',
    statusId: inCategory('started'),
  });
  const login = await give('Fix the login error', website.id, {
    assigneeIds: me,
    dueDate: addDays(today, -3),
    priority: 'urgent',
    labelIds: [bug],
  });
  const font = await give('Choose a typeface', website.id);
  const newsletter = await give('Ship the newsletter', website.id, { assigneeIds: me });
  const banner = await give('Retire the old banner', website.id, { statusId: inCategory('completed') });
  const welcome = await give('Write the welcome mail', onboarding.id, { assigneeIds: me, dueDate: today });
  const feedback = await give('Collect feedback', onboarding.id, {
    assigneeIds: him,
    dueDate: addDays(today, -1),
  });
  await ada.post(`${path}/tasks/${newsletter.id}/relations`, { side: 'blockedBy', otherId: landing.id });
  await ada.post(`${path}/documents`, { title: 'Refund policy', markdown: REFUNDS });
  await ada.post(`${path}/documents`, { title: 'Launch plan', markdown: LAUNCH });
  const tasks = async () => (await read<{ tasks: Task[] }>('/tasks?limit=200')).tasks;
  return {
    teamId,
    today,
    people: { ada, bob },
    projects: { website: website.id, onboarding: onboarding.id },
    keys: {
      landing: landing.key,
      login: login.key,
      font: font.key,
      newsletter: newsletter.key,
      banner: banner.key,
      welcome: welcome.key,
      feedback: feedback.key,
    },
    answers: [],
    tasks,
    // Compare case-insensitively because titles keep the case of the message.
    find: async (title) => (await tasks()).find((task) => task.title.toLowerCase() === title.toLowerCase()),
    read,
    named: async (kind, id) => {
      const all = await read<Record<string, { id: string; name: string }[]>>(`/${kind}?limit=200`);
      return all[kind]?.find((one) => one.id === id)?.name;
    },
  };
}

/**
 * Sends each message in one conversation and confirms the proposals if the case requires it. Returns a description of the first failure, or
 * null.
 */
export async function converse(
  world: World,
  lines: readonly string[],
  doesConfirm: boolean,
): Promise<string | null> {
  const { ada } = world.people;
  let threadId: string | undefined;
  for (const line of lines) {
    const text = line.replaceAll(/\{(\w+)\}/g, (_all, name: string) => world.keys[name as keyof Keys]);
    const { status, body } = await sendMessage(ada, world.teamId, text, threadId);
    if (status !== 200) return `“${text}” was answered with ${status}`;
    threadId = body.threadId;
    world.answers.push(body.message);
    if (!doesConfirm) continue;
    for (const { id, status: proposalStatus } of body.message.proposals) {
      if (proposalStatus !== 'open') continue;
      const done = await ada.post(`/teams/${world.teamId}/assistant/proposals/${id}/confirm`, {});
      if (done.status !== 200) return `confirming what “${text}” proposed was answered with ${done.status}`;
    }
  }
  return null;
}
