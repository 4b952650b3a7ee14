import { listProbes, understand } from '@hearth/contracts/assistant/grammar/understand';
import type { Command, CommandContext } from '@hearth/contracts/assistant/command-values';
import { LIMITS } from '@hearth/contracts/core/limits';
import { isFilterValue } from '@hearth/contracts/views/view-check-values';
import { printFilter } from '@hearth/contracts/views/view-text-values';
import { dayAt } from '#platform/day-in-zone.ts';
import type { CallRoute } from '#platform/http/call-route.ts';

/** Context from earlier messages of the thread. */
export interface Earlier {
  /** The tasks cited in the last answer, which 'these' refers to. */
  taskIds: readonly string[];
  /** The user's previous message. Null if there is none. */
  text: string | null;
}

export interface Conversation {
  text: string;
  person: { name: string; locale: string; timeZone: string; teamKey: string };
  userId: string;
  now: Date;
  call: CallRoute;
  earlier: Earlier;
  /** Returns the id of the last confirmed proposal of this thread that has not been undone, or null if there is none. */
  findUndoable: () => Promise<string | null>;
  /** Fixed reply that replaces the answer. Null if there is none. */
  instead: string | null;
}

/** Loads the names that a command may refer to: those visible to the user, on the first page of each list. */
export async function readContext(on: Conversation): Promise<CommandContext> {
  const { person, userId, now, call, earlier } = on;
  const query = { limit: LIMITS.pageMax };
  const [members, projects, statuses, labels, types, documents, teams] = await Promise.all([
    call('members.list', { query }).then(({ members: all }) => all),
    call('projects.list', { query }).then(({ projects: all }) => all),
    call('statuses.list', { query }).then(({ statuses: all }) => all),
    call('labels.list', { query }).then(({ labels: all }) => all),
    call('taskTypes.list', { query }).then(({ taskTypes: all }) => all),
    call('documents.list', { query }).then(({ documents: all }) => all),
    call('members.get', { params: { userId } }).then(({ member }) => member),
  ]);
  const context: CommandContext = {
    today: dayAt(now, person.timeZone),
    timeZone: person.timeZone,
    locale: person.locale,
    me: userId,
    people: members.map(({ userId: id, name, email }) => ({
      id,
      name,
      ...(email === null ? {} : { email }),
    })),
    projects: projects.map(({ id, name, key }) => ({ id, name, key })),
    statuses: statuses.map(({ id, name, category }) => ({ id, name, category })),
    labels: labels.map(({ id, name }) => ({ id, name })),
    taskTypes: types.map(({ id, name }) => ({ id, name })),
    documents: documents.map(({ id, title }) => ({ id, title })),
    tasks: [],
    mayMakeLabels: teams.teamRole !== 'guest',
    estimateUnit: 'points',
    teamKey: person.teamKey,
    lastTasks: earlier.taskIds,
    lastCommand: null,
  };
  return {
    ...context,
    tasks: await findNamedTasks(on, context),
    lastCommand: readLastCommand(earlier, context),
  };
}

/** Finds the tasks whose titles occur in the message. */
async function findNamedTasks({ text, call }: Conversation, context: CommandContext) {
  const values = listProbes(text, context).filter((value) => isFilterValue('title', value));
  if (values.length === 0) return [];
  const filter = printFilter({ match: 'all', items: [{ field: 'title', op: 'is', values }] });
  const query = { filter, timeZone: context.timeZone, limit: LIMITS.pageMax };
  const { tasks } = await call('tasks.list', { query });
  const lower = text.toLowerCase();
  return tasks
    .filter(({ title }) => lower.includes(title.trim().toLowerCase()))
    .map(({ key, title }) => ({ key, title }));
}

function readLastCommand({ text }: Earlier, context: CommandContext): Command | null {
  if (text === null) return null;
  const understood = understand(text, context);
  return understood.kind === 'commands' ? (understood.commands.at(-1) ?? null) : null;
}
