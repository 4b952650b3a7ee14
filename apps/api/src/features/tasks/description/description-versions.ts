import { createHash } from 'node:crypto';
import { mergeTexts } from '@hearth/contracts/rich-text/merge-texts-values';
import { readPlainText } from '@hearth/contracts/rich-text/plain-text-values';
import type { RichNode, RichText } from '@hearth/contracts/rich-text/rich-text-values';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { sql } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';

export type DescriptionText = Pick<Task, 'description' | 'descriptionDoc'>;

/** Maximum number of history entries to search for a base version. */
const MAX_LINES = 400;

/** Returns the version of a description, which serves as the task's ETag. */
export function describeVersion({ description, descriptionDoc }: DescriptionText): string {
  const json = JSON.stringify([description, descriptionDoc]);
  return createHash('sha256').update(json).digest('base64url').slice(0, 22);
}

/**
 * Finds a description whose version is in `versions`: the current one, or a former one rebuilt from the history. Returns null if there is
 * none.
 */
export async function findVersion(
  tx: TeamTx,
  task: Pick<Task, 'id'> & DescriptionText,
  versions: readonly string[],
): Promise<DescriptionText | null> {
  const isOne = (text: DescriptionText): boolean => versions.includes(describeVersion(text));
  let text: DescriptionText = { description: task.description, descriptionDoc: task.descriptionDoc };
  if (isOne(text)) return text;
  const { rows } = await sql<{ was: Partial<DescriptionText> }>`
    select jsonb_object_agg(field, old_value) as was from (
      select seq, field, old_value from history
      where team_id = ${tx.teamId} and entity = 'task' and entity_id = ${task.id}
        and field in ('description', 'descriptionDoc')
      order by seq desc limit ${MAX_LINES}
    ) h group by seq order by seq desc`.execute(tx);
  for (const { was } of rows) {
    text = { ...text, ...was };
    if (isOne(text)) return text;
  }
  return null;
}

/**
 * Merges descriptions with a three-way merge: plain text by line, rich text by block.
 * @returns null on a conflict, or if the merged rich text is empty
 */
export function mergeDescriptions(
  base: DescriptionText,
  theirs: DescriptionText,
  mine: DescriptionText,
): { description: string } | { descriptionDoc: RichText } | null {
  if ([base, theirs, mine].every(({ descriptionDoc }) => descriptionDoc === null)) {
    const lines = mergeTexts(toLines(base), toLines(theirs), toLines(mine));
    return lines === null ? null : { description: lines.map(({ text = '' }) => text).join('\n') };
  }
  const content = mergeTexts(toBlocks(base), toBlocks(theirs), toBlocks(mine));
  return content === null || content.length === 0 ? null : { descriptionDoc: { type: 'doc', content } };
}

function toLines({ description }: DescriptionText): RichNode[] {
  return description === '' ? [] : description.split('\n').map((text) => ({ type: 'text', text }));
}

function toBlocks({ description, descriptionDoc }: DescriptionText): readonly RichNode[] {
  return (descriptionDoc ?? readPlainText(description)).content;
}
