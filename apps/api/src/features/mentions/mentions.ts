import { LIMITS } from '@hearth/contracts/core/limits';
import { listWhoMaySee } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { invalidField } from '#platform/errors.ts';

/** The object that contains the text. */
interface MentionPlace {
  projectId: string | null;
  /** Noun for the object: `task`. */
  thing: string;
}

/**
 * Checks that these people may be mentioned.
 * @param path of the text in the body
 * @throws AppError INVALID_REQUEST when there are too many, or one of them cannot see the object
 */
export async function assertMentions(
  { tx }: Command,
  { projectId, thing }: MentionPlace,
  userIds: readonly string[],
  path = 'body',
): Promise<void> {
  if (userIds.length > LIMITS.mentionsPerComment) {
    throw invalidField(path, `can mention up to ${LIMITS.mentionsPerComment} people`);
  }
  const seeing = await listWhoMaySee(tx, projectId, userIds);
  if (userIds.some((userId) => !seeing.includes(userId))) {
    throw invalidField(path, `mentions someone who can’t see this ${thing}`);
  }
}
