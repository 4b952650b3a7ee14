import { LIMITS } from '@hearth/contracts/core/limits';
import { listWhoMaySee } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { invalidField } from '#platform/errors.ts';

/** The thing that a text is about. */
interface MentionPlace {
  projectId: string | null;
  /** What people call it: `task`. */
  thing: string;
}

/**
 * May these people be mentioned there?
 * @param path of the text in the body
 * @throws AppError INVALID_REQUEST when there are too many, or somebody among them would never see it
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
