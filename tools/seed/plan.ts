import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import type { Priority } from '@hearth/contracts/model/task-values';
import { makeKeyAfter } from '#api/platform/order-keys.ts';
import type { Random } from './random.ts';
import { makeDescription, makeRemark, makeTitle, type Theme } from './words.ts';

/** An event in the history of a team. It is either replayed through the API or written in bulk with the same result. */
export type SeedEvent =
  | {
      kind: 'create';
      at: Date;
      userId: string;
      id: string;
      title: string;
      descriptionDoc: RichText;
      projectId: string | null;
      statusId: string;
      priority: Priority;
      assigneeIds: string[];
      dueDate: string | null;
      position: string;
    }
  | { kind: 'move'; at: Date; userId: string; taskId: string; statusId: string; position: string }
  | { kind: 'comment'; at: Date; userId: string; taskId: string; id: string; body: string };

interface PlanSettings {
  random: Random;
  tasks: number;
  from: Date;
  to: Date;
  projects: readonly { id: string; theme: Theme }[];
  /** Possible assignees. */
  userIds: readonly string[];
  statusIds: Readonly<Record<SeedStatus, string>>;
  hasComments: boolean;
}

export const SEED_STATUSES = ['Backlog', 'To do', 'In progress', 'In review', 'Done', 'Cancelled'] as const;
export type SeedStatus = (typeof SEED_STATUSES)[number];

const DAY_MS = 86_400_000;
const PRIORITIES: readonly Priority[] = ['none', 'none', 'none', 'low', 'medium', 'medium', 'high', 'urgent'];
/** Sequences of statuses that tasks go through, up to the final one, with the share of tasks that take each. */
const STATUS_PATHS: readonly (readonly [share: number, statuses: readonly SeedStatus[]])[] = [
  [0.16, ['Backlog']],
  [0.2, ['To do']],
  [0.1, ['To do', 'In progress']],
  [0.05, ['To do', 'In progress', 'In review']],
  [0.3, ['To do', 'In progress', 'Done']],
  [0.14, ['To do', 'Done']],
  [0.05, ['Backlog', 'Cancelled']],
];

/** Generates the events in chronological order. */
export function planEvents(settings: PlanSettings): SeedEvent[] {
  const { random, from, to } = settings;
  const events: SeedEvent[] = [];
  const span = to.getTime() - from.getTime();
  for (let n = 0; n < settings.tasks; n += 1) {
    // The square root makes recent tasks more frequent than old ones.
    const at = new Date(
      from.getTime() + Math.floor(Math.sqrt((n + random.next()) / settings.tasks) * span * 0.98),
    );
    events.push(...planTask(settings, at));
  }
  events.sort((a, b) => a.at.getTime() - b.at.getTime());
  placeInColumns(events);
  return events;
}

function planTask(settings: PlanSettings, at: Date): SeedEvent[] {
  const { random, projects, userIds, statusIds, to } = settings;
  const project = random.next() < 0.04 ? null : random.pick(projects);
  const theme = project?.theme ?? random.pick(projects).theme;
  const [first, ...then] = pickStatuses(random);
  const userId = random.pick(userIds);
  const assigneeIds = new Set<string>();
  for (let chance = 0.75; random.next() < chance; chance /= 4) assigneeIds.add(random.pick(userIds));
  const dueDate = new Date(at.getTime() + (2 + random.below(40)) * DAY_MS);
  const taskId = random.uuid(at);
  const events: SeedEvent[] = [
    {
      kind: 'create',
      at,
      userId,
      id: taskId,
      title: makeTitle(random, theme),
      descriptionDoc: makeDescription(random),
      projectId: project?.id ?? null,
      statusId: statusIds[first],
      priority: random.pick(PRIORITIES),
      assigneeIds: [...assigneeIds].sort(),
      dueDate: random.next() < 0.45 ? dueDate.toISOString().slice(0, 10) : null,
      position: '',
    },
  ];
  let moment = at.getTime();
  for (const status of then) {
    moment += Math.ceil(random.next() * Math.min(9 * DAY_MS, (to.getTime() - moment) * 0.6));
    const mover = [...assigneeIds][0] ?? userId;
    const statusId = statusIds[status];
    events.push({ kind: 'move', at: new Date(moment), userId: mover, taskId, statusId, position: '' });
    if (settings.hasComments && random.next() < 0.4) {
      const commentedAt = new Date(moment + 60_000);
      if (commentedAt < to) {
        const id = random.uuid(commentedAt);
        events.push({
          kind: 'comment',
          at: commentedAt,
          userId: mover,
          taskId,
          id,
          body: makeRemark(random),
        });
      }
    }
  }
  return events;
}

function pickStatuses(random: Random): readonly [SeedStatus, ...SeedStatus[]] {
  let left = random.next();
  for (const [share, statuses] of STATUS_PATHS) {
    left -= share;
    if (left < 0) return statuses as [SeedStatus, ...SeedStatus[]];
  }
  return ['To do'];
}

/** Appends each task to the end of its column, as the app does by default. */
function placeInColumns(events: readonly SeedEvent[]): void {
  const lastOf = new Map<string, string>();
  const projectOf = new Map<string, string | null>();
  for (const event of events) {
    if (event.kind === 'comment') continue;
    if (event.kind === 'create') projectOf.set(event.id, event.projectId);
    const projectId = event.kind === 'create' ? event.projectId : projectOf.get(event.taskId);
    const column = `${projectId} ${event.statusId}`;
    event.position = makeKeyAfter(lastOf.get(column) ?? null);
    lastOf.set(column, event.position);
  }
}
