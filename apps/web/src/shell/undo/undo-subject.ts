import type { SyncEntity } from '@hearth/contracts/sync-values';
import type { Fields, TeamStore, UndoneRow } from '#platform/sync/index.ts';

/** The subject of an undo, however many rows it touched. */
export interface UndoSubject {
  entity: SyncEntity;
  /** Tasks that were moved along with their own are not counted. */
  count: number;
  /** Whether all of them came, went, or stayed. */
  way: 'came' | 'went' | 'stayed';
  /** Of one alone; null where it has no name, and says of no task that has one. */
  name: string | null;
  /** The one task that was changed, or that something was changed of, if it is there. */
  taskId: string | null;
}

/** Characters of a name that a toast shows. */
const LONGEST_NAME = 48;

/** An act that touches several kinds of rows is about the first of these. */
const BY_WEIGHT: readonly SyncEntity[] = [
  'project',
  'milestone',
  'cycle',
  'taskType',
  'field',
  'status',
  'template',
  'view',
  'comment',
  'checklistItem',
  'attachment',
  'timeEntry',
  'relation',
  'task',
];

/** Finds the subject of what was undone or redone; null where nothing was. */
export function findSubject(store: TeamStore, turned: readonly UndoneRow[]): UndoSubject | null {
  // A label that was made while it was put on a task is not what the act was for.
  const beside = turned.filter(({ entity }) => entity !== 'label');
  const rows = beside.length > 0 ? beside : turned;
  const moved = rows.filter(({ before, after }) => before === undefined || after === undefined);
  // Where something came or went, other rows were changed because of it.
  const [heaviest] = (moved.length > 0 ? moved : rows).toSorted((a, b) => weigh(a) - weigh(b));
  if (heaviest === undefined) return null;
  const way = wayOf(heaviest);
  const all = rows.filter((row) => row.entity === heaviest.entity && wayOf(row) === way);
  const ids = new Set(all.map(({ id }) => id));
  const tops = all.filter((row) => {
    const parentId = fieldsOf(row)['parentId'];
    return way === 'stayed' || typeof parentId !== 'string' || !ids.has(parentId);
  });
  const top = tops[0] ?? heaviest;
  const taskIds = new Set(tops.map(taskOf));
  const [taskId] = taskIds;
  const isAboutOne = tops.length === 1;
  return {
    entity: top.entity,
    count: tops.length,
    way,
    name: isAboutOne ? nameRow(store, top) : null,
    taskId: isAboutOne && typeof taskId === 'string' && isThere(store, taskId) ? taskId : null,
  };
}

/** As much of a name as a toast has room for, whole words where it can be. */
export function shortenName(name: string): string {
  const letters = Array.from(name.trim());
  if (letters.length <= LONGEST_NAME) return letters.join('');
  const start = letters.slice(0, LONGEST_NAME).join('');
  const cut = start.lastIndexOf(' ');
  return `${(cut > LONGEST_NAME / 2 ? start.slice(0, cut) : start).trimEnd()}…`;
}

function weigh({ entity }: UndoneRow): number {
  const place = BY_WEIGHT.indexOf(entity);
  return place === -1 ? BY_WEIGHT.length : place;
}

function wayOf({ before, after }: UndoneRow): UndoSubject['way'] {
  return before === undefined ? 'came' : after === undefined ? 'went' : 'stayed';
}

function fieldsOf({ before, after }: UndoneRow): Fields {
  return after ?? before ?? {};
}

/** The task that a row is, or says something of; what is the person's own has the id of what it is about. */
function taskOf(row: UndoneRow): string | null {
  const { taskId, fromId } = fieldsOf(row);
  if (row.entity === 'task' || row.entity === 'ownTask') return row.id;
  return [taskId, fromId].find((id) => typeof id === 'string') ?? null;
}

function isThere(store: TeamStore, taskId: string): boolean {
  return store.row('task', taskId) !== undefined;
}

function nameRow(store: TeamStore, row: UndoneRow): string | null {
  const about =
    store.row('task', taskOf(row) ?? '') ?? store.row('project', row.id) ?? store.row('view', row.id);
  const { title, name } = { ...about, ...fieldsOf(row) } as Fields;
  const words = [title, name].find((text) => typeof text === 'string' && text.trim() !== '');
  return words === undefined ? null : shortenName(words as string);
}
