import { isSame } from '@hearth/contracts/core/same';
import type { Label } from '@hearth/contracts/labels/labels';
import { AppError } from '#platform/errors.ts';
import type { CallRoute } from '#platform/http/call-route.ts';
import { readPages } from '#platform/http/read-pages.ts';
import type { Fields } from './proposal-draft.ts';

export type EntityKind = 'task' | 'project' | 'document';

/** Writable fields of each kind of object, which an undo can restore. */
const SETTABLE: Record<EntityKind, readonly string[]> = {
  task: [
    'title',
    'description',
    'descriptionDoc',
    'projectId',
    'statusId',
    'priority',
    'assigneeIds',
    'watcherIds',
    'labelIds',
    'startDate',
    'dueDate',
    'estimate',
    'repeat',
    'reporterId',
    'typeId',
    'milestoneId',
    'custom',
    'cycleId',
    'triage',
    'parentId',
    'siblingPosition',
    'position',
  ],
  project: ['name', 'description', 'color', 'leadId', 'startDate', 'targetDate', 'health'],
  document: ['title', 'icon', 'parentId', 'projectId'],
};

/** Fields that never cause a conflict: the position in a list, and the watchers. */
const ORDER_FIELDS: ReadonlySet<string> = new Set(['position', 'siblingPosition', 'watcherIds']);

/** Reads an object with all its fields except a document's rich text. Returns null if it is deleted, or not visible to this user. */
export async function readEntity(call: CallRoute, kind: EntityKind, id: string): Promise<Fields | null> {
  try {
    if (kind === 'task') return (await call('tasks.get', { params: { taskId: id } })).task;
    if (kind === 'project') return (await call('projects.get', { params: { projectId: id } })).project;
    const { content: _content, ...document } = (await call('documents.get', { params: { documentId: id } }))
      .document;
    return document;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** Lists all labels of the team. */
export async function listLabels(call: CallRoute): Promise<Label[]> {
  const pages = await readPages(async (query) => await call('labels.list', { query }));
  return pages.flatMap((page) => page.labels);
}

/** Returns the fields that differ, with their old and new values. */
export function compare(kind: EntityKind, was: Fields, is: Fields): { old: Fields; now: Fields } {
  const names = SETTABLE[kind].filter((name) => !isSame(was[name], is[name]));
  return { old: pick(was, names), now: pick(is, names) };
}

/** Returns the fields that have changed since the given snapshot, except `ORDER_FIELDS`. */
export function listEdited(kind: EntityKind, written: Fields, is: Fields): string[] {
  const names = [...SETTABLE[kind], ...(kind === 'document' ? ['text'] : [])];
  return names.filter(
    (name) => !ORDER_FIELDS.has(name) && name in written && !isSame(written[name], is[name]),
  );
}

/** Takes a snapshot of a created object. */
export function remember(kind: EntityKind, is: Fields): Fields {
  return pick(is, [...SETTABLE[kind], ...(kind === 'document' ? ['text'] : [])]);
}

/**
 * Computes the field changes that restore an object. Fields that have been changed since keep their values. Custom fields are compared
 * value by value.
 */
export function planRevert(
  { old, now }: { old: Fields; now: Fields },
  is: Fields,
): { fields: Fields; kept: string[] } {
  const fields: Fields = {};
  const kept: string[] = [];
  for (const [name, value] of Object.entries(old)) {
    if (name === 'custom') {
      const values = planValues(value as Fields, now[name] as Fields, is[name] as Fields);
      if (Object.keys(values.fields).length > 0) fields[name] = values.fields;
      kept.push(...values.kept);
    } else if (isSame(is[name], value)) continue;
    else if (isSame(is[name], now[name])) fields[name] = value;
    else if (!ORDER_FIELDS.has(name)) kept.push(name);
  }
  // Write a description either with formatting or as plain text, never both.
  if (fields['descriptionDoc'] === null) delete fields['descriptionDoc'];
  else if (fields['descriptionDoc'] !== undefined) delete fields['description'];
  return { fields, kept: kept.filter((name) => name !== 'descriptionDoc' || !kept.includes('description')) };
}

function planValues(old: Fields, now: Fields, is: Fields): { fields: Fields; kept: string[] } {
  const fields: Fields = {};
  const kept: string[] = [];
  for (const key of Object.keys({ ...old, ...now })) {
    const [was, written, current] = [old[key] ?? null, now[key] ?? null, is[key] ?? null];
    if (isSame(was, written) || isSame(current, was)) continue;
    if (isSame(current, written)) fields[key] = was;
    else kept.push(`custom.${key}`);
  }
  return { fields, kept };
}

function pick(from: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]]));
}
