import type { CustomField } from '@hearth/contracts/custom-fields';
import {
  changeValues,
  FAULT_WORDS,
  readFieldValue,
  type FieldValue,
  type FieldValues,
} from '@hearth/contracts/custom-field-values';
import { listWhoMaySee } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { AppError, notFoundAt } from '#platform/errors.ts';

/** Changes of values as a request names them. */
export type AskedValues = Readonly<Record<string, unknown>>;

/** What is asked of one task. */
export interface ValueWish {
  /** Where the task is, or will be. */
  projectId: string | null;
  held: FieldValues;
  asked: AskedValues | undefined;
  /** Where in the body the value of a field stands. */
  pathOf: (fieldId: string) => string;
}

/**
 * What each of the tasks holds after the change, in their order. Each value is checked by its field, and people by whether
 * they see the task; who was named before may have lost sight of it since.
 * @param fields those that are named; held
 * @throws AppError NOT_FOUND or INVALID_REQUEST naming the first value that cannot be
 */
export async function chooseValues(
  command: Command,
  fields: ReadonlyMap<string, CustomField>,
  wishes: readonly ValueWish[],
): Promise<FieldValues[]> {
  const seeing = new Map<string, boolean>();
  const chosen: FieldValues[] = [];
  for (const { projectId, held, asked, pathOf } of wishes) {
    const changes: Record<string, FieldValue | null> = {};
    for (const [fieldId, given] of Object.entries(asked ?? {})) {
      const field = fields.get(fieldId);
      if (field === undefined) throw notFoundAt(pathOf(fieldId), 'field');
      const value = readValue(field, given, held[fieldId], pathOf(fieldId));
      changes[fieldId] = value;
      if (field.type !== 'person' || value === null || value === held[fieldId]) continue;
      const name = `${projectId ?? ''}/${String(value)}`;
      const sees = seeing.get(name) ?? (await maySee(command, projectId, String(value)));
      seeing.set(name, sees);
      if (!sees) throw notFoundAt(pathOf(fieldId), 'member who sees this task');
    }
    chosen.push(changeValues(held, changes));
  }
  return chosen;
}

async function maySee(command: Command, projectId: string | null, userId: string): Promise<boolean> {
  const [one] = await listWhoMaySee(command.tx, command.teamId, projectId, [userId]);
  return one !== undefined;
}

function readValue(
  field: CustomField,
  given: unknown,
  held: FieldValue | undefined,
  path: string,
): FieldValue | null {
  // An option that is not offered any more stays where it was chosen, and may come back there by undoing.
  if (held !== undefined && JSON.stringify(held) === JSON.stringify(given)) return held;
  const read = readFieldValue(field, given);
  if ('value' in read) return read.value;
  const message = FAULT_WORDS[read.fault];
  throw new AppError('INVALID_REQUEST', `“${field.name}” ${message}.`, { errors: [{ path, message }] });
}
