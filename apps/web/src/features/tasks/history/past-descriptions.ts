import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { readPlainText, writeRichText } from '@hearth/contracts/rich-text/plain-text-values';
import type { PastChange } from './use-task-past.ts';

/** A change with details from other changes made by the same command. */
export type DetailedChange = PastChange & {
  /** For descriptions: the former formatted document. */
  oldDoc?: RichText | null;
  /** For declined tasks: the former status. */
  oldStatusId?: string;
};

/**
 * Merges changes to descriptions. The history stores the text and the formatting as two changes with the same sequence number, or as one
 * change if only one of them changed.
 * @param changes newest first
 * @param hasEarlier whether earlier changes are not loaded yet so that the second half of the last change may be missing
 */
export function joinDescriptions(changes: readonly PastChange[], hasEarlier: boolean): DetailedChange[] {
  const joined: DetailedChange[] = [];
  for (let at = 0; at < changes.length; at += 1) {
    const change = changes[at] as PastChange;
    if (change.field !== 'descriptionDoc') {
      joined.push(change);
      continue;
    }
    const oldDoc = change.old as RichText | null;
    const next = changes[at + 1];
    if (next?.field === 'description' && momentOf(next) === momentOf(change)) {
      joined.push({ ...next, oldDoc });
      at += 1;
    } else if (next !== undefined || !hasEarlier) {
      // Only the formatting has changed.
      const doc = (oldDoc ?? change.new) as RichText;
      const text = writeRichText(doc);
      joined.push({ ...change, field: 'description', old: text, new: text, oldDoc });
    }
  }
  return joined;
}

/** Returns the description before a change. Returns null for changes to other fields. */
export function findEarlier({ field, old, oldDoc }: DetailedChange): RichText | null {
  return field === 'description' && typeof old === 'string' ? (oldDoc ?? readPlainText(old)) : null;
}

/** Returns the log sequence number. Change ids have the format `<team log sequence>.<index within the command>`. */
function momentOf({ id }: PastChange): string {
  return id.slice(0, id.indexOf('.'));
}
