import type { AskCommand } from '@hearth/contracts/assistant/command-values';
import { dayOf } from '@hearth/contracts/core/moment-values';
import type { FilterGroup } from '@hearth/contracts/views/view-values';
import type { Script } from '#features/assistant/models/built-in-model.ts';
import type { Scene } from './converse.ts';
import { dataOf, mark, nameValue, quote, refusalOf, showTasks, type ShownTask } from './show.ts';

const MAX_SHOWN = 20;

/** A change as returned by the tool. */
interface ChangeEntry {
  at: string;
  by: string;
  task: string;
  /** Null if the task was created. */
  field: string | null;
  handle?: string;
}

interface Listed {
  tasks: ShownTask[];
  total: number;
}

export async function* runQuery(scene: Scene, command: AskCommand): Script {
  const { phrases } = scene;
  switch (command.act) {
    case 'tasks':
      return yield* listTasks(scene, command);
    case 'count': {
      const [found] = yield [{ tool: 'listTasks', input: { filter: command.filter, limit: 1 } }];
      return { text: refusalOf(found, phrases) ?? phrases.count(dataOf<Listed>(found).total ?? 0) };
    }
    case 'task':
      return yield* describeTask(scene, command);
    case 'whoIsOn': {
      const filter: FilterGroup = {
        match: 'all',
        items: [
          { field: 'project', op: 'is', values: [command.projectId] },
          { field: 'category', op: 'not', values: ['completed', 'cancelled'] },
        ],
      };
      const [found] = yield [{ tool: 'listTasks', input: { filter, limit: 100 } }];
      const counts = new Map<string, number>();
      for (const { assignees = [] } of dataOf<Listed>(found).tasks ?? [])
        for (const name of assignees) counts.set(name, (counts.get(name) ?? 0) + 1);
      const lines = [...counts].map(([name, count]) => `- ${quote(name)}: ${count} ${phrases.open}`);
      return {
        text:
          refusalOf(found, phrases) ??
          [phrases.people, '', ...(lines.length > 0 ? lines : [phrases.nobody])].join('\n'),
      };
    }
    case 'changedSince': {
      const { since, until, projectId, personId } = command;
      const input = {
        since,
        ...(until === null ? {} : { until }),
        ...(projectId === null ? {} : { projectId }),
        ...(personId === null ? {} : { personId }),
      };
      const [found] = yield [{ tool: 'activity', input }];
      const { entries = [] } = dataOf<{ entries: ChangeEntry[] }>(found);
      const lines = listChanges(scene, entries);
      return { text: refusalOf(found, phrases) ?? (lines.length === 0 ? phrases.quiet : lines.join('\n')) };
    }
    case 'workload': {
      const { projectId, personId } = command;
      const input = {
        ...(projectId === null ? {} : { projectId }),
        ...(personId === null ? {} : { personId }),
      };
      const [found] = yield [{ tool: 'workload', input }];
      const people = dataOf<{ people: { name: string; open: number; late: number }[] }>(found).people ?? [];
      const lines = people.map(
        ({ name, open, late }) => `- ${quote(name)}: ${open} ${phrases.open}, ${late} ${phrases.late}`,
      );
      return { text: refusalOf(found, phrases) ?? (lines.length === 0 ? phrases.none : lines.join('\n')) };
    }
    case 'members':
      return list(
        scene.context.people.map(({ name }) => name),
        phrases.none,
      );
    case 'projects':
      return list(
        scene.context.projects.map(({ name, key }) => `${key} ${name}`),
        phrases.none,
      );
    case 'documents':
      return list(
        scene.context.documents.map(({ title }) => title),
        phrases.none,
      );
  }
}

/** A line for all changes of a person to a task on one day. */
function listChanges(
  { phrases, language, formatWhen, context }: Scene,
  entries: readonly ChangeEntry[],
): string[] {
  const lines = new Map<string, { fields: Set<string>; handle: string | undefined }>();
  for (const { at, by, task, field, handle } of entries) {
    const head = [formatWhen(dayOf(at, context.timeZone)), quote(by)].filter((one) => one !== '');
    const line = `- ${head.join(' · ')}: ${quote(task)}`;
    const known = lines.get(line) ?? { fields: new Set(), handle };
    known.fields.add(field === null ? phrases.created : (phrases.fields[field] ?? field));
    lines.set(line, known);
  }
  const format = new Intl.ListFormat(language, { type: 'unit', style: 'short' });
  return [...lines].map(
    ([line, { fields, handle }]) => `${line}: ${quote(format.format(fields))}${mark(handle)}`,
  );
}

function list(names: readonly string[], none: string): { text: string } {
  return { text: names.length === 0 ? none : names.map((name) => `- ${quote(name)}`).join('\n') };
}

async function* listTasks(scene: Scene, command: AskCommand & { act: 'tasks' }): Script {
  const { phrases } = scene;
  const { filter, sort, asTable } = command;
  const [found] = yield [{ tool: 'listTasks', input: { filter, sort, limit: MAX_SHOWN } }];
  const { tasks = [], total = tasks.length } = dataOf<Listed>(found);
  const refusal = refusalOf(found, phrases);
  if (refusal !== null) return { text: refusal };
  if (tasks.length === 0) return { text: phrases.noTasks };
  return { text: showTasks(tasks, scene, { asTable: asTable === true, total }) };
}

async function* describeTask({ phrases, formatWhen }: Scene, command: AskCommand & { act: 'task' }): Script {
  const [found] = yield [{ tool: 'readTask', input: { key: command.key } }];
  const refusal = refusalOf(found, phrases);
  const { task } = dataOf<{ task: ShownTask & { description?: string; blockedBy?: string[] } }>(found);
  if (refusal !== null || task === undefined) return { text: refusal ?? phrases.notFound };
  const facts: Record<typeof command.question, string> = {
    all: '',
    due: task.dueDate == null ? phrases.noDue : formatWhen(task.dueDate),
    assignee: (task.assignees ?? []).join(', ') || phrases.nobody,
    status: nameValue(task.status, phrases),
    priority: nameValue(task.priority, phrases),
    blocked: (task.blockedBy ?? []).join(', ') || phrases.none,
  };
  if (command.question !== 'all')
    return {
      text: `**${task.key}** ${quote(task.title)}: ${quote(facts[command.question])}${mark(task.handle)}`,
    };
  const { description = '' } = task;
  const about = [facts.status, facts.due, facts.assignee].filter((fact) => fact !== '').map(quote);
  const body = description === '' ? [] : ['', `> ${quote(description.slice(0, 500))}`];
  return {
    text: [`**${task.key}** ${quote(task.title)} · ${about.join(' · ')}${mark(task.handle)}`, ...body].join(
      '\n',
    ),
  };
}
