import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { readPlainText, writeRichText } from '@hearth/contracts/rich-text/rich-text-words-values';
import type { PastChange } from './use-task-past.ts';

/** A change, with what other lines of the same act say of it. */
export type ToldChange = PastChange & {
  /** Of a description: what it was with its formatting. */
  oldDoc?: RichText | null;
  /** Of what was declined: the status that it had before. */
  oldStatusId?: string;
};

/**
 * The history has what a description said and how it was formatted in two lines of one moment, or in one where only
 * either changed: people are told of one change.
 * @param changes newest first
 * @param hasEarlier the last of them may have its other half among those that are not here yet
 */
export function joinDescriptions(changes: readonly PastChange[], hasEarlier: boolean): ToldChange[] {
  const told: ToldChange[] = [];
  for (let at = 0; at < changes.length; at += 1) {
    const change = changes[at] as PastChange;
    if (change.field !== 'descriptionDoc') {
      told.push(change);
      continue;
    }
    const oldDoc = change.old as RichText | null;
    const next = changes[at + 1];
    if (next?.field === 'description' && momentOf(next) === momentOf(change)) {
      told.push({ ...next, oldDoc });
      at += 1;
    } else if (next !== undefined || !hasEarlier) {
      // What it says is as it was before.
      const doc = (oldDoc ?? change.new) as RichText;
      const words = writeRichText(doc);
      told.push({ ...change, field: 'description', old: words, new: words, oldDoc });
    }
  }
  return told;
}

/** What a description was before a change; null of other changes. */
export function findEarlier({ field, old, oldDoc }: ToldChange): RichText | null {
  return field === 'description' && typeof old === 'string' ? (oldDoc ?? readPlainText(old)) : null;
}

/** A change is named by its place in the log of the team, and among those of one command. */
function momentOf({ id }: PastChange): string {
  return id.slice(0, id.indexOf('.'));
}
