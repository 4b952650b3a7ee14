import { MEMBER_WITH_ACCESS } from '@hearth/contracts/core/errors';
import { isSame } from '@hearth/contracts/core/same';
import type { CustomField } from '@hearth/contracts/custom-fields/custom-fields';
import {
  changeValues,
  FIELD_FAULT_MESSAGES,
  readFieldValue,
  type FieldValue,
  type FieldValues,
} from '@hearth/contracts/custom-fields/custom-field-values';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { listMembersWithAccess, visibleTo } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { AppError, invalidField, notFoundAt } from '#platform/errors.ts';
import { listVisible, type Links } from './task-links.queries.ts';

/** Value patches of a request, by field id. */
type RequestedValues = Readonly<Record<string, unknown>>;

/** The requested changes to the values of one task. */
interface ValueRequest {
  taskId: string;
  /** The project of the task after the change. */
  projectId: string | null;
  /** The current values, including links that the caller may not see. */
  current: FieldValues;
  requested: RequestedValues | undefined;
  /** The path of a field's value in the body. */
  pathOf: (fieldId: string) => string;
}

interface ChosenValues {
  /** The values of the task after the change. */
  custom: FieldValues;
  /** The new links of the requested relation fields, including existing hidden ones. Links are written separately. */
  links: Links;
}

/**
 * Chooses the values of each task after the change, in order. Each value is validated against its field: users must be able to see the
 * task, and the caller must be able to see newly linked tasks. Existing values are not checked again because their users may have lost
 * access. Existing links that the caller may not see are kept.
 * @param fields the requested fields; locked
 * @throws AppError NOT_FOUND or INVALID_REQUEST naming the first invalid value
 */
export async function chooseValues(
  command: Command,
  actor: Actor,
  fields: ReadonlyMap<string, CustomField>,
  requests: readonly ValueRequest[],
): Promise<ChosenValues[]> {
  const seeing = new Map<string, boolean>();
  const seen = await findVisibleLinks(command, actor, fields, requests);
  const chosen: ChosenValues[] = [];
  for (const { taskId, projectId, current, requested, pathOf } of requests) {
    const changes: Record<string, FieldValue | null> = {};
    const links: Links = {};
    for (const [fieldId, given] of Object.entries(requested ?? {})) {
      const field = fields.get(fieldId);
      if (field === undefined) throw notFoundAt(pathOf(fieldId), 'a field of this team');
      const value = readValue(field, given, current[fieldId], pathOf(fieldId));
      changes[fieldId] = value;
      if (field.type === 'relation') {
        const named = listNamed(value);
        if (named.includes(taskId)) throw invalidField(pathOf(fieldId), 'can’t include the task itself');
        if (!named.every((id) => seen.has(id)))
          throw notFoundAt(pathOf(fieldId), 'a task you have access to');
        const hidden = listNamed(current[fieldId]).filter((id) => !seen.has(id));
        links[fieldId] = [...named, ...hidden].toSorted();
        changes[fieldId] = links[fieldId].length === 0 ? null : links[fieldId];
      }
      if (field.type !== 'person' || value === null || value === current[fieldId]) continue;
      const name = `${projectId ?? ''}/${String(value)}`;
      const sees = seeing.get(name) ?? (await maySee(command, projectId, String(value)));
      seeing.set(name, sees);
      if (!sees) throw notFoundAt(pathOf(fieldId), MEMBER_WITH_ACCESS);
    }
    chosen.push({ custom: changeValues(current, changes), links });
  }
  return chosen;
}

/** Finds the tasks that are linked in the changed fields, before or after the change, and that the caller may see. */
async function findVisibleLinks(
  { tx }: Command,
  actor: Actor,
  fields: ReadonlyMap<string, CustomField>,
  requests: readonly ValueRequest[],
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const { current, requested } of requests) {
    for (const [fieldId, given] of Object.entries(requested ?? {})) {
      const field = fields.get(fieldId);
      if (field?.type !== 'relation') continue;
      const read = readFieldValue(field, given);
      for (const id of listNamed('value' in read ? read.value : null)) ids.add(id);
      for (const id of listNamed(current[fieldId])) ids.add(id);
    }
  }
  return await listVisible(tx, [...ids], visibleTo(actor));
}

function listNamed(value: FieldValue | null | undefined): string[] {
  return Array.isArray(value) ? value : [];
}

/** Returns whether any value is a list. Lists may contain linked tasks, which the log filters by each reader's access. */
export function hasLists(custom: FieldValues): boolean {
  return Object.values(custom).some((value) => Array.isArray(value));
}

async function maySee(command: Command, projectId: string | null, userId: string): Promise<boolean> {
  const [one] = await listMembersWithAccess(command.tx, projectId, [userId]);
  return one !== undefined;
}

function readValue(
  field: CustomField,
  given: unknown,
  current: FieldValue | undefined,
  path: string,
): FieldValue | null {
  // Accept an unchanged value without validation: a removed option remains on the tasks that use it.
  const isUnchanged = current !== undefined && isSame(current, given);
  if (isUnchanged && field.type !== 'relation') return current;
  const read = readFieldValue(field, given);
  if ('value' in read) return read.value;
  const message = FIELD_FAULT_MESSAGES[read.fault];
  throw new AppError('INVALID_REQUEST', `“${field.name}” ${message}.`, { errors: [{ path, message }] });
}
