import type { SyncEntity } from '@hearth/contracts/sync-values';
import type { Fields, TeamStore, UndoneRow } from '#platform/sync/index.ts';

/** The subject of an undo. An undo may affect any number of rows. */
export interface UndoSubject {
  entity: SyncEntity;
  /** Number of affected objects. Tasks that were moved along with their parent are not counted. */
  count: number;
  /** Whether the objects were added, removed or changed. */
  change: 'restored' | 'removed' | 'edited';
  /** The name of a single object. Null if neither it nor its task has a name. */
  name: string | null;
  /** The only task that was changed or whose sub-items were changed, if it exists. */
  taskId: string | null;
}

/** Maximum length of a name in a toast. */
const LONGEST_NAME = 48;

/** Entities by priority. The first entity that an action affects is its subject. */
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

/** Finds the subject of an undo or redo. Returns null if no row changed. */
export function findSubject(store: TeamStore, turned: readonly UndoneRow[]): UndoSubject | null {
  // A label created while adding it to a task is not the subject.
  const beside = turned.filter(({ entity }) => entity !== 'label');
  const rows = beside.length > 0 ? beside : turned;
  const moved = rows.filter(({ before, after }) => before === undefined || after === undefined);
  // If rows were added or removed, changes to other rows are side effects.
  const [heaviest] = (moved.length > 0 ? moved : rows).toSorted((a, b) => weigh(a) - weigh(b));
  if (heaviest === undefined) return null;
  const changeKind = changeKindOf(heaviest);
  const all = rows.filter((row) => row.entity === heaviest.entity && changeKindOf(row) === changeKind);
  const ids = new Set(all.map(({ id }) => id));
  const tops = all.filter((row) => {
    const parentId = fieldsOf(row)['parentId'];
    return changeKind === 'edited' || typeof parentId !== 'string' || !ids.has(parentId);
  });
  const top = tops[0] ?? heaviest;
  const taskIds = new Set(tops.map(taskOf));
  const [taskId] = taskIds;
  const isAboutOne = tops.length === 1;
  return {
    entity: top.entity,
    count: tops.length,
    change: changeKind,
    name: isAboutOne ? nameRow(store, top) : null,
    taskId: isAboutOne && typeof taskId === 'string' && taskExists(store, taskId) ? taskId : null,
  };
}

/** Truncates a name for a toast. Truncates at a word boundary if possible. */
export function shortenName(name: string): string {
  const letters = Array.from(name.trim());
  if (letters.length <= LONGEST_NAME) return letters.join('');
  const start = letters.slice(0, LONGEST_NAME).join('');
  const cut = start.lastIndexOf(' ');
  return `${(cut > LONGEST_NAME / 2 ? start.slice(0, cut) : start).trimEnd()}…`;
}

function weigh({ entity }: UndoneRow): number {
  const rank = BY_WEIGHT.indexOf(entity);
  return rank === -1 ? BY_WEIGHT.length : rank;
}

function changeKindOf({ before, after }: UndoneRow): UndoSubject['change'] {
  return before === undefined ? 'restored' : after === undefined ? 'removed' : 'edited';
}

function fieldsOf({ before, after }: UndoneRow): Fields {
  return after ?? before ?? {};
}

/** Returns the task that a row is or belongs to. The user's private rows have the id of their subject. */
function taskOf(row: UndoneRow): string | null {
  const { taskId, fromId } = fieldsOf(row);
  if (row.entity === 'task' || row.entity === 'ownTask') return row.id;
  return [taskId, fromId].find((id) => typeof id === 'string') ?? null;
}

function taskExists(store: TeamStore, taskId: string): boolean {
  return store.row('task', taskId) !== undefined;
}

function nameRow(store: TeamStore, row: UndoneRow): string | null {
  const about =
    store.row('task', taskOf(row) ?? '') ?? store.row('project', row.id) ?? store.row('view', row.id);
  const { title, name } = { ...about, ...fieldsOf(row) } as Fields;
  const filled = [title, name].find((text) => typeof text === 'string' && text.trim() !== '');
  return filled === undefined ? null : shortenName(filled as string);
}
