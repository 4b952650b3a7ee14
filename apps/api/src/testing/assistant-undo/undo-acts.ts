import * as fc from 'fast-check';
import type { Task } from '@hearth/contracts/tasks/tasks';

export type Fields = Record<string, unknown>;

/** A team with several entities of every type that the tools can change. */
export interface World {
  teamId: string;
  /** Ids as they are used in tool inputs. */
  tasks: readonly Task[];
  projects: readonly string[];
  documents: readonly string[];
  statuses: readonly string[];
  labels: readonly string[];
  people: readonly string[];
}

/** A tool call. Inputs refer to entities by their index in the world. */
export interface Act {
  tool: string;
  input: (world: World) => object;
  text: string;
}

/** An edit by a teammate between the confirmation and the undo. */
export interface Edit {
  task: number;
  fields: Fields;
}

export const at = <T>(all: readonly T[], index: number): T => all[index % all.length] as T;
const index = fc.nat(2);
const word = fc.stringMatching(/^[A-Z][a-z]{2,8} [a-z]{2,8}$/);
const day = fc.integer({ min: 1, max: 28 }).map((one) => `2027-02-${String(one).padStart(2, '0')}`);

const change = fc.oneof(
  fc.record({ act: fc.constant('rename'), title: word }),
  fc.record({ act: fc.constant('due'), dueDate: fc.option(day) }),
  fc.record({ act: fc.constant('shift'), days: fc.integer({ min: -9, max: 9 }) }),
  fc.record({ act: fc.constant('start'), startDate: fc.constantFrom('2026-12-01', null) }),
  fc.record({ act: fc.constant('snooze'), until: day }),
  fc.record({ act: fc.constant('priority'), priority: fc.constantFrom('none', 'low', 'medium', 'high') }),
  fc.record({ act: fc.constant('estimate'), estimate: fc.option(fc.nat(9)) }),
  fc.record({
    act: fc.constant('repeat'),
    repeat: fc.option(fc.constant({ mode: 'schedule', rule: 'FREQ=WEEKLY' })),
  }),
);
const named = fc.tuple(
  fc.constantFrom('assign', 'replace', 'unassign', 'status', 'project', 'noProject', 'labels', 'unlabel'),
  fc.nat(5),
);

function nameChange(world: World, [act, n]: readonly [string, number]): object {
  const person = at(world.people, n);
  if (act === 'assign' || act === 'replace')
    return { act: 'assign', assigneeIds: [person], isReplacing: act === 'replace' };
  if (act === 'unassign') return { act, assigneeIds: n === 0 ? null : [person] };
  if (act === 'status') return { act, statusId: at(world.statuses, n) };
  if (act === 'project') return { act, projectId: at(world.projects, n) };
  if (act === 'noProject') return { act: 'project', projectId: null };
  const label = [at(world.labels, n)];
  return { act: 'labels', add: act === 'labels' ? label : [], remove: act === 'labels' ? [] : label };
}

const target = (world: World, indexes: readonly number[]) => ({
  kind: 'keys',
  keys: [...new Set(indexes.map((one) => at(world.tasks, one).key))],
});
const act = <T>(tool: string, from: fc.Arbitrary<T>, input: (world: World, given: T) => object) =>
  from.map((given): Act => ({
    tool,
    input: (world) => input(world, given),
    text: `${tool} ${JSON.stringify(given)}`,
  }));
const indexes = fc.array(index, { minLength: 1, maxLength: 3 });
const drafts = fc.array(fc.record({ title: word, dueDate: day }), { minLength: 1, maxLength: 3 });
const ends = fc.constantFrom('archive', 'delete', 'rename');

/** Random sequences of calls to all writing tools. */
export const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: act('updateTasks', fc.tuple(indexes, change), (world, [on, wanted]) => ({
        target: target(world, on),
        change: wanted,
      })),
    },
    {
      weight: 3,
      arbitrary: act('updateTasks', fc.tuple(indexes, named), (world, [on, wanted]) => ({
        target: target(world, on),
        change: nameChange(world, wanted),
      })),
    },
    act('createTasks', drafts, (world, tasks) => ({
      tasks: tasks.map((one) => ({ ...one, projectId: at(world.projects, 0) })),
    })),
    act('addComment', fc.tuple(indexes, word), (world, [on, text]) => ({ target: target(world, on), text })),
    act('linkTasks', fc.tuple(index, index, fc.boolean()), (world, [on, by, isBlocked]) => ({
      target: target(world, [on]),
      blockedBy: [at(world.tasks, by).key],
      isBlocked,
    })),
    act('createProject', word, (_world, name) => ({ name })),
    act('createLabel', word, (_world, name) => ({ name })),
    act('planProject', fc.tuple(word, drafts), (_world, [name, tasks]) => ({ name, goal: 'Go', tasks })),
    act('draftDocument', fc.tuple(word, word), (_world, [title, markdown]) => ({ title, markdown })),
    act('deleteTasks', indexes, (world, on) => ({ target: target(world, on) })),
    act('changeProject', fc.tuple(index, ends, word), (world, [on, end, name]) => ({
      projectId: at(world.projects, on),
      change: end === 'rename' ? { act: end, name } : { act: end },
    })),
    act('changeDocument', fc.tuple(index, ends, word), (world, [on, end, title]) => ({
      documentId: at(world.documents, on),
      change: end === 'rename' ? { act: end, title } : { act: end },
    })),
  ),
  { minLength: 1, maxLength: 3 },
);

/** Edits with values that no tool call sets, to distinguish them from the assistant's changes after an undo. */
export const edits: fc.Arbitrary<Edit | null> = fc.option(
  fc.record({
    task: index,
    fields: fc.constantFrom<Fields>(
      { title: 'By a teammate' },
      { dueDate: '2031-01-01' },
      { priority: 'urgent' },
      { estimate: 77 },
    ),
  }),
  { freq: 2 },
);
