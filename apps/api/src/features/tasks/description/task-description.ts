import { isPlain, isSameDoc, writeRichText } from '@hearth/contracts/rich-text/rich-text-words-values';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { AppError, invalidField } from '#platform/errors.ts';

type Description = Pick<Task, 'description' | 'descriptionDoc' | 'descriptionVersion'>;

interface Given {
  description?: string | undefined;
  descriptionDoc?: RichText | undefined;
}

interface Change extends Given {
  descriptionBase?: string | null | undefined;
  descriptionVersion?: string | undefined;
}

export function makeDescription(given: Given): Description {
  return { ...(read(given) ?? { description: '', descriptionDoc: null }), descriptionVersion: null };
}

/**
 * The description after a change.
 * @throws AppError CONFLICT (optimistic concurrency) when it was written from another one than is there,
 * which is left as it is
 */
export function changeDescription(locked: Description, change: Change, newId: () => string): Description {
  const { description, descriptionDoc, descriptionVersion } = locked;
  const wanted = read(change);
  const isSame =
    wanted === null ||
    (wanted.description === description && isSameDoc(wanted.descriptionDoc, descriptionDoc));
  if (isSame) return { description, descriptionDoc, descriptionVersion };
  const { descriptionBase: base } = change;
  if (base !== undefined && base !== descriptionVersion) {
    const message = 'isn’t the current version: someone else has changed the description';
    throw new AppError('CONFLICT', `descriptionBase ${message}.`, {
      errors: [{ path: 'descriptionBase', message }],
    });
  }
  return { ...wanted, descriptionVersion: change.descriptionVersion ?? newId() };
}

/** What is kept of a description; null = none is given. */
function read({ description, descriptionDoc }: Given): Omit<Description, 'descriptionVersion'> | null {
  if (descriptionDoc === undefined) {
    return description === undefined ? null : { description, descriptionDoc: null };
  }
  if (description !== undefined) throw invalidField('descriptionDoc', 'can’t be combined with description');
  return {
    description: writeRichText(descriptionDoc),
    descriptionDoc: isPlain(descriptionDoc) ? null : descriptionDoc,
  };
}
