import { isSame } from '@hearth/contracts/core/same';
import type { CustomField } from '@hearth/contracts/custom-fields/custom-fields';
import {
  changeValues,
  FAULT_WORDS,
  readFieldValue,
  type FieldValue,
  type FieldValues,
} from '@hearth/contracts/custom-fields/custom-field-values';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { listWhoMaySee, visibleTo } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { AppError, invalidField, notFoundAt } from '#platform/errors.ts';
import { listSeen, type Links } from './task-links.queries.ts';

/** Patches of values as a request names them. */
type AskedValues = Readonly<Record<string, unknown>>;

/** What is asked of one task. */
interface ValueWish {
  taskId: string;
  /** Where the task is, or will be. */
  projectId: string | null;
  /** With all the tasks that it names, whoever may see them. */
  held: FieldValues;
  asked: AskedValues | undefined;
  /** Where in the body the value of a field stands. */
  pathOf: (fieldId: string) => string;
}

interface ChosenValues {
  /** What the task holds after the change. */
  custom: FieldValues;
  /** Those of fields that name other tasks, as far as they were asked for: to be written by themselves. */
  links: Links;
}

/**
 * What each of the tasks holds after the change, in their order. Each value is checked by its field, people
 * by whether they see the task, and other tasks by whether the asker sees them; those who were named before
 * may be out of sight since, and what the asker may not see stays.
 * @param fields those that are named; locked
 * @throws AppError NOT_FOUND or INVALID_REQUEST naming the first value that cannot be
 */
export async function chooseValues(
  command: Command,
  actor: Actor,
  fields: ReadonlyMap<string, CustomField>,
  wishes: readonly ValueWish[],
): Promise<ChosenValues[]> {
  const seeing = new Map<string, boolean>();
  const seen = await findSeen(command, actor, fields, wishes);
  const chosen: ChosenValues[] = [];
  for (const { taskId, projectId, held, asked, pathOf } of wishes) {
    const changes: Record<string, FieldValue | null> = {};
    const links: Links = {};
    for (const [fieldId, given] of Object.entries(asked ?? {})) {
      const field = fields.get(fieldId);
      if (field === undefined) throw notFoundAt(pathOf(fieldId), 'a field of this team');
      const value = readValue(field, given, held[fieldId], pathOf(fieldId));
      changes[fieldId] = value;
      if (field.type === 'relation') {
        const named = listNamed(value);
        if (named.includes(taskId)) throw invalidField(pathOf(fieldId), 'can’t include the task itself');
        if (!named.every((id) => seen.has(id)))
          throw notFoundAt(pathOf(fieldId), 'a task you have access to');
        const hidden = listNamed(held[fieldId]).filter((id) => !seen.has(id));
        links[fieldId] = [...named, ...hidden].toSorted();
        changes[fieldId] = links[fieldId].length === 0 ? null : links[fieldId];
      }
      if (field.type !== 'person' || value === null || value === held[fieldId]) continue;
      const name = `${projectId ?? ''}/${String(value)}`;
      const sees = seeing.get(name) ?? (await maySee(command, projectId, String(value)));
      seeing.set(name, sees);
      if (!sees) throw notFoundAt(pathOf(fieldId), 'a member who can see this task');
    }
    chosen.push({ custom: changeValues(held, changes), links });
  }
  return chosen;
}

/** Of all tasks that are asked for or named already in the fields that are changed, those that the asker may see. */
async function findSeen(
  { tx }: Command,
  actor: Actor,
  fields: ReadonlyMap<string, CustomField>,
  wishes: readonly ValueWish[],
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const { held, asked } of wishes) {
    for (const [fieldId, given] of Object.entries(asked ?? {})) {
      const field = fields.get(fieldId);
      if (field?.type !== 'relation') continue;
      const read = readFieldValue(field, given);
      for (const id of listNamed('value' in read ? read.value : null)) ids.add(id);
      for (const id of listNamed(held[fieldId])) ids.add(id);
    }
  }
  return await listSeen(tx, [...ids], visibleTo(actor));
}

function listNamed(value: FieldValue | null | undefined): string[] {
  return Array.isArray(value) ? value : [];
}

/** Does a task hold lists? They may name other tasks, of which the log tells each reader those that they may see. */
export function hasLists(custom: FieldValues): boolean {
  return Object.values(custom).some((value) => Array.isArray(value));
}

async function maySee(command: Command, projectId: string | null, userId: string): Promise<boolean> {
  const [one] = await listWhoMaySee(command.tx, projectId, [userId]);
  return one !== undefined;
}

function readValue(
  field: CustomField,
  given: unknown,
  held: FieldValue | undefined,
  path: string,
): FieldValue | null {
  // An option that is not offered any more stays where it was chosen, and may come back there by undoing.
  const isHeld = held !== undefined && isSame(held, given);
  if (isHeld && field.type !== 'relation') return held;
  const read = readFieldValue(field, given);
  if ('value' in read) return read.value;
  const message = FAULT_WORDS[read.fault];
  throw new AppError('INVALID_REQUEST', `“${field.name}” ${message}.`, { errors: [{ path, message }] });
}
