import { isPlain, isSameDoc, writeRichText } from '@hearth/contracts/rich-text/plain-text-values';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { LIMITS } from '@hearth/contracts/core/limits';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { AppError, invalidField } from '#platform/errors.ts';
import { mergeDescriptions, type DescriptionText } from './description-versions.ts';

type Description = Pick<Task, 'description' | 'descriptionDoc' | 'descriptionVersion'>;

interface DescriptionInput {
  description?: string | undefined;
  descriptionDoc?: RichText | undefined;
}

interface Change extends DescriptionInput {
  descriptionBase?: string | null | undefined;
  descriptionVersion?: string | undefined;
}

export function makeDescription(given: DescriptionInput): Description {
  return { ...(read(given) ?? { description: '', descriptionDoc: null }), descriptionVersion: null };
}

/**
 * Returns the description after a change.
 * @param base the version that the change is based on. Changes made since are merged. Null to overwrite the current description
 * @throws AppError CONFLICT if `descriptionBase` is stale or the change conflicts with changes since `base`, INVALID_REQUEST if both
 * formats are given or the merged text is too long
 */
export function changeDescription(
  locked: Description,
  change: Change,
  newId: () => string,
  base: DescriptionText | null = null,
): Description {
  const { description, descriptionDoc, descriptionVersion } = locked;
  const given = read(change);
  const wanted = given === null || base === null ? given : mergeInto(locked, given, base);
  const isSame =
    wanted === null ||
    (wanted.description === description && isSameDoc(wanted.descriptionDoc, descriptionDoc));
  if (isSame) return { description, descriptionDoc, descriptionVersion };
  const { descriptionBase } = change;
  if (descriptionBase !== undefined && descriptionBase !== descriptionVersion) {
    const message = 'isn’t the current version: someone else has changed the description';
    throw new AppError('CONFLICT', `descriptionBase ${message}.`, {
      errors: [{ path: 'descriptionBase', message }],
    });
  }
  return { ...wanted, descriptionVersion: change.descriptionVersion ?? newId() };
}

function mergeInto(locked: Description, given: DescriptionText, base: DescriptionText): DescriptionText {
  const merged = mergeDescriptions(base, locked, given);
  if (merged === null)
    throw new AppError('CONFLICT', 'Someone else changed the same part: read the task again.');
  const text = read(merged) ?? given;
  const { taskDescription: most } = LIMITS;
  if (text.description.length > most)
    throw invalidField('description', `must be ${most} characters or fewer with what others have written`);
  return text;
}

/** Converts a given description to its stored form. Returns null if none is given. */
function read({
  description,
  descriptionDoc,
}: DescriptionInput): Omit<Description, 'descriptionVersion'> | null {
  if (descriptionDoc === undefined) {
    return description === undefined ? null : { description, descriptionDoc: null };
  }
  if (description !== undefined) throw invalidField('descriptionDoc', 'can’t be combined with description');
  return {
    description: writeRichText(descriptionDoc),
    descriptionDoc: isPlain(descriptionDoc) ? null : descriptionDoc,
  };
}
