import { dayOf, isOver, type Present } from '@hearth/contracts/core/moment-values';
import type { SyncRows } from '@hearth/contracts/sync';
import type { Lists, TeamStore, View } from '#platform/sync/index.ts';
import { readerZone } from '#ui/format/reader.ts';
import { isBlocked } from '#features/tasks/relations/blocked-tasks.ts';
import { personalOf } from '#features/tasks/reminders/personal-task.data.ts';
import { comparePressing } from '#features/tasks/model/task-views.ts';
import { isTaken, relationsByTask } from '#features/tasks/model/tasks.data.ts';

type Task = SyncRows['task'];

/** The sections of My work, in display order. */
export const SECTIONS = [
  'overdue',
  'today',
  'upcoming',
  'undated',
  'blocked',
  'waiting',
  'delegated',
  'snoozed',
] as const;
export type Section = (typeof SECTIONS)[number];

const NO_IDS: readonly string[] = [];

/**
 * A user's tasks: assigned tasks, grouped by due date or blocked; other users' tasks that wait for the user's tasks; and tasks that the
 * user delegated. Snoozed tasks have a section of their own. Each task is in exactly one section. Follows changes to tasks, their relations
 * and the user's personal state.
 */
export class MyWork implements Lists {
  #store: TeamStore;
  #present: Present;
  #assigned: View<'task'>;
  #given: View<'task'>;
  #lists = new Map<Section, readonly string[]>();
  #listeners = new Map<string, Set<() => void>>();
  #stop: (() => void) | null = null;

  constructor(store: TeamStore, present: Present) {
    const me = store.userId;
    this.#store = store;
    this.#present = present;
    const isOpen = (task: Task): boolean => task.closedAt === null && isTaken(task);
    this.#assigned = store.idleView({
      entity: 'task',
      filter: (task) => isOpen(task) && task.assigneeIds.includes(me),
      compare: () => 0,
    });
    this.#given = store.idleView({
      entity: 'task',
      filter: (task) =>
        isOpen(task) &&
        (task.reporterId ?? task.createdBy) === me &&
        task.assigneeIds.length > 0 &&
        !task.assigneeIds.includes(me),
      compare: () => 0,
    });
    this.#sort();
  }

  ids(section: string): readonly string[] {
    return this.#lists.get(section as Section) ?? NO_IDS;
  }

  subscribe(section: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(section) ?? new Set();
    this.#listeners.set(section, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  attach(): void {
    this.#assigned.attach();
    this.#given.attach();
    this.#stop = this.#store.subscribeSteps(() => this.#notify(this.#sort()));
    this.#notify(this.#sort());
  }

  /** Sets the current time. Further tasks may have become overdue since the last call. */
  refresh(now: string): void {
    this.#present = { ...this.#present, now };
    this.#notify(this.#sort());
  }

  dispose(): void {
    this.#stop?.();
    this.#assigned.dispose();
    this.#given.dispose();
  }

  /** Re-sorts all tasks. This is cheap because a user has few tasks. Returns the sections that changed. */
  #sort(): Section[] {
    const sections = new Map<Section, Task[]>(SECTIONS.map((section) => [section, []]));
    const seen = new Set<string>();
    const put = (section: Section, task: Task): void => {
      if (seen.has(task.id)) return;
      seen.add(task.id);
      const until = personalOf(this.#store, task.id).snoozedUntil;
      sections.get(until !== null && until > this.#present.today ? 'snoozed' : section)?.push(task);
    };
    const assigned = this.#rows(this.#assigned);
    for (const task of assigned)
      put(isBlocked(this.#store, task.id) ? 'blocked' : sectionByDate(task, this.#present), task);
    for (const task of assigned) for (const waiting of this.#waitingFor(task)) put('waiting', waiting);
    for (const task of this.#rows(this.#given)) put('delegated', task);

    const changed: Section[] = [];
    for (const [section, tasks] of sections) {
      const ids = tasks.sort((a, b) => this.#compare(a, b)).map(({ id }) => id);
      const old = this.ids(section);
      if (ids.length === old.length && ids.every((id, at) => id === old[at])) continue;
      this.#lists.set(section, ids);
      changed.push(section);
    }
    return changed;
  }

  #rows(view: View<'task'>): Task[] {
    return view
      .ids()
      .flatMap((id) => this.#store.row('task', id) ?? [])
      .filter((task) => this.#isLive(task));
  }

  /** Whether a task is not in an archived project. */
  #isLive({ projectId }: Task): boolean {
    return (this.#store.row('project', projectId ?? '')?.archivedAt ?? null) === null;
  }

  #relationsOf(taskId: string): SyncRows['relation'][] {
    return relationsByTask(this.#store)
      .ids(taskId)
      .flatMap((id) => this.#store.row('relation', id) ?? []);
  }

  /** Returns the open tasks that the given task blocks and that are not assigned to the user. */
  #waitingFor({ id }: Task): Task[] {
    return this.#relationsOf(id).flatMap(({ kind, fromId, toId }) => {
      const other = this.#store.row('task', toId);
      const isWaiting =
        kind === 'blocks' &&
        fromId === id &&
        other?.closedAt === null &&
        isTaken(other) &&
        this.#isLive(other);
      return isWaiting && !other.assigneeIds.includes(this.#store.userId) ? [other] : [];
    });
  }

  /** Sorts tasks with a personal position first and all others by date. */
  #compare(a: Task, b: Task): number {
    const [one, other] = [personalOf(this.#store, a.id).position, personalOf(this.#store, b.id).position];
    if (one !== null && other !== null && one !== other) return one < other ? -1 : 1;
    if ((one === null) !== (other === null)) return one === null ? 1 : -1;
    return comparePressing(a, b) || (a.id < b.id ? -1 : 1);
  }

  #notify(sections: readonly Section[]): void {
    for (const section of sections) for (const listener of this.#listeners.get(section) ?? []) listener();
  }
}

/**
 * Returns the section for a task that is not blocked. A task whose start date has come is listed under Today even if it is due much later.
 */
function sectionByDate({ dueDate, startDate }: Task, present: Present): Section {
  if (dueDate !== null && isOver(dueDate, present)) return 'overdue';
  const [zone, { today }] = [readerZone(), present];
  const isDueToday = dueDate !== null && dayOf(dueDate, zone) === today;
  if (isDueToday || (startDate !== null && dayOf(startDate, zone) <= today)) return 'today';
  return dueDate === null && startDate === null ? 'undated' : 'upcoming';
}
